import type { EventInput, OrganizerInput, VenueInput } from '@kalends/core'
import { addLocalDays, canonicalZone, limits } from '@kalends/core/internal'
import type { ImportWarning } from '../item.ts'
import { readEmail, readWebAddress } from '../values/addresses.ts'
import { readPoint } from '../values/members.ts'
import { htmlOf, limitedHtml, limitedLine, limitedName, toLine, toText } from '../values/texts.ts'
import { type CellTime, type DateForm, dateForms, readCellTime, readClock } from './dates.ts'

/** What a column can hold. */
export type CsvMember =
  | 'title'
  | 'start'
  | 'startTime'
  | 'end'
  | 'endTime'
  | 'allDay'
  | 'timeZone'
  | 'uid'
  | 'url'
  | 'description'
  | 'excerpt'
  | 'venue'
  | 'address'
  | 'zip'
  | 'city'
  | 'stateProvince'
  | 'country'
  | 'lat'
  | 'lng'
  | 'organizer'
  | 'organizerEmail'
  | 'organizerPhone'
  | 'categories'
  | 'tags'
  | 'cost'
  | 'website'
  | 'image'
  | 'onlineUrl'
  | 'featured'

/** The members that a column can hold. */
export const csvMembers: ReadonlySet<string> = new Set<CsvMember>([
  ...(['title', 'start', 'startTime', 'end', 'endTime', 'allDay', 'timeZone', 'uid', 'url', 'description', 'excerpt'] as const),
  ...(['venue', 'address', 'zip', 'city', 'stateProvince', 'country', 'lat', 'lng'] as const),
  ...([
    'organizer',
    'organizerEmail',
    'organizerPhone',
    'categories',
    'tags',
    'cost',
    'website',
    'image',
    'onlineUrl',
    'featured',
  ] as const),
])

/** The text of a column in a row; undefined where the table has no such column. */
export type CellOf = (member: CsvMember) => string | undefined

/** How cells are read. */
export interface CellOptions {
  /** The forms in which dates may be written, in order. */
  readonly dates: readonly DateForm[]
  /** The zone of all rows; undefined for that of the calendar. */
  readonly timeZone: string | undefined
  /** What separates names in a cell. */
  readonly lists: RegExp | string
}

/** Reads the cells of a row. @param warnings receives what was left out @returns the input, or why there is none */
export function readCells(cellOf: CellOf, options: CellOptions, warnings: ImportWarning[]): EventInput | ImportWarning {
  const title = limitedName(cellOf('title'), 'title', warnings)
  if (title === '') return { code: 'no_title', message: 'The row has no title.' }
  const times = readTimes(cellOf, options)
  if ('code' in times) return times
  const given = <Name extends keyof EventInput>(
    member: CsvMember,
    name: Name,
    read: (cell: string) => EventInput[Name],
  ): Partial<EventInput> => {
    const cell = cellOf(member)
    return cell === undefined ? {} : { [name]: read(cell) }
  }
  const addressIn = (member: CsvMember) => (cell: string) => readWebAddress(cell, member, warnings)
  const htmlIn = (member: CsvMember) => (cell: string) => limitedHtml(htmlOf(toText(cell)), member, warnings)
  const namesIn = (member: CsvMember) => (cell: string) =>
    [...new Set(cell.split(options.lists).map((name) => limitedName(name, member, warnings)))]
      .filter((name) => name !== '')
      .slice(0, limits.list)
      .map((name) => ({ name }))
  return {
    ...{ title, ...times },
    ...given('description', 'description', htmlIn('description')),
    ...given('excerpt', 'excerpt', htmlIn('excerpt')),
    ...given('cost', 'cost', (cell) => limitedLine(cell, 'cost', warnings)),
    ...given('website', 'website', addressIn('website')),
    ...given('image', 'image', (cell) => readWebAddress(cell, 'image', warnings) || false),
    ...readOnline(cellOf, warnings),
    ...given('featured', 'featured', isYes),
    ...given('categories', 'categories', namesIn('categories')),
    ...given('tags', 'tags', namesIn('tags')),
    ...given('venue', 'venues', () => readVenue(cellOf, warnings)),
    ...given('organizer', 'organizers', () => readOrganizer(cellOf, warnings)),
  }
}

/** Whether a cell says yes, in the languages of spreadsheets. */
const isYes = (cell: string): boolean => /^(?:true|1|yes|y|on|x|wahr|ja|vrai|oui|verdadero|s[ií])$/i.test(cell.trim())

type Times = Pick<EventInput, 'startDate' | 'endDate' | 'timeZone' | 'allDay'>

function readTimes(cellOf: CellOf, { dates, timeZone }: CellOptions): Times | ImportWarning {
  const zone = readZone(toText(cellOf('timeZone')), timeZone)
  if (typeof zone === 'object') return zone
  const start = readTime(cellOf('start'), cellOf('startTime'), dates)
  if ('code' in start) return start
  const end = readEnd(cellOf, start, dates)
  if ('code' in end) return end
  const isWhole = start.time === '' || isYes(cellOf('allDay') ?? '')
  return {
    startDate: isWhole ? start.day : toTimeText(start),
    endDate: isWhole ? end.day : toTimeText(end),
    ...(zone !== undefined && { timeZone: zone }),
    allDay: isWhole,
  }
}

const toTimeText = ({ day, time, offset }: CellTime): string => `${day}${offset === '' ? ' ' : 'T'}${time}${offset}`

function readZone(cell: string, timeZone: string | undefined): string | undefined | ImportWarning {
  if (cell === '') return timeZone
  return canonicalZone(cell) ?? { code: 'not_a_time_zone', message: `The time zone “${cell.slice(0, 100)}” is not known.` }
}

/** A day with a time from the same cell, or from a cell of its own. */
function readTime(dayCell: string | undefined, timeCell: string | undefined, dates: readonly DateForm[]): CellTime | ImportWarning {
  const [dayText, timeText] = [toLine(dayCell), toLine(timeCell)]
  const time = readCellTime(dayText, dates)
  if (time === undefined) {
    const message = `“${dayText.slice(0, 100)}” is no date in the form ${dates.join(' or ')}; there are ${dateForms.join(', ')}.`
    return { code: 'not_a_date', message }
  }
  if (timeText === '') return time
  const clock = readClock(timeText)
  return clock === undefined ? { code: 'not_a_time', message: `“${timeText.slice(0, 100)}” is no time of day.` } : { ...time, ...clock }
}

/** The end of a row; without one, the start. */
function readEnd(cellOf: CellOf, start: CellTime, dates: readonly DateForm[]): CellTime | ImportWarning {
  const [day, time] = [toLine(cellOf('end')), toLine(cellOf('endTime'))]
  if (day === '' && time === '') return start
  // A column of ends may have times alone: on the day of the start, or in the night behind it.
  const clock = readClock(day === '' ? time : day)
  if (clock !== undefined && (day === '' || time === '')) {
    const isNextDay = clock.time < start.time && clock.offset === start.offset
    return { ...clock, day: isNextDay ? addLocalDays(`${start.day}T00:00:00`, 1).slice(0, 10) : start.day }
  }
  const end = readTime(day, time, dates)
  // An end without a time is the day on which the event ends.
  return 'code' in end || end.time !== '' ? end : { ...end, time: end.day === start.day ? start.time : '23:59:59', offset: start.offset }
}

function readVenue(cellOf: CellOf, warnings: ImportWarning[]): readonly VenueInput[] {
  const name = limitedName(cellOf('venue'), 'venue', warnings)
  if (name === '') return []
  const line = (member: CsvMember): string | undefined =>
    cellOf(member) === undefined ? undefined : limitedLine(cellOf(member), member, warnings)
  const [lat, lng] = [cellOf('lat'), cellOf('lng')].map((cell) => cell?.replace(',', '.'))
  return [
    {
      name,
      ...{ address: line('address'), zip: line('zip'), city: line('city'), stateProvince: line('stateProvince'), country: line('country') },
      ...(lat !== undefined && lng !== undefined && readPoint(lat, lng, warnings)),
    },
  ]
}

function readOrganizer(cellOf: CellOf, warnings: ImportWarning[]): readonly OrganizerInput[] {
  const name = limitedName(cellOf('organizer'), 'organizer', warnings)
  if (name === '') return []
  const [email, phone] = [readEmail(cellOf('organizerEmail'), warnings), limitedLine(cellOf('organizerPhone'), 'organizerPhone', warnings)]
  return [{ name, ...(email !== '' && { email }), ...(phone !== '' && { phone }) }]
}

function readOnline(cellOf: CellOf, warnings: ImportWarning[]): Partial<EventInput> {
  if (cellOf('onlineUrl') === undefined) return {}
  const onlineUrl = readWebAddress(cellOf('onlineUrl'), 'onlineUrl', warnings)
  return { onlineUrl, attendance: onlineUrl === '' ? 'offline' : toText(cellOf('venue')) === '' ? 'online' : 'mixed' }
}
