import { type AbortSignalLike, throwIfAborted } from '../store/abort-signal.ts'
import type { CalendarStore } from '../store/contract.ts'
import type { ReadScope, TimeSpan } from '../store/filters.ts'
import type { EntityId, EventRecord, EventTimes, StoredStatus } from '../store/records.ts'
import { dayMs } from '../time/clock.ts'
import { utcMsToLocal } from '../time/wall-time.ts'
import { listedRoles } from './scope.ts'

/** Whether an event takes the time of its venues: not in the trash, not cancelled, and not online alone. */
export const takesVenues = ({ role, status, eventStatus, attendance }: EventRecord): boolean =>
  role !== 'series' &&
  status !== 'trash' &&
  status !== 'deleted' &&
  eventStatus !== 'cancelled' &&
  eventStatus !== 'movedOnline' &&
  attendance !== 'online'

/** The last second of an all-day event belongs to it. */
const lastSecondMs = 1_000

/** The time that an event takes: an all-day event until the end of its last day. */
export const spanOf = ({ allDay, startMs, endMs }: EventTimes): TimeSpan => ({ startMs, endMs: allDay ? endMs + lastSecondMs : endMs })

/** Whether two spans overlap. Spans that touch do not. */
export const overlap = (a: TimeSpan, b: TimeSpan): boolean => a.startMs < b.endMs && a.endMs > b.startMs

/** The order of spans: by start, then end. */
export const bySpan = (a: TimeSpan, b: TimeSpan): number => a.startMs - b.startMs || a.endMs - b.endMs

/** What {@link findOverlapping} looks for. */
export interface OverlapQuery {
  /** One of the venues of the events is one of these. */
  readonly venueIds: readonly EntityId[]
  /** The times: at most a few thousand. */
  readonly spans: readonly TimeSpan[]
  /** Events to leave out; a series stands for all of its dates. @default none */
  readonly exceptIds?: readonly EntityId[] | undefined
  /** Which events count. @default all */
  readonly readable?: ReadScope | undefined
  /** Which of the events that overlap one of the times count. @default all */
  readonly counts?: ((event: EventRecord) => boolean) | undefined
  /** The maximum number of events. */
  readonly limit: number
  /** Aborted when the caller no longer waits. */
  readonly signal?: AbortSignalLike | undefined
}

/** How far a wall time may be ahead of the instant that it stands for. */
const maxOffsetMs = dayMs

/** The maximum number of spans in one read. */
const spansPerRead = 30

/** The maximum number of events in one read. Each skips those before it: with 500, 10,000 events took twice the processor time. */
const eventsPerRead = 2_000

const statusesOutsideTrash: readonly StoredStatus[] = ['publish', 'draft', 'pending', 'private']

/** All statuses that events outside of the trash have. */
const anybodys: ReadScope = statusesOutsideTrash.map((status) => ({ status }))

/**
 * Finds the events that take some venues at some times, by start; hidden, scheduled and unpublished ones, too. Members that occurrences inherit may
 * be empty. Takes one statement for 30 times and 2,000 events.
 */
export async function findOverlapping(store: CalendarStore, query: OverlapQuery): Promise<readonly EventRecord[]> {
  const { exceptIds = [], counts = () => true, limit, signal } = query
  const spans = query.spans.toSorted(bySpan)
  const except = new Set(exceptIds)
  const found = new Map<EntityId, EventRecord>()
  for (let at = 0; at < spans.length; at += spansPerRead) {
    const some = spans.slice(at, at + spansPerRead)
    for (let offset = 0; ; offset += eventsPerRead) {
      throwIfAborted(signal)
      const batch = await readOverlapping(store, query, some, offset)
      for (const event of batch) {
        const isOther = !except.has(event.id) && !except.has(event.seriesId)
        const isBusy = isOther && takesVenues(event) && some.some((span) => overlap(span, spanOf(event.times)))
        if (isBusy && counts(event)) found.set(event.id, event)
        if (found.size === limit) return byStart(found)
      }
      if (batch.length < eventsPerRead) break
    }
  }
  return byStart(found)
}

const byStart = (found: ReadonlyMap<EntityId, EventRecord>): readonly EventRecord[] =>
  [...found.values()].sort((a, b) => bySpan(a.times, b.times) || a.id - b.id)

/** Reads the events that overlap one of these spans, which are sorted, or end with the second before one. */
function readOverlapping(
  store: CalendarStore,
  { venueIds, readable = anybodys, signal }: OverlapQuery,
  spans: readonly TimeSpan[],
  offset: number,
): Promise<readonly EventRecord[]> {
  const overlaps = spans.map(({ startMs, endMs }) => ({ startMs: startMs - lastSecondMs, endMs }))
  const firstMs = overlaps[0]?.startMs ?? 0
  const lastMs = overlaps.reduce((last, { endMs }) => Math.max(last, endMs), firstMs)
  return store.events.find({
    filter: {
      venueIds,
      readable,
      roles: listedRoles,
      // The filter of the overlap decides; the others are bounds that stores have indexes for.
      overlaps,
      fromMs: { start: firstMs + 1, end: firstMs + 1 },
      startLocal: { lt: utcMsToLocal(lastMs + maxOffsetMs) },
    },
    order: [
      { key: 'startLocal', direction: 'asc' },
      { key: 'id', direction: 'asc' },
    ],
    offset,
    limit: eventsPerRead,
    withoutInherited: true,
    ...(signal !== undefined && { signal }),
  })
}
