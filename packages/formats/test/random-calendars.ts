import { type Calendar, type Event, type EventInput, isCalendarError } from '@kalends/core'
import { addLocalDays, type EventSeries, linesFromHtml } from '@kalends/core/format'
import fc from 'fast-check'
import { nastyTexts } from '../../testing/src/nasty-texts.ts'
import type { ReadDate } from './readers.ts'
import { openCalendar } from './support.ts'

/** The items of a document, and the dates that readers have to find in it. */
export interface RandomCalendar {
  readonly items: readonly (Event | EventSeries)[]
  readonly expected: readonly ReadDate[]
}

/** Time zones with days before and at which their clocks change, or with other days. */
const days: Readonly<Record<string, readonly string[]>> = {
  'Europe/Berlin': ['2026-03-28', '2026-03-29', '2026-10-24', '2026-10-25'],
  'Europe/Dublin': ['2026-03-28', '2026-03-29', '2026-10-24', '2026-10-25'],
  'America/New_York': ['2026-03-07', '2026-03-08', '2026-10-31', '2026-11-01'],
  // At midnight.
  'America/Santiago': ['2026-04-04', '2026-04-05', '2026-09-05', '2026-09-06'],
  // By half an hour.
  'Australia/Lord_Howe': ['2026-04-04', '2026-04-05', '2026-10-03', '2026-10-04'],
  'Asia/Tokyo': ['2026-02-28'],
  'Asia/Kolkata': ['2026-12-31'],
  'Pacific/Apia': ['2027-01-31'],
  UTC: ['2026-03-29'],
  '+05:30': ['2026-10-25'],
}

const zoneAndDay = fc
  .constantFrom(...Object.entries(days))
  .chain(([timeZone, own]) => fc.record({ timeZone: fc.constant(timeZone), day: fc.constantFrom(...own, '2026-03-15', '2026-06-15') }))

const clock = fc.constantFrom('00:00', '01:45', '02:00', '02:30', '03:00', '12:15', '19:30', '22:00', '23:30')

const nasty = fc.constantFrom(...nastyTexts.map(({ text }) => text))
const special = fc.constantFrom('\\', ',', ';', ':', '"', '\n', 'n', ' ', 'é')

/** Texts without the control characters that no calendar takes. */
const text = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .oneof(fc.string({ unit: 'grapheme', maxLength }), fc.string({ unit: special, maxLength }), nasty)
    .map((one) => one.replace(/(?![\t\n\r])\p{Cc}/gu, ''))

const event = fc.record({
  title: text(90).map((one) => `t${one}`),
  description: text(300),
  place: text(60),
  categories: fc.array(
    text(12).map((one) => `c${one.replace(/[\\\s]+$/, '')}`),
    { maxLength: 3 },
  ),
  zoneAndDay,
  clock,
  minutes: fc.constantFrom(0, 30, 90, 480, 1_500),
  allDay: fc.boolean(),
  eventStatus: fc.constantFrom('scheduled', 'scheduled', 'cancelled', 'postponed'),
  eventStatusReason: text(60),
})

type Random<A> = A extends fc.Arbitrary<infer T> ? T : never

function toInput({ zoneAndDay: { day, timeZone }, clock: begin, minutes, allDay, place, ...fields }: Random<typeof event>): EventInput {
  const end = new Date(Date.parse(`${day}T${begin}Z`) + minutes * 60_000).toISOString().slice(0, 16)
  const times = allDay
    ? { startDate: day, endDate: addLocalDays(day, Math.floor(minutes / 400)), allDay }
    : { startDate: `${day} ${begin}`, endDate: end }
  return { ...fields, ...times, timeZone, ...(place.trim() !== '' && { venues: { name: place } }) }
}

const lineEnds = /\r\n?|[\n\u0085\u2028\u2029]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: iCalendar cannot have them.
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g
const oneLine = (words: string): string => words.replace(lineEnds, ' ').replace(controls, '').trim()
const lines = (words: string): string => words.replace(lineEnds, '\n').replace(controls, '')

/** An event as readers have to understand it. */
const toRead = (one: Event): ReadDate => ({
  start: one.allDay ? one.startDate.slice(0, 10) : one.startMs / 1_000,
  end: one.allDay ? addLocalDays(one.endDate.slice(0, 10), 1) : one.endMs / 1_000,
  title: oneLine(one.title),
  description: lines(linesFromHtml(one.description)),
  location: lines(one.venues.map(({ name }) => name).join('; ')),
  status: { cancelled: 'CANCELLED', postponed: 'TENTATIVE', scheduled: 'CONFIRMED', movedOnline: 'CONFIRMED' }[one.eventStatus],
  categories: [...new Set(one.categories.map(({ name }) => oneLine(name)))],
})

/** Creates an event, unless no calendar takes it: an end before its start because of a clock change. */
async function createIfPossible(calendar: Calendar, input: EventInput): Promise<Event | undefined> {
  try {
    return await calendar.events.create(input)
  } catch (error) {
    if (isCalendarError(error, 'invalid_input')) return undefined
    throw error
  }
}

/** Some events that do not repeat. */
export const randomEvents = fc.array(event, { minLength: 1, maxLength: 12 })

/** Creates events that do not repeat. */
export async function createEvents(all: Random<typeof randomEvents>): Promise<RandomCalendar> {
  const calendar = openCalendar()
  const items: Event[] = []
  for (const one of all) items.push(...[await createIfPossible(calendar, toInput(one))].filter((made) => made !== undefined))
  return { items, expected: items.map(toRead) }
}

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** Rules whose first date is a day. */
const ruleOf = (date: string): fc.Arbitrary<string> => {
  const weekday = weekdays[new Date(date).getUTCDay()] ?? ''
  const nth = Math.ceil(Number(date.slice(8)) / 7)
  const part = fc.constantFrom(
    'DAILY',
    'DAILY;INTERVAL=3',
    'WEEKLY',
    `WEEKLY;BYDAY=${weekday}`,
    `WEEKLY;INTERVAL=2;BYDAY=${weekday},TH`,
    'MONTHLY',
    `MONTHLY;BYDAY=${nth > 4 ? -1 : nth}${weekday}`,
    'YEARLY',
    `WEEKLY;BYDAY=${weekday};WKST=SU`,
    ...(addLocalDays(date, 1).endsWith('-01') ? ['MONTHLY;BYMONTHDAY=-1', `YEARLY;BYMONTH=${Number(date.slice(5, 7))};BYMONTHDAY=-1`] : []),
  )
  const end = fc.constantFrom('', ';COUNT=12', ';COUNT=40', ';UNTIL=20271015', ';UNTIL=20261025T013000Z')
  return fc.tuple(part, end).map(([rule, until]) => `FREQ=${rule}${until}`)
}

const change = fc.record({
  place: fc.nat(30),
  kind: fc.constantFrom('title', 'move', 'trash', 'delete', 'draft', 'zone', 'cancel'),
})

/** A series with changed and missing occurrences. */
export const randomSeries = fc
  .record({ event, changes: fc.array(change, { maxLength: 4 }), dates: fc.boolean() })
  .chain((one) => ruleOf(one.event.zoneAndDay.day).map((rule) => ({ ...one, rule })))

async function applyChange(calendar: Calendar, id: number, { place, kind }: Random<typeof change>): Promise<void> {
  const { items } = await calendar.events.list({ seriesIds: id, startsFrom: '2026-01-01', startsUntil: '2028-01-01', perPage: 31 })
  const occurrence = items[place]
  if (occurrence === undefined) return
  const { events } = calendar
  const moved = addLocalDays(occurrence.startDate.slice(0, 10), 1)
  if (kind === 'title') await events.update(occurrence.id, { title: 'changed' })
  if (kind === 'move') await events.update(occurrence.id, { startDate: moved, endDate: `${moved} 23:10` })
  if (kind === 'zone') await events.update(occurrence.id, { timeZone: 'Asia/Tokyo' })
  if (kind === 'cancel') await events.update(occurrence.id, { eventStatus: 'cancelled' })
  if (kind === 'draft') await events.update(occurrence.id, { status: 'draft' })
  if (kind === 'trash') await events.trash(occurrence.id)
  if (kind === 'delete') await events.delete(occurrence.id)
}

/** The end of comparisons, before the horizon of endless series. In seconds since 1970. */
const comparedUntil = Date.parse('2027-06-01T00:00:00Z') / 1_000

/** How far readers expand rules: all-day events begin earlier or later in the time zones of hosts. */
export const readUntil = comparedUntil + 86_400

/** Whether a date begins before the end of comparisons. */
export const isCompared = ({ start }: ReadDate): boolean => (typeof start === 'string' ? Date.parse(start) / 1_000 : start) < comparedUntil

/** Creates a series; undefined when no calendar takes it. */
export async function createSeries(given: Random<typeof randomSeries>): Promise<RandomCalendar | undefined> {
  const calendar = openCalendar()
  const input = toInput(given.event)
  const dates = given.dates ? [`${addLocalDays(given.event.zoneAndDay.day, 2)} 12:34:00`] : []
  const made = await createIfPossible(calendar, { ...input, recurrence: { rule: given.rule, dates: input.allDay ? [] : dates } })
  if (made === undefined) return undefined
  for (const one of given.changes) await applyChange(calendar, made.id, one)
  const published = { status: 'publish', seriesIds: made.id, startsFrom: '2026-01-01', startsUntil: '2027-12-31' } as const
  const expected: ReadDate[] = []
  for await (const one of calendar.events.each(published)) expected.push(toRead(one))
  return { items: await calendar.events.series([made.id], {}), expected: expected.filter(isCompared) }
}
