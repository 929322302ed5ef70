import type { Clock } from '@kalends/core'

/** A clock with a fixed time that tests can change. */
export interface FixedClock extends Clock {
  /** Sets the clock to an instant, such as `2026-03-29T01:30:00Z`. */
  set(iso: string): void
  /** Advances the clock by that many milliseconds; negative values set it back. */
  advance(ms: number): void
}

/**
 * A clock with a fixed time, for tests that depend on the current time.
 * @param iso the instant of the clock, such as `2026-03-29T01:30:00Z`
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
  // Without an offset the string would mean a different instant on every host.
  const ms = /(?:Z|[+-]\d\d:\d\d)$/.test(iso) ? Date.parse(iso) : Number.NaN
  if (Number.isNaN(ms)) throw new Error(`Give the clock an instant with an offset, such as 2026-06-01T12:00:00Z, not ${iso}`)
  return ms
}
