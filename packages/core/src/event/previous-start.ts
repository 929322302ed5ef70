import { statusOf } from '../record/status.ts'
import type { EventRecord, EventTimes } from '../store/records.ts'
import { instantToLocal, resolveLocalLike } from '../time/wall-time.ts'

/** The first announced start of an event that has moved. */
export type PreviousStart = Pick<EventRecord, 'previousStartLocal' | 'previousStartMs'>

/** An event that has not moved. */
const none: PreviousStart = { previousStartLocal: '', previousStartMs: null }

/**
 * The previous start to store with a write. A write that changes the start's instant sets it if the event was public before, because
 * readers may have seen the former start. Later moves keep it, and a move back to that instant clears it. Starts are compared by instant;
 * the text is wall time in the event's zone.
 * @param before the event that is updated
 */
export function previousStartAfter(before: EventRecord | undefined, times: EventTimes, nowMs: number): PreviousStart {
  const former = before && announcedStart(before, nowMs)
  if (before === undefined || former === undefined || former.ms === times.startMs) return none
  const local = before.times.timeZone === times.timeZone ? former.local : instantToLocal(former.ms, times.timeZone)
  return { previousStartLocal: local, previousStartMs: former.ms }
}

/** The start that readers know: the first announced one, or the present one of a public event. */
function announcedStart(event: EventRecord, nowMs: number): { readonly local: string; readonly ms: number } | undefined {
  if (event.previousStartMs !== null) return { local: event.previousStartLocal, ms: event.previousStartMs }
  return statusOf(event, nowMs) === 'publish' ? { local: event.times.startLocal, ms: event.times.startMs } : undefined
}

/** Resolves the same wall time under the current zone rules. A wall time that occurs twice stays the earlier or the later one. */
export function recomputePreviousStart(event: EventRecord, { timeZone, startMs }: EventTimes): PreviousStart {
  const { previousStartLocal, previousStartMs } = event
  if (previousStartMs === null) return none
  const { ms } = resolveLocalLike(previousStartLocal, timeZone, previousStartMs)
  return ms === startMs ? none : { previousStartLocal, previousStartMs: ms }
}
