import { statusOf } from '../../record/status.ts'
import type { EventRecord, EventTimes } from '../../store/records.ts'
import { instantToLocal, resolveLocalLike } from '../../time/wall-time.ts'

/** The first announced start of an event that has moved. */
export type PreviousStart = Pick<EventRecord, 'previousStartLocal' | 'previousStartMs'>

/** An event that has not moved. */
const none: PreviousStart = { previousStartLocal: '', previousStartMs: null }

/**
 * The previous start to store with a write. A move of a public event sets it to the start before the move, because readers may have seen that
 * start. Later moves keep it, and a move back to that instant clears it. Starts are compared by instant; the text is wall time in the event's
 * zone.
 * @param before the event before an update; undefined for a new event
 * @param times the times after the write
 */
export function previousStartAfter(before: EventRecord | undefined, times: EventTimes, nowMs: number): PreviousStart {
  const announced = before && announcedStart(before, nowMs)
  if (before === undefined || announced === undefined || announced.ms === times.startMs) return none
  const local = before.times.timeZone === times.timeZone ? announced.local : instantToLocal(announced.ms, times.timeZone)
  return { previousStartLocal: local, previousStartMs: announced.ms }
}

/** The start that readers may have seen: the previous start, or the present start of a public event; undefined if there is neither. */
function announcedStart(event: EventRecord, nowMs: number): { readonly local: string; readonly ms: number } | undefined {
  if (event.previousStartMs !== null) return { local: event.previousStartLocal, ms: event.previousStartMs }
  return statusOf(event, nowMs) === 'publish' ? { local: event.times.startLocal, ms: event.times.startMs } : undefined
}

/**
 * Resolves the stored previous start again, after the rules of the zone have changed. The wall time stays. If it occurs twice, the start stays
 * the first or the second of the two instants.
 */
export function recomputePreviousStart(event: EventRecord, { timeZone, startMs }: EventTimes): PreviousStart {
  const { previousStartLocal, previousStartMs } = event
  if (previousStartMs === null) return none
  const { ms } = resolveLocalLike(previousStartLocal, timeZone, previousStartMs)
  return ms === startMs ? none : { previousStartLocal, previousStartMs: ms }
}
