import type { Clock } from '@kalends/core'

/** A clock that stands still until it is told otherwise. */
export interface FixedClock extends Clock {
  /** Puts it to an instant, such as `2026-03-29T01:30:00Z`. */
  set(iso: string): void
  /** Moves it on by that many milliseconds; back when negative. */
  advance(ms: number): void
}

/**
 * A clock that stands still, for tests that need to know what time it is.
 * @param iso the instant that it shows, such as `2026-03-29T01:30:00Z`
 * @example
 * const clock = fixedClock('2026-06-01T12:00:00Z')
 * clock.advance(60_000)
 */
export function fixedClock(iso: string): FixedClock {
  let nowMs = instantOf(iso)
  return {
    nowMs: () => nowMs,
    set(next) {
      nowMs = instantOf(next)
    },
    advance(ms) {
      nowMs += ms
    },
  }
}

function instantOf(iso: string): number {
  // Without an offset the text would mean another instant on every host.
  const ms = /(?:Z|[+-]\d\d:\d\d)$/.test(iso) ? Date.parse(iso) : Number.NaN
  if (Number.isNaN(ms)) throw new Error(`Give the clock an instant with an offset, such as 2026-06-01T12:00:00Z, not ${iso}`)
  return ms
}
