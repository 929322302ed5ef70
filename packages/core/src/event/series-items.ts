import type { Operation } from '../record/context.ts'
import { visibleScope } from '../record/scope.ts'
import { yieldToEventLoop } from '../record/yield-to-event-loop.ts'
import type { EventFilter, EventSort } from '../store/filters.ts'
import type { EntityId, EventRecord } from '../store/records.ts'
import { byStart } from './by-start.ts'
import type { EventListFields } from './list-schema.ts'
import { toEventQuery } from './query.ts'
import { loadRelations } from './relations.ts'
import { type Event, toEvent } from './view.ts'

/** A series with the occurrences that its rule alone does not describe. */
export interface EventSeries {
  /** The series: its texts, its rule, and the times of its first date. */
  readonly series: Event
  /** The occurrences that differ from the series in more than their dates, by id. */
  readonly changed: readonly Event[]
  /** The dates without an occurrence: wall times in the series' zone, `YYYY-MM-DD HH:MM:SS`, ascending, each once. */
  readonly except: readonly string[]
}

const byId: readonly EventSort[] = [{ key: 'id', direction: 'asc' }]

/** The number of events that are read and converted between two turns of the event loop. */
const batchSize = 200

/** The first events of a list by start, then id. */
export async function firstByStart(op: Operation, filter: EventFilter, limit: number): Promise<readonly Event[]> {
  const events: Event[] = []
  for (let offset = 0; offset < limit; offset += batchSize) {
    if (offset > 0) await yieldToEventLoop()
    const size = Math.min(batchSize, limit - offset)
    const batch = await op.store.events.find({ filter, order: byStart, offset, limit: size, signal: op.signal })
    events.push(...(await viewAll(op, batch)))
    if (batch.length < size) break
  }
  return events
}

/**
 * Of the series with these ids, those that match a list regardless of dates, each with its exceptions.
 * @param fields the filters of the list; undefined for all that the viewer can read by id
 */
export async function readSeries(
  op: Operation,
  ids: readonly EntityId[],
  fields: Partial<EventListFields> | undefined,
): Promise<readonly EventSeries[]> {
  if (ids.length === 0) return []
  const { ids: _ids, ...filter } = fields === undefined ? { readable: await visibleScope(op, 'event') } : await withoutDates(op, fields)
  const records = await findAll(op, { ...filter, ids, roles: ['series'] })
  const seriesIds = records.map(({ id }) => id)
  if (seriesIds.length === 0) return []
  // Includes occurrences that the viewer may not read: their dates become exceptions.
  const different = await findAll(op, { seriesIds, changed: true })
  const shown = await viewAll(op, await findAll(op, { ...filter, seriesIds, changed: true }))
  const shownIds = new Set(shown.map(({ id }) => id))
  const notShown = different.filter(({ id }) => !shownIds.has(id))
  return (await viewAll(op, records)).map((series) => ({
    series,
    changed: shown.filter(({ recurrence }) => recurrence?.seriesId === series.id),
    except: exceptOf(series, notShown),
  }))
}

/** The filter of a list without its dates, and without those that choose occurrences. */
async function withoutDates(op: Operation, fields: Partial<EventListFields>): Promise<EventFilter> {
  const { startDate, endDate, startsBefore, startsAfter, endsBefore, endsAfter, uids, series, recurring, ...others } = fields
  // A list of named ids has no dates.
  return (await toEventQuery(op, { ...others, include: [] })).filter
}

function exceptOf({ id, recurrence }: Event, notShown: readonly EventRecord[]): readonly string[] {
  const missing = notShown.filter(({ seriesId }) => seriesId === id).map(({ occurrenceKey }) => occurrenceKey.replace('T', ' '))
  return [...new Set([...(recurrence?.except ?? []), ...missing])].sort()
}

async function findAll({ store, signal }: Operation, filter: EventFilter): Promise<readonly EventRecord[]> {
  const found: EventRecord[] = []
  for (let afterId = 0; ; ) {
    const batch = await store.events.find({ filter: { ...filter, afterId }, order: byId, offset: 0, limit: batchSize, signal })
    found.push(...batch)
    const last = batch.at(-1)
    if (last === undefined || batch.length < batchSize) return found
    afterId = last.id
    await yieldToEventLoop()
  }
}

async function viewAll(op: Operation, records: readonly EventRecord[]): Promise<readonly Event[]> {
  const relations = await loadRelations(op, records)
  return records.map((record) => toEvent(record, relations, op))
}
