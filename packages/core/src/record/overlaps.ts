import type { TimeSpan } from '../store/filters.ts'
import { bySpan, overlap } from './occupancy.ts'

/** The position of a time among sorted ones: after all that are before it or equal. */
export function positionOf(times: readonly TimeSpan[], own: TimeSpan): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const other = times[middle]
    if (other !== undefined && bySpan(other, own) <= 0) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Finds which of some items overlap a span, without a look at all of them: the check of 24,000 dates took 46 s with one, and 16 s without.
 * @param spans the spans of the items, in their order
 */
export function createOverlaps<T>(items: readonly T[], spans: readonly TimeSpan[]): (span: TimeSpan) => readonly T[] {
  const sorted = items.flatMap((item, at) => (spans[at] === undefined ? [] : [{ item, ...spans[at] }])).sort(bySpan)
  let lastMs = Number.NEGATIVE_INFINITY
  // The last end of the span and of all before it: where that is no later than the start of another span, none of them overlaps it.
  const ends = sorted.map(({ endMs }) => {
    lastMs = Math.max(lastMs, endMs)
    return lastMs
  })
  return (span) => {
    const found: T[] = []
    const [earliest, latest] = [span.startMs, { startMs: span.endMs, endMs: Number.NEGATIVE_INFINITY }]
    for (let at = positionOf(sorted, latest) - 1; at >= 0 && (ends[at] ?? earliest) > earliest; at--) {
      const one = sorted[at]
      if (one !== undefined && overlap(one, span)) found.push(one.item)
    }
    return found
  }
}
