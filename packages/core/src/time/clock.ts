/** The source of "now". Inject one to make calendar logic testable; every operation reads it once. */
export interface Clock {
  /** The current instant in milliseconds since 1970-01-01T00:00:00Z. */
  nowMs(): number
}

/** The clock of the machine; the only place in the core that reads it. */
export const systemClock: Clock = { nowMs: () => Date.now() }

/** The length of a minute in milliseconds. */
export const minuteMs = 60_000

/** The length of a day of wall time in milliseconds. */
export const dayMs = 86_400_000
