import { getTimezoneOffset } from 'date-fns-tz/getTimezoneOffset'
import { dayMs } from './clock.ts'
import { offsetMs, type ZoneName } from './zone.ts'

/** A parsed date and time, valid in the calendar and not resolved in a time zone yet. */
export interface ParsedDateTime {
  /** The wall time `YYYY-MM-DDTHH:mm:ss`; midnight when only a date was given. */
  local: string
  /** The fraction of the second, in milliseconds from 0 to 999; finer digits are truncated. */
  fractionMs: number
  /** True when no time of day was given. */
  dateOnly: boolean
  /** Minutes ahead of UTC, 0 for `Z`; undefined when the text is wall time. */
  offsetMinutes: number | undefined
  /** The zone that a `Temporal.ZonedDateTime` or a suffix of RFC 9557 names. */
  zone?: ZoneName
}

/** An instant with its wall time in a zone. */
export interface ResolvedTime {
  /** The instant in milliseconds since 1970 in UTC. */
  ms: number
  /** The wall time `YYYY-MM-DDTHH:mm:ss` at that instant. */
  local: string
}

/** The first valid year of dates. */
export const firstYear = '1900'
/** The last valid year of dates. */
export const lastYear = '2200'
const longestOffsetMinutes = 14 * 60

const dateText = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/
/** The beginning of the basic format, `20310701T193000Z`. */
const basicText = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})/

/**
 * Reads `YYYY-MM-DD`, optionally with a space or `T` and `HH:MM[:SS[.fraction]]`, optionally with `Z`, `±HH:MM`, `±HHMM` or `±HH` after it;
 * also with date and time as `YYYYMMDDTHHMMSS`. Accepts years 1900 to 2200, days and times that exist in the calendar, offsets up to 14 hours.
 *
 * @returns The parsed date and time, or undefined for every other text.
 */
export function parseDateTime(text: string): ParsedDateTime | undefined {
  return parseBetween(text, `${firstYear}-01-01`, `${lastYear}-12-31`)
}

/**
 * Reads the text of a time in a returned record: like {@link parseDateTime}, with two more days on either side. The first moment of 1900 at
 * +14:00 shows as 30 December 1899 at -14:00.
 */
export function parseRecordTime(text: string): ParsedDateTime | undefined {
  return parseBetween(text, `${Number(firstYear) - 1}-12-30`, `${Number(lastYear) + 1}-01-02`)
}

/** The reason why other dates are refused. */
export const outsideYears = { code: 'outside_years', from: Number(firstYear), to: Number(lastYear) } as const

/** Whether a wall time lies in the valid years. */
export const isWithinYears = (local: string): boolean => local.slice(0, 4) >= firstYear && local.slice(0, 4) <= lastYear

function parseBetween(text: string, first: string, last: string): ParsedDateTime | undefined {
  const [, year = '', month, day, hour, minute = '00', second = '00', fraction = '', offset] =
    dateText.exec(text) ?? dateText.exec(text.replace(basicText, '$1-$2-$3T$4:$5:$6')) ?? []
  const date = `${year}-${month}-${day}`
  if (date < first || date > last) return undefined
  const local = `${date}T${hour ?? '00'}:${minute}:${second}`
  // 30 February, 24:00 and :60 overflow into the next day or minute, and convert back to another text.
  if (utcMsToLocal(localToUtcMs(local)) !== local) return undefined
  const offsetMinutes = offset === undefined ? undefined : minutesOf(offset)
  if (Number.isNaN(offsetMinutes)) return undefined
  return { local, fractionMs: Number(fraction.slice(0, 3).padEnd(3, '0')), dateOnly: hour === undefined, offsetMinutes }
}

/** Minutes of `Z`, `±HH:MM`, `±HHMM` or `±HH`; NaN when beyond 14 hours or 59 minutes. */
function minutesOf(offset: string): number {
  if (offset === 'Z') return 0
  const [hours, minutes] = [Number(offset.slice(1, 3)), offset.length === 3 ? 0 : Number(offset.slice(-2))]
  const total = hours * 60 + minutes
  if (minutes > 59 || total > longestOffsetMinutes) return Number.NaN
  return offset.startsWith('-') && total > 0 ? -total : total
}

/** The wall time `YYYY-MM-DDTHH:mm:ss` read as if it were UTC, in milliseconds: for arithmetic and comparison. */
export function localToUtcMs(local: string): number {
  const [year, month, day] = [local.slice(0, 4), local.slice(5, 7), local.slice(8, 10)]
  const [hour, minute, second] = [local.slice(11, 13), local.slice(14, 16), local.slice(17, 19)]
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
}

/** The texts `00` to `59`. */
const twoDigits: readonly string[] = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'))

/** The size of the cache of day texts: the records of a page share many of their days. */
const maxDays = 4_000
const knownDays = new Map<number, string>()

/** The text of a day that is not cached. @param day counted from 1970-01-01 */
function addDay(day: number): string {
  const date = new Date(day * dayMs)
  const text = `${date.getUTCFullYear()}-${twoDigits[date.getUTCMonth() + 1]}-${twoDigits[date.getUTCDate()]}`
  if (knownDays.size >= maxDays) knownDays.clear()
  knownDays.set(day, text)
  return text
}

/**
 * The date and the time of an instant in UTC, formatted by hand: every record of a page has several, and `toISOString` takes four times as
 * long. Fractions of a second are truncated towards the past. Years 1000 to 9999.
 */
export function utcText(ms: number, separator: 'T' | ' '): string {
  const day = Math.floor(ms / dayMs)
  const second = Math.floor((ms - day * dayMs) / 1_000)
  const minute = Math.floor(second / 60)
  return `${knownDays.get(day) ?? addDay(day)}${separator}${twoDigits[Math.floor(minute / 60)]}:${twoDigits[minute % 60]}:${twoDigits[second % 60]}`
}

/** The inverse of {@link localToUtcMs}; fractions of a second are truncated towards the past. Years 1000 to 9999. */
export const utcMsToLocal = (ms: number): string => utcText(ms, 'T')

/** The wall time some seconds later (earlier, when negative), computed without clock changes. */
export function addLocalSeconds(local: string, seconds: number): string {
  return utcMsToLocal(localToUtcMs(local) + seconds * 1000)
}

/** The same time of day some days later (earlier, when negative). A date `YYYY-MM-DD` gives a date, a wall time a wall time. */
export function addLocalDays(localOrDate: string, days: number): string {
  return utcMsToLocal(localToUtcMs(localOrDate) + days * dayMs).slice(0, localOrDate.length)
}

/** The wall time of an instant in a zone, as `YYYY-MM-DDTHH:mm:ss`; fractions of a second are truncated towards the past. */
export function instantToLocal(ms: number, zone: ZoneName): string {
  return utcText(ms + offsetMs(zone, ms), 'T')
}

/**
 * The instant of a wall time. A time that a clock change skips moves forward by the length of the gap; a time that occurs twice is the
 * first one (RFC 5545, and "compatible" in Temporal).
 * @param local `YYYY-MM-DDTHH:mm:ss`
 */
export function resolveLocal(local: string, zone: ZoneName): ResolvedTime {
  const [first] = instantsShowing(local, zone)
  return first === undefined ? movedForward(local, zone) : { ms: first, local }
}

/** Like {@link resolveLocal}, but for a wall time that occurs twice it returns the pass nearer to `nearMs`, an instant in milliseconds. */
export function resolveLocalLike(local: string, zone: ZoneName, nearMs: number): ResolvedTime {
  const distance = (ms: number) => Math.abs(ms - nearMs)
  const [first, ...later] = instantsShowing(local, zone)
  if (first === undefined) return movedForward(local, zone)
  return { ms: later.reduce((best, ms) => (distance(ms) < distance(best) ? ms : best), first), local }
}

/** All instants, earliest first, at which a zone shows a wall time: none in a gap, two where clocks were set back. */
export function instantsShowing(local: string, zone: ZoneName): readonly number[] {
  const wallMs = localToUtcMs(local)
  // Offsets are below 16 hours, and no zone ever changed its clocks twice within 95 hours: the days before and after show both sides of a
  // change.
  const before = offsetMs(zone, wallMs - dayMs)
  const after = offsetMs(zone, wallMs + dayMs)
  const shows = (offset: number) => offsetMs(zone, wallMs - offset) === offset
  if (before === after && shows(before)) return [wallMs - before]
  // date-fns-tz also finds an offset that lasts less than two days. It is called only near a change, because it keeps 45 kB for every zone.
  // Its result is verified: in gaps it moves backward, in overlaps the host's own zone decides.
  const guessed = getTimezoneOffset(zone, new Date(wallMs))
  return [...new Set([before, guessed, after])]
    .filter(shows)
    .map((offset) => wallMs - offset)
    .sort((a, b) => a - b)
}

/** The instant of the clock change that skips a wall time: the first instant with a later wall time. */
export function instantSkipping(local: string, zone: ZoneName): number {
  const wallMs = localToUtcMs(local)
  let [beforeMs, afterMs] = [wallMs - dayMs, wallMs + dayMs]
  while (afterMs - beforeMs > 1000) {
    const middleMs = beforeMs + Math.floor((afterMs - beforeMs) / 2000) * 1000
    if (middleMs + offsetMs(zone, middleMs) > wallMs) afterMs = middleMs
    else beforeMs = middleMs
  }
  return afterMs
}

/** A skipped wall time, resolved with the offset before the change: the result is later by the length of the gap. */
function movedForward(local: string, zone: ZoneName): ResolvedTime {
  const wallMs = localToUtcMs(local)
  const ms = wallMs - offsetMs(zone, wallMs - dayMs)
  return { ms, local: instantToLocal(ms, zone) }
}
