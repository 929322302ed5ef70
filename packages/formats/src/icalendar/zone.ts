import { type ClockChange, clockChanges, localToUtcMs, offsetMs, utcMsToLocal, type ZoneName } from '@kalends/core/format'
import { toKey } from '../uid.ts'
import { toLine } from './lines.ts'
import { yearOf } from './times.ts'

const dayMs = 86_400_000

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** The rules that name the day of a change, the most usual one first: the last or the nth weekday of its month, or the day of the month. */
function dayRules(wallMs: number): readonly string[] {
  const date = new Date(wallMs)
  const [month, day, weekday] = [date.getUTCMonth(), date.getUTCDate(), weekdays[date.getUTCDay()]]
  const isLast = new Date(wallMs + 7 * dayMs).getUTCMonth() !== month
  const rule = `FREQ=YEARLY;BYMONTH=${month + 1};`
  return [
    ...(isLast ? [`${rule}BYDAY=-1${weekday}`] : []),
    ...(day <= 28 ? [`${rule}BYDAY=${Math.ceil(day / 7)}${weekday}`] : []),
    `${rule}BYMONTHDAY=${day}`,
  ]
}

/** A change that comes every year; for a zone without clock changes, its offset from 1970 on. */
interface YearlyChange extends Omit<ClockChange, 'ms'> {
  readonly rule: string
  /** The wall time of the change by the clock before it, in the year before the first listed change: `YYYYMMDDTHHMMSS`. */
  readonly start: string
}

/** The yearly rule of the changes of several years; undefined when no rule names all of them. */
function toYearly(changes: readonly ClockChange[], year: number): YearlyChange | undefined {
  const [first] = changes
  if (first === undefined || changes.some(({ from, to }) => from !== first.from || to !== first.to)) return undefined
  const walls = changes.map(({ ms, from }) => ms + from)
  const times = walls.map((wallMs) => utcMsToLocal(wallMs).slice(10))
  const [rule] = dayRules(walls[0] ?? 0).filter((one) => walls.every((wallMs) => dayRules(wallMs).includes(one)))
  if (rule === undefined || times.some((time) => time !== times[0])) return undefined
  const month = Number(/BYMONTH=(\d+)/.exec(rule)?.[1])
  const days = Array.from({ length: 31 }, (_, day) => Date.UTC(year, month - 1, day + 1))
  const day = days.find((dayStart) => dayRules(dayStart).includes(rule)) ?? 0
  return { ...first, rule, start: toKey(utcMsToLocal(day).slice(0, 10) + times[0]) }
}

/**
 * The VTIMEZONE of a zone whose clock changes follow one rule in all years from `firstYear` to `lastYear`, or that has none in them;
 * undefined for other zones. Outlook reads one yearly rule for each of standard and daylight time, and ignores further ones.
 */
export function toTimeZone(zone: ZoneName, firstYear: number, lastYear: number): string | undefined {
  const changes = clockChanges(zone, firstYear, lastYear)
  const offset = offsetMs(zone, localToUtcMs(`${firstYear}-06-01T00:00:00`))
  if (changes.length === 0) return renderTimeZone(zone, [{ rule: '', start: '19700101T000000', from: offset, to: offset }])
  // Two changes in each year, in turn.
  const isInTurn = changes.every(({ ms, from }, index) => yearOf(utcMsToLocal(ms + from)) === firstYear + Math.floor(index / 2))
  if (!isInTurn || changes.length !== 2 * (lastYear - firstYear + 1) || changes[0]?.from !== changes[1]?.to) return undefined
  const yearly = [0, 1].flatMap(
    (place) =>
      toYearly(
        changes.filter((_, index) => index % 2 === place),
        firstYear - 1,
      ) ?? [],
  )
  return yearly.length === 2 ? renderTimeZone(zone, yearly) : undefined
}

function renderTimeZone(zone: ZoneName, changes: readonly YearlyChange[]): string | undefined {
  // Into the 20th century some offsets have seconds. No VTIMEZONE is written for them.
  if (changes.some(({ from, to }) => from % 60_000 !== 0 || to % 60_000 !== 0)) return undefined
  const parts = changes.map(({ rule, start, from, to }) => {
    const name = to > from ? 'DAYLIGHT' : 'STANDARD'
    const recurrence = rule === '' ? '' : toLine('RRULE', rule)
    return `BEGIN:${name}\r\nDTSTART:${start}\r\n${recurrence}TZOFFSETFROM:${toOffset(from)}\r\nTZOFFSETTO:${toOffset(to)}\r\nEND:${name}\r\n`
  })
  return `BEGIN:VTIMEZONE\r\n${toLine('TZID', zone)}${parts.join('')}END:VTIMEZONE\r\n`
}

const toOffset = (ms: number): string => (ms < 0 ? '-' : '+') + utcMsToLocal(Math.abs(ms)).slice(11, 16).replace(':', '')
