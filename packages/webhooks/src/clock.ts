import type { Clock } from '@kalends/core'

/** The clock of the machine, for receivers, which have no calendar; the only place in the package that reads it. */
export const systemClock: Clock = { nowMs: () => Date.now() }
