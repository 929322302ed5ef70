import { dayMs } from './clock.ts'
import { utcMsToLocal } from './wall-time.ts'
import { offsetMs, type ZoneName } from './zone.ts'

/** A change of a zone's offset from UTC. Offsets are in milliseconds. */
export interface ClockChange {
  /** The first instant with the new offset, in milliseconds since 1970. */
  readonly ms: number
  /** The offset before. */
  readonly from: number
  /** The offset from then on. */
  readonly to: number
}

/** The distance between two compared offsets: less than the 95 hours between any two changes of a zone. */
const stepMs = 3 * dayMs

/** Cached clock changes by zone and years: finding those of one year takes 0.4 ms. */
const known = new Map<string, readonly ClockChange[]>()
const maxKnown = 500

/** The clock changes of a zone from the first to the last year, inclusive, by wall time. */
export function clockChanges(zone: ZoneName, firstYear: number, lastYear: number): readonly ClockChange[] {
  const key = `${zone} ${firstYear} ${lastYear}`
  const cached = known.get(key)
  if (cached !== undefined) return cached
  const found = findClockChanges(zone, firstYear, lastYear)
  if (known.size >= maxKnown) known.clear()
  known.set(key, found)
  return found
}

function findClockChanges(zone: ZoneName, firstYear: number, lastYear: number): readonly ClockChange[] {
  const changes: ClockChange[] = []
  const endMs = Date.UTC(lastYear + 1, 0, 1) + dayMs
  for (let ms = Date.UTC(firstYear, 0, 1) - dayMs; ms < endMs; ms += stepMs) {
    const [from, to] = [offsetMs(zone, ms), offsetMs(zone, ms + stepMs)]
    if (from !== to) changes.push({ ms: firstSecondOf(zone, to, ms, ms + stepMs), from, to })
  }
  return changes.filter(({ ms, from }) => {
    const year = Number(utcMsToLocal(ms + from).slice(0, 4))
    return year >= firstYear && year <= lastYear
  })
}

function firstSecondOf(zone: ZoneName, offset: number, beforeMs: number, afterMs: number): number {
  let [low, high] = [beforeMs, afterMs]
  while (high - low > 1_000) {
    const middle = low + Math.floor((high - low) / 2_000) * 1_000
    if (offsetMs(zone, middle) === offset) high = middle
    else low = middle
  }
  return high
}
