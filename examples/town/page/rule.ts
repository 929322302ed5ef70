/** The weekdays of RFC 5545, from Monday. */
export const weekdayNames: readonly string[] = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** The repetition of an event, as the fields of the form. The days of weeks, months and years follow from the day of the start. */
export interface Repetition {
  /** FREQ; empty for an event that does not repeat, `RULE` for a rule that the other fields cannot express. */
  readonly repeat: string
  /** Every how many days, weeks, months or years. */
  readonly interval: string
  /** Further weekdays of a weekly event, separated by commas, beside the weekday of the start. */
  readonly weekdays: string
  /** The day of a month: `day`, `nth` or `last` for a weekday, `lastDay`. */
  readonly monthBy: string
  /** `until` or `count`; empty for an event without an end. */
  readonly ends: string
  /** The last day, `YYYY-MM-DD`. */
  readonly until: string
  /** The number of dates. */
  readonly count: string
  /** The unchanged rule, if `repeat` is `RULE`. */
  readonly rule: string
}

/** An event that does not repeat. */
export const noRepetition: Repetition = {
  repeat: '',
  interval: '1',
  weekdays: '',
  monthBy: 'day',
  ends: '',
  until: '',
  count: '',
  rule: '',
}

const dayMs = 86_400_000

/** The day some days later, `YYYY-MM-DD`; the text itself if it is no day. */
export function addDays(day: string, days: number): string {
  const ms = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(ms) ? day : new Date(ms + days * dayMs).toISOString().slice(0, 10)
}

/** The number of days from one day to another; 0 if one of them is no day. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs) || 0

/** 0 for Monday to 6 for Sunday. */
export const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

/** Which weekday of its month a day is: 3 for the third Tuesday. */
export const nthOf = (day: string): number => Math.ceil(Number(day.slice(8)) / 7)

/** Whether a day is among the last days of its month. */
export const isInLast = (days: number, day: string): boolean => addDays(day, days).slice(0, 7) !== day.slice(0, 7)

const listOf = (text: string): readonly string[] => (text === '' ? [] : text.split(','))

/** The weekdays of a weekly event in the order of the week: those chosen, and that of the start. */
export function weekdaysOf({ weekdays }: Repetition, startDay: string): readonly string[] {
  const chosen = new Set([...listOf(weekdays), weekdayNames[weekdayOf(startDay)]])
  return weekdayNames.filter((name) => chosen.has(name))
}

/** Moves weekdays by some days, as the start was moved. */
export const moveWeekdays = (weekdays: string, days: number): string =>
  listOf(weekdays)
    .map((name) => weekdayNames[(((weekdayNames.indexOf(name) + days) % 7) + 7) % 7])
    .join(',')

/** The part of a monthly or yearly rule that names the day of the month. */
function monthPart({ monthBy }: Repetition, startDay: string): string {
  const weekday = weekdayNames[weekdayOf(startDay)]
  if (monthBy === 'nth') return `BYDAY=${nthOf(startDay)}${weekday}`
  if (monthBy === 'last') return `BYDAY=-1${weekday}`
  return `BYMONTHDAY=${monthBy === 'lastDay' ? -1 : Number(startDay.slice(8))}`
}

function dayParts(repetition: Repetition, startDay: string): readonly string[] {
  const { repeat } = repetition
  if (repeat === 'WEEKLY') return [`BYDAY=${weekdaysOf(repetition, startDay).join(',')}`]
  if (repeat === 'MONTHLY') return [monthPart(repetition, startDay)]
  return repeat === 'YEARLY' ? [`BYMONTH=${Number(startDay.slice(5, 7))}`, monthPart(repetition, startDay)] : []
}

/** The rule (RRULE of RFC 5545) of an event that starts on a day; empty for an event that does not repeat. */
export function toRule(repetition: Repetition, startDay: string): string {
  const { repeat, interval, ends, until, count, rule } = repetition
  if (repeat === '' || repeat === 'RULE') return repeat === '' ? '' : rule
  const parts = [
    `FREQ=${repeat}`,
    interval === '1' ? '' : `INTERVAL=${interval}`,
    ends === 'count' ? `COUNT=${count}` : '',
    ends === 'until' ? `UNTIL=${until.replaceAll('-', '')}` : '',
    ...dayParts(repetition, startDay),
  ]
  return parts.filter((part) => part !== '').join(';')
}

/**
 * Converts a rule to the fields of the form. A rule that they cannot express is kept unchanged.
 * @param rule in canonical form; empty for a series with listed dates only
 * @param start a date on the rule, `YYYY-MM-DD HH:MM:SS`
 */
export function toRepetition(rule: string, start: string): Repetition {
  const startDay = start.slice(0, 10)
  const parts = new Map(rule.split(';').map((part) => part.split('=') as [string, string]))
  const [byDay = '', monthDay, until = ''] = [parts.get('BYDAY'), parts.get('BYMONTHDAY'), parts.get('UNTIL') ?? '']
  const repeat = parts.get('FREQ') ?? ''
  const startName = weekdayNames[weekdayOf(startDay)]
  const repetition: Repetition = {
    repeat,
    interval: parts.get('INTERVAL') ?? '1',
    weekdays:
      repeat === 'WEEKLY'
        ? listOf(byDay)
            .filter((name) => name !== startName)
            .join(',')
        : '',
    monthBy: monthDay === '-1' ? 'lastDay' : byDay.startsWith('-1') ? 'last' : /^[1-9]/.test(byDay) ? 'nth' : 'day',
    ends: until !== '' ? 'until' : parts.has('COUNT') ? 'count' : '',
    until: until.replace(/^(\d{4})(\d\d)(\d\d).*/, '$1-$2-$3'),
    count: parts.get('COUNT') ?? '',
    rule: '',
  }
  // The form has only the day of UNTIL. With a time before that of the start, the series ends a day earlier, which the form cannot express.
  const endsInTime = until.slice(9) === '' || until.slice(9) >= start.slice(11).replaceAll(':', '')
  const isSame = toRule(repetition, startDay) === complete(parts, startDay)
  return isSame && endsInTime ? repetition : { ...noRepetition, repeat: 'RULE', rule }
}

/** A rule as text, completed by the days that it takes from the start, and with UNTIL as a day. */
function complete(parts: ReadonlyMap<string, string>, startDay: string): string {
  const repeat = parts.get('FREQ') ?? ''
  const texts = [...parts].map(([name, value]) => `${name}=${name === 'UNTIL' ? value.slice(0, 8) : value}`)
  const namesDays = ['BYMONTH', 'BYMONTHDAY', 'BYDAY'].some((name) => parts.has(name))
  return [...texts, ...(namesDays ? [] : dayParts({ ...noRepetition, repeat }, startDay))].join(';')
}

/** Whether two repetitions differ by more than the day of the start: the weekdays of the first are moved to the other start. */
export const isOtherRepetition = (one: Repetition, oneDay: string, other: Repetition, otherDay: string): boolean =>
  one.repeat !== other.repeat ||
  toRule({ ...one, weekdays: moveWeekdays(one.weekdays, daysBetween(oneDay, otherDay)) }, otherDay) !== toRule(other, otherDay)
