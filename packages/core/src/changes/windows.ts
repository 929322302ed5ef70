import type { EventFilter, Range } from '../store/filters.ts'

/** The ranges of a filter whose bounds may move from one answer to the next. */
const ranges = ['startLocal', 'startMs', 'endLocal', 'endMs', 'updatedMs'] as const

/** The members for events that overlap a window, each with the ranges that exclude them. Their bounds may move, too. */
const overlaps = [
  ['fromLocal', 'startLocal', 'endLocal'],
  ['fromMs', 'startMs', 'endMs'],
] as const

const members = [...ranges, ...overlaps.map(([member]) => member)]

/** The moving part of a filter. */
export type Window = Pick<EventFilter, (typeof ranges)[number] | (typeof overlaps)[number][0]>

/** The windows of several lists, by kind. */
export type Windows = Readonly<Record<string, Window>>

/** Any filter, as far as windows are concerned. */
type Windowed = Window & object

/** The window of a filter. */
export const windowOf = (filter: Windowed): Window =>
  Object.fromEntries(members.flatMap((member) => (filter[member] === undefined ? [] : [[member, filter[member]]])))

/** The filter with another window. */
export function withWindow<F extends Windowed>(filter: F, window: Window): F {
  const rest = { ...filter }
  for (const member of members) Reflect.deleteProperty(rest, member)
  return { ...rest, ...window }
}

/** The parts of a range that another range lacks: below it, and above it. */
function partsOutside<T extends number | string>(range: Range<T>, other: Range<T> | undefined): readonly Range<T>[] {
  const parts: Range<T>[] = []
  if (other?.gte !== undefined && (range.gte === undefined || range.gte < other.gte)) {
    const lt = range.lt === undefined || other.gte < range.lt ? other.gte : range.lt
    parts.push({ ...range, lt })
  }
  if (other?.lt !== undefined && (range.lt === undefined || range.lt > other.lt)) {
    const gte = range.gte === undefined || other.lt > range.gte ? other.lt : range.gte
    parts.push({ ...range, gte })
  }
  return parts
}

/** The range up to a bound. */
const upTo = <T extends number | string>(range: Range<T> | undefined, lt: T): Range<T> =>
  range?.lt === undefined || range.lt > lt ? { ...range, lt } : range

/** Windows that together contain what is in one window and not in another one. They may overlap. */
export function windowsEntered(from: Window, to: Window): readonly Window[] {
  // The member of both windows has the same type, which the compiler does not follow through the unions.
  const outsideRanges = ranges.flatMap((member): readonly Window[] => {
    if (from[member] === undefined) return []
    const parts = partsOutside<number | string>((to[member] ?? {}) as Range<number | string>, from[member])
    return parts.map((part) => ({ ...to, [member]: part }))
  })
  const outsideOverlaps = overlaps.flatMap(([member, start, end]): readonly Window[] => {
    const [bound, next] = [from[member], to[member]]
    const upToBound = (range: Range<number | string> | undefined, lt: number | string): object => upTo(range, lt)
    // No event enters by a bound that is no earlier.
    if (bound === undefined || (next !== undefined && next.start >= bound.start && next.end >= bound.end)) return []
    return [{ ...to, [start]: upToBound(to[start], bound.start), [end]: upToBound(to[end], bound.end) }]
  })
  return [...outsideRanges, ...outsideOverlaps]
}
