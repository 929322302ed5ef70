const months = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december']

/** A time of day: hour, minute, second, half of the day, offset. */
const time = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)? ?(am|pm)?(Z|[+-]\d{2}:?\d{2})?$/i

/** The day, before what can stand between it and a time of day. */
const beforeTime = /^(.{6,30}?)(?: at |, |,| |T)$/i

/** Longer texts are no dates. */
const maxLength = 50

/** How a text can write a day: the groups are named for its parts. */
const days = [
  /^(?<year>\d{4})([-/])(?<month>\d{1,2})\2(?<day>\d{1,2})$/,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
  /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})$/,
  /^(?<day>\d{1,2})([-.])(?<month>\d{1,2})\2(?<year>\d{4})$/,
  /^(?<name>[a-z]{3,9})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})$/i,
  /^(?<day>\d{1,2})(?:st|nd|rd|th)? (?<name>[a-z]{3,9})\.?,? (?<year>\d{4})$/i,
  /^(?<name>[a-z]{3,9})\.? (?<year>\d{4})$/i,
]

/** A date as the interface has it. */
const ownForm = /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?$/

/** Seconds since 1970: 9 to 11 digits. Eight digits are a day. */
const seconds = /^-?\d{9,11}$/

/**
 * Returns a date as the interface has it, `YYYY-MM-DD` or `YYYY-MM-DD HH:MM:SS`, with the offset of the text. Takes years first or last,
 * English names of months, and seconds since 1970. Any other text stays, and the interface reads or refuses it.
 */
export function readDate(text: string): string {
  const given = text.trim()
  if (given.length > maxLength || ownForm.test(given)) return text
  if (seconds.test(given)) return `${new Date(Number(given) * 1_000).toISOString().slice(0, 19)}Z`.replace('T', ' ')
  const start = given.search(/\d{1,2}:/)
  if (start === -1) return readDay(given) ?? text
  const date = readDay(beforeTime.exec(given.slice(0, start))?.[1] ?? '')
  const found = time.exec(given.slice(start))
  if (date === undefined || found === null) return text
  const [, hour = '', minute = '', second = '00', half, offset = ''] = found
  return `${date} ${toHour(Number(hour), half)}:${minute}:${second}${toOffset(offset)}`
}

/** A time of day with an offset from UTC, at the end of a date. */
const offsetAtEnd = /:\d{2}(?:\.\d{1,9})? ?(?:Z|[+-]\d{2}:?\d{2})$/i

/**
 * Whether a date, as {@link readDate} returns it, is after a time; false for a text that is no date.
 * @param time as wall time and in UTC, each `YYYY-MM-DD HH:MM:SS`; a date without an offset is compared with the wall time
 */
export function isAfter(date: string, { local, utc }: { readonly local: string; readonly utc: string }): boolean {
  const text = date.replace('T', ' ')
  if (!/^\d{4}-/.test(text)) return false
  return offsetAtEnd.test(text) ? Date.parse(text.replace(' ', 'T')) > Date.parse(`${utc.replace(' ', 'T')}Z`) : text > local
}

/** A day as `YYYY-MM-DD`; undefined for a text in none of the forms. */
function readDay(text: string): string | undefined {
  for (const form of days) {
    const { year, month, day = '1', name } = form.exec(text)?.groups ?? {}
    if (year === undefined) continue
    const number = name === undefined ? Number(month) : monthOf(name)
    return number === 0 ? undefined : `${year}-${twoDigits(number)}-${twoDigits(Number(day))}`
  }
  return undefined
}

/** The number of a month by its English name or the first three letters of it; 0 for another word. */
function monthOf(name: string): number {
  const word = name.toLowerCase()
  return months.findIndex((month) => month === word || month.slice(0, 3) === word || (word === 'sept' && month === 'september')) + 1
}

/**
 * The hour of the day; a 12-hour time begins with 12. An hour that no 12-hour clock has becomes 99, so that the interface refuses the time.
 */
function toHour(hour: number, half: string | undefined): string {
  if (half === undefined) return twoDigits(hour)
  if (hour < 1 || hour > 12) return '99'
  return twoDigits((hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0))
}

const toOffset = (offset: string): string =>
  /^[+-]\d{4}$/.test(offset) ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset.toUpperCase()

const twoDigits = (value: number): string => String(value).padStart(2, '0')
