import { invalidInput } from '../../errors/calendar-error.ts'
import { idsField } from '../../input/lists.ts'
import { assertNoIssues, type Issues, readFields, requireFields, requireObject, type Shape } from '../../input/read.ts'
import { listTimeField } from '../../input/scalars.ts'
import { beginOperation, type CalendarContext, type Operation } from '../../record/context.ts'
import { type ReadOptions, readingIn } from '../../record/list-options.ts'
import { resolveListTimes, type WithRelativeTimes } from '../../record/list-times.ts'
import { bySpan, findOverlapping, spanOf } from '../../record/occupancy.ts'
import { toEndMs, toInstantMs } from '../../record/publication.ts'
import { visibleScope } from '../../record/scope.ts'
import type { TimeSpan } from '../../store/filters.ts'
import { isReadable } from '../../store/matching.ts'
import type { EventRecord } from '../../store/records.ts'
import { dayMs } from '../../time/clock.ts'
import type { TimeInput } from '../../time/time-value.ts'
import type { ParsedDateTime } from '../../time/wall-time.ts'
import { countedScope, visibleIds } from './query.ts'

/** Which venues, and when. */
export interface FreeBusyInput {
  /** The ids of the venues. Those that the viewer may not see have no events. */
  readonly venueIds: number | readonly number[]
  /** The first moment. A text without an offset is wall time in the calendar's zone, a date alone its first moment; it may be relative. */
  readonly from: TimeInput
  /** The last moment, at most 366 days later; a date alone includes that whole day. */
  readonly to: TimeInput
}

/** A time at which a venue is taken, by one event or by several that overlap or touch. */
export interface BusyInterval extends TimeSpan {
  /** The venue. */
  readonly venueId: number
  /** The ids of the events that the viewer may read, by start; the times of the others are part of the interval. */
  readonly eventIds: readonly number[]
}

/**
 * The times at which venues are taken, by venue, then start. Drafts, hidden and scheduled events count; cancelled ones, those in the trash, and those
 * that take place online alone do not. Events that the viewer may not read count only for a viewer who may create events.
 * @throws invalid_input naming every invalid field; naming `to` where more than 10,000 events are in the time, one at several of the venues once for
 * each
 * @throws TypeError an option is unknown
 * @example
 * const busy = await calendar.freeBusy({ venueIds: [1, 2], from: 'today', to: '+1 week' })
 */
export type FreeBusy = (input: FreeBusyInput, options?: ReadOptions) => Promise<readonly BusyInterval[]>

/** A parsed {@link FreeBusyInput}. */
interface FreeBusyFields {
  readonly venueIds: readonly number[]
  readonly from: ParsedDateTime
  readonly to: ParsedDateTime
}

/** The schemas of the input of free and busy times. */
export const freeBusyShape: Shape<WithRelativeTimes<FreeBusyFields>> = { venueIds: idsField, from: listTimeField, to: listTimeField }

/** The maximum number of days. */
const maxDays = 366

/** The maximum number of events, counted once for each of their venues: as many intervals are answered. */
const maxEvents = 10_000

/** The function that reads free and busy times of a calendar. */
export const createFreeBusy =
  (context: CalendarContext): FreeBusy =>
  async (input, options = {}) => {
    const op = beginOperation(readingIn(context, 'freeBusy', options))
    const { venueIds, span } = readFreeBusyInput(op, input)
    const scope = await visibleScope(op, 'event')
    const visible = await visibleIds(op, 'venue', venueIds)
    const query = { venueIds: visible, spans: [span], readable: await countedScope(op, scope), limit: maxEvents + 1, signal: op.signal }
    const events = await findOverlapping(op.store, query)
    const asked = new Set(visible)
    const taken = events.reduce((sum, event) => sum + event.venueIds.filter((id) => asked.has(id)).length, 0)
    if (taken > maxEvents) throw invalidInput({ to: { code: 'too_many_events', max: maxEvents } })
    return visible.toSorted((a, b) => a - b).flatMap((venueId) => merge(venueId, events, span, (event) => isReadable(scope, event)))
  }

/**
 * The venues and the time of an input.
 * @throws invalid_input naming every invalid field
 */
export function readFreeBusyInput(
  op: Pick<Operation, 'nowMs' | 'timeZone'>,
  input: object,
): { readonly venueIds: readonly number[]; readonly span: TimeSpan } {
  requireObject('input', input)
  const { values, issues } = readFields(freeBusyShape, input)
  requireFields(['venueIds', 'from', 'to'], values, issues)
  const { venueIds = [], from, to } = resolveListTimes<FreeBusyFields>(values, op, issues)
  assertNoIssues(issues)
  const span = { startMs: from === undefined ? 0 : toInstantMs(from, op.timeZone), endMs: to === undefined ? 0 : toEndMs(to, op.timeZone) }
  const found: Issues = {}
  if (span.endMs <= span.startMs) found['to'] = { code: 'before_start' }
  // A day may have 25 hours.
  if (span.endMs - span.startMs > (maxDays + 1) * dayMs) found['to'] = { code: 'too_many_days', max: maxDays }
  assertNoIssues(found)
  return { venueIds, span }
}

/** The times at which one venue is taken, without what is outside of a span. */
function merge(venueId: number, events: readonly EventRecord[], { startMs, endMs }: TimeSpan, isShown: (event: EventRecord) => boolean) {
  const merged: (BusyInterval & { startMs: number; endMs: number; eventIds: number[] })[] = []
  const own = events.filter(({ venueIds }) => venueIds.includes(venueId)).map((event) => ({ event, ...spanOf(event.times) }))
  for (const { event, ...time } of own.sort(bySpan)) {
    const [from, to] = [Math.max(time.startMs, startMs), Math.min(time.endMs, endMs)]
    const ids = isShown(event) ? [event.id] : []
    const last = merged.at(-1)
    if (last === undefined || from > last.endMs) merged.push({ venueId, startMs: from, endMs: to, eventIds: ids })
    else {
      last.endMs = Math.max(last.endMs, to)
      last.eventIds.push(...ids)
    }
  }
  return merged
}
