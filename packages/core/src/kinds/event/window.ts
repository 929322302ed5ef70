import type { EventFilter, Range } from '../../store/filters.ts'
import { addLocalSeconds, localToUtcMs, type ParsedDateTime } from '../../time/wall-time.ts'
import type { EventListFields } from './list-schema.ts'

/**
 * A bound of a half-open range: a wall time, or an instant if the filter has an offset. Events have whole seconds, so a lower bound is rounded
 * to the first second inside the range, and an upper bound to the first second after it.
 */
type Bound = { readonly local: string } | { readonly ms: number }

/** The second of the day that a date without a time means. */
type DayEnd = 'first' | 'last'

/** The first second at or after a bound (`strict`: after it). */
function firstSecond(time: ParsedDateTime, end: DayEnd, strict: boolean): Bound {
  const local = time.dateOnly && end === 'last' ? addLocalSeconds(time.local, 86_399) : time.local
  const later = strict || time.fractionMs > 0 ? addLocalSeconds(local, 1) : local
  return time.offsetMinutes === undefined ? { local: later } : { ms: localToUtcMs(later) - time.offsetMinutes * 60_000 }
}

/** Adds a bound to a range; keeps the bound of the range if that is tighter. */
function tighten<T extends number | string>(range: Range<T> | undefined, side: 'gte' | 'lt', bound: T): Range<T> {
  const known = range?.[side]
  const isTighter = known === undefined || (side === 'gte' ? bound > known : bound < known)
  return isTighter ? { ...range, [side]: bound } : { ...range }
}

/** How a filter of a list becomes a bound: of the start or of the end, and on which side. */
interface BoundRule {
  readonly name: 'to' | 'startsFrom' | 'startsUntil' | 'startsBefore' | 'startsAfter' | 'endsBefore' | 'endsAfter'
  readonly of: 'start' | 'end'
  readonly side: 'gte' | 'lt'
  readonly end: DayEnd
  readonly strict: boolean
}

const rules: readonly BoundRule[] = [
  { name: 'startsFrom', of: 'start', side: 'gte', end: 'first', strict: false },
  // "At or before a second" is "before the next second".
  { name: 'startsUntil', of: 'start', side: 'lt', end: 'last', strict: true },
  { name: 'to', of: 'start', side: 'lt', end: 'last', strict: true },
  { name: 'startsAfter', of: 'start', side: 'gte', end: 'last', strict: true },
  { name: 'startsBefore', of: 'start', side: 'lt', end: 'first', strict: false },
  { name: 'endsAfter', of: 'end', side: 'gte', end: 'last', strict: true },
  { name: 'endsBefore', of: 'end', side: 'lt', end: 'first', strict: false },
]

/** The time window of a list. */
export function toWindow(fields: Partial<EventListFields>): EventFilter {
  const ranges: Record<'start' | 'end', Window> = { start: {}, end: {} }
  for (const rule of rules) {
    const time = fields[rule.name]
    if (time === undefined) continue
    const bound = firstSecond(time, rule.end, rule.strict)
    const range = ranges[rule.of]
    if ('local' in bound) range.local = tighten(range.local, rule.side, bound.local)
    else range.ms = tighten(range.ms, rule.side, bound.ms)
  }
  const { start, end } = ranges
  return {
    ...(fields.from !== undefined && toOverlap(fields.from)),
    ...(start.local !== undefined && { startLocal: start.local }),
    ...(start.ms !== undefined && { startMs: start.ms }),
    ...(end.local !== undefined && { endLocal: end.local }),
    ...(end.ms !== undefined && { endMs: end.ms }),
  }
}

interface Window {
  local?: Range<string>
  ms?: Range<number>
}

/** Ends after a time, or starts at or after it. */
function toOverlap(from: ParsedDateTime): Pick<EventFilter, 'fromLocal' | 'fromMs'> {
  const [start, end] = [firstSecond(from, 'first', false), firstSecond(from, 'first', true)]
  if ('ms' in start && 'ms' in end) return { fromMs: { start: start.ms, end: end.ms } }
  return 'local' in start && 'local' in end ? { fromLocal: { start: start.local, end: end.local } } : {}
}
