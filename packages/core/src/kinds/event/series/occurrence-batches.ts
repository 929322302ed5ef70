import type { CalendarStore } from '../../../store/contract.ts'
import type { EventFilter } from '../../../store/filters.ts'
import type { EntityId, EventRecord } from '../../../store/records.ts'

/** The number of occurrences per lookup. */
const batchSize = 500

/**
 * The stored occurrences of some series by id, those in the trash included, in batches.
 * @param matching a filter that they match @default all of them
 */
export async function* occurrenceBatches(
  { events }: CalendarStore,
  seriesIds: readonly EntityId[],
  matching: EventFilter = {},
): AsyncGenerator<readonly EventRecord[], void, undefined> {
  for (let { afterId = 0 } = matching; seriesIds.length > 0; ) {
    const filter = { ...matching, seriesIds, afterId }
    const batch = await events.find({ filter, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: batchSize })
    if (batch.length > 0) yield batch
    const last = batch.at(-1)
    if (last === undefined || batch.length < batchSize) return
    afterId = last.id
  }
}
