const months = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december']

/** Longer texts are no dates. */
const maxLength = 60

/** Seconds since 1970: 9 to 11 digits, or any number of them after `@`. Eight digits are a day. */
const seconds = /^(?:@-?\d{1,11}|-?\d{9,11})$/

/** A day of the week at the beginning. It says nothing that the date does not. */
const weekday = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?[,.]? /i

/** How a text can write a day: the groups are named for its parts. */
const days = [
  /^(?<year>\d{4})([-/])(?<month>\d{1,2})(?:\2(?<day>\d{1,2}))?$/,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
  /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4}|\d{2})$/,
  /^(?<day>\d{1,2})([-.])(?<month>\d{1,2})\2(?<year>\d{4})$/,
  /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{2})$/,
  /^(?<year>\d{2})-(?<month>\d{2})-(?<day>\d{2})$/,
  /^(?<name>[a-z]{3,9})(?:\. ?|-| )(?<day>\d{1,2})(?:st|nd|rd|th)?(?:, ?|-| )(?<year>\d{4}|\d{2})$/i,
  /^(?<day>\d{1,2})(?:st|nd|rd|th)?(?:\. ?|-| )(?<name>[a-z]{3,9})(?:[.,] ?|-| )(?<year>\d{4}|\d{2})$/i,
  /^(?<year>\d{4})[- ](?<name>[a-z]{3,9})(?:[- ](?<day>\d{1,2}))?$/i,
  /^(?<name>[a-z]{3,9})(?:\. ?|-|,? )(?<year>\d{4})$/i,
]

/** A time of day. */
const time = /^(?<hour>\d{1,2})(?:[:.](?<minute>\d{1,2})(?:[:.](?<second>\d{1,2})(?:[.,]\d{1,9})?)?)? ?(?:(?<half>[ap])\.?m\.?)?$/i

/** An offset from UTC at the end of a time. */
const offsetFromUtc = / ?(?:z|(?:gmt|utc)?(?:(?<sign>[+-])(?<hours>\d{1,2}):?(?<minutes>\d{2})?)?)$/i

/** What can stand between a day and a time. */
const between = / at |, ?| ?t(?=\d)| /gi

/**
 * Returns a date as the interface has it, `YYYY-MM-DD` or `YYYY-MM-DD HH:MM:SS`, with the offset of the text. Takes the forms of PHP that
 * write out a day: years first or last, English names of months, times without zeros, and seconds since 1970. A day that its month does not
 * have counts on into the next month, as there: 31 November is 1 December. Any other text stays, and the interface reads or refuses it.
 */
export function readDate(text: string): string {
  const given = text.trim().replace(/\s+/g, ' ')
  if (given.length > maxLength) return text
  if (seconds.test(given)) return `${toText(new Date(Number(given.replace('@', '')) * 1_000))}Z`
  const named = given.replace(weekday, '')
  const day = readDay(named)
  if (day !== undefined) return toText(toDate(day)).slice(0, 10)
  for (const { index, 0: separator } of named.matchAll(between)) {
    const date = readDay(named.slice(0, index))
    const clock = date && readTime(named.slice(index + separator.length))
    if (date !== undefined && clock !== undefined) return `${toText(toDate({ ...date, ...clock }))}${clock.offset}`
  }
  return text
}

/** A time of day with an offset from UTC, at the end of a date. */
const offsetAtEnd = /:\d{2}(?:Z|[+-]\d{2}:\d{2})$/

/**
 * Whether a date, as {@link readDate} returns it, is after a time; false for a text that is no date.
 * @param time as wall time and in UTC, each `YYYY-MM-DD HH:MM:SS`; a date without an offset is compared with the wall time
 */
export function isAfter(date: string, { local, utc }: { readonly local: string; readonly utc: string }): boolean {
  if (!/^\d{4}-/.test(date)) return false
  return offsetAtEnd.test(date) ? Date.parse(date.replace(' ', 'T')) > Date.parse(`${utc.replace(' ', 'T')}Z`) : date > local
}

/** The numbers of a day: months and days can be 0, as in PHP. */
interface Day {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** The day of a text; undefined for a text in none of the forms. */
function readDay(text: string): Day | undefined {
  for (const form of days) {
    const { year, month: digits, day: ofMonth = '1', name } = form.exec(text)?.groups ?? {}
    if (year === undefined) continue
    const month = name === undefined ? Number(digits) : monthOf(name)
    const day = Number(ofMonth)
    return month === undefined || month > 12 || day > 31 ? undefined : { year: toYear(year), month, day }
  }
  return undefined
}

/** A year of two digits is one from 1970 to 2069. */
function toYear(digits: string): number {
  const year = Number(digits)
  if (digits.length > 2) return year
  return year < 70 ? 2000 + year : 1900 + year
}

/** The number of a month by its English name or the first three letters of it. */
function monthOf(name: string): number | undefined {
  const word = name.toLowerCase()
  const index = months.findIndex((month) => month === word || month.slice(0, 3) === word || (word === 'sept' && month === 'september'))
  return index === -1 ? undefined : index + 1
}

interface Clock {
  readonly hour: number
  readonly minute: number
  readonly second: number
  /** As the interface has it; empty for a wall time. */
  readonly offset: string
}

/** The time of a text; undefined for a text that is none, such as an hour alone. */
function readTime(text: string): Clock | undefined {
  const found = offsetFromUtc.exec(text)
  const groups = time.exec(text.slice(0, found?.index))?.groups
  if (groups === undefined || (groups['minute'] === undefined && groups['half'] === undefined)) return undefined
  const [hour = 0, minute = 0, second = 0] = [groups['hour'], groups['minute'] ?? 0, groups['second'] ?? 0].map(Number)
  const half = groups['half']?.toLowerCase()
  if (minute > 59 || second > 60 || hour > (half === undefined ? 24 : 12) || (half !== undefined && hour === 0)) return undefined
  return { hour: half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0), minute, second, offset: toOffset(found) }
}

function toOffset(found: RegExpExecArray | null): string {
  if (found === null || found[0].trim() === '') return ''
  const { sign, hours = '', minutes = '00' } = found.groups ?? {}
  return sign === undefined ? 'Z' : `${sign}${hours.padStart(2, '0')}:${minutes}`
}

/** A date and a time without a zone. What a month or a day does not have counts on into the next one. */
function toDate({ year, month, day, hour = 0, minute = 0, second = 0 }: Day & Partial<Clock>): Date {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute, second)
  return date
}

const toText = (date: Date): string => date.toISOString().slice(0, 19).replace('T', ' ')
