import type { EventTimes } from '../../../store/records.ts'
import { keyMs, toKey } from '../keys.ts'
import { timesAt } from '../times-at.ts'

/** The length of an event in wall time, in milliseconds. */
export const lengthOf = ({ startLocal, endLocal }: EventTimes): number => keyMs(endLocal) - keyMs(startLocal)

/**
 * The times of a series that begins at a key. Its texts stay as they are where clocks skip them: a series from 02:30 that begins in the night
 * of a clock change would otherwise be one from 03:30 for ever.
 */
export const seriesTimesAt = (times: EventTimes, key: string): EventTimes => ({
  ...timesAt(times, key),
  startLocal: key,
  endLocal: toKey(keyMs(key) + lengthOf(times)),
})
