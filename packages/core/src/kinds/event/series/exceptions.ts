import type { FieldsShape, UnknownFields } from '../../../fields/typed-fields.ts'
import type { Operation } from '../../../record/context.ts'
import { visibleScope } from '../../../record/scope.ts'
import type { EventFilter, EventSort } from '../../../store/filters.ts'
import type { EntityId, EventRecord } from '../../../store/records.ts'
import { yieldToEventLoop } from '../../../time/timer.ts'
import type { EventListFields } from '../list-schema.ts'
import { toEventQuery } from '../query.ts'
import type { Event } from '../view.ts'

/** A series with the occurrences that its rule alone does not describe. */
export interface EventSeries<F extends FieldsShape = UnknownFields> {
  /** The series: its texts, its rule, and the times of its first date. */
  readonly series: Event<F>
  /** The occurrences that differ from the series in more than their dates, by id. */
  readonly changed: readonly Event<F>[]
  /** The dates without an occurrence: wall times in the series' zone, `YYYY-MM-DD HH:MM:SS`, ascending, each once. */
  readonly except: readonly string[]
}

const byId: readonly EventSort[] = [{ key: 'id', direction: 'asc' }]

/** The maximum number of events in one read. */
const batchSize = 200

/**
 * The series with these ids that match a list regardless of its dates, each with its exceptions.
 * @param fields the filters of the list; undefined for all that the viewer can read by id
 * @param view converts stored events to returned ones
 */
export async function readSeries(
  op: Operation,
  ids: readonly EntityId[],
  fields: Partial<EventListFields> | undefined,
  view: (records: readonly EventRecord[]) => Promise<readonly Event[]>,
): Promise<readonly EventSeries[]> {
  if (ids.length === 0) return []
  const { ids: _ids, ...filter } = fields === undefined ? { readable: await visibleScope(op, 'event') } : await withoutDates(op, fields)
  const records = await findAll(op, { ...filter, ids, roles: ['series'] })
  const seriesIds = records.map(({ id }) => id)
  if (seriesIds.length === 0) return []
  // Includes occurrences that the viewer may not read: their dates become exceptions.
  const different = await findAll(op, { seriesIds, changed: true }, true)
  const shown = await view(await findAll(op, { ...filter, seriesIds, changed: true }))
  const shownIds = new Set(shown.map(({ id }) => id))
  const changed = bySeries(shown, ({ recurrence }) => recurrence?.seriesId)
  const missing = bySeries(
    different.filter(({ id }) => !shownIds.has(id)),
    ({ seriesId }) => seriesId,
  )
  return (await view(records)).map((series) => ({
    series,
    changed: changed.get(series.id) ?? [],
    except: exceptOf(series, missing.get(series.id) ?? []),
  }))
}

/** Groups occurrences by the id of their series. */
function bySeries<E>(
  occurrences: readonly E[],
  seriesIdOf: (occurrence: E) => EntityId | undefined,
): ReadonlyMap<EntityId | undefined, E[]> {
  const groups = new Map<EntityId | undefined, E[]>()
  for (const occurrence of occurrences) {
    const group = groups.get(seriesIdOf(occurrence)) ?? []
    group.push(occurrence)
    groups.set(seriesIdOf(occurrence), group)
  }
  return groups
}

/** The filter of a list without its dates, its uids, and its filters for occurrences. */
async function withoutDates(op: Operation, fields: Partial<EventListFields>): Promise<EventFilter> {
  const { from, to, startsFrom, startsUntil, startsBefore, startsAfter, endsBefore, endsAfter, uids, seriesIds, series, ...others } = fields
  // A list with `ids` also has series.
  return (await toEventQuery(op, { ...others, ids: [] })).filter
}

/** The excluded dates of a series, and the dates of its missing occurrences. */
function exceptOf({ recurrence }: Event, missing: readonly EventRecord[]): readonly string[] {
  const dates = missing.map(({ occurrenceKey }) => occurrenceKey.replace('T', ' '))
  return [...new Set([...(recurrence?.except ?? []), ...dates])].sort()
}

async function findAll({ store, signal }: Operation, filter: EventFilter, withoutInherited = false): Promise<readonly EventRecord[]> {
  const found: EventRecord[] = []
  for (let afterId = 0; ; ) {
    const batch = await store.events.find({
      filter: { ...filter, afterId },
      order: byId,
      offset: 0,
      limit: batchSize,
      signal,
      withoutInherited,
    })
    found.push(...batch)
    const last = batch.at(-1)
    if (last === undefined || batch.length < batchSize) return found
    afterId = last.id
    await yieldToEventLoop()
  }
}
