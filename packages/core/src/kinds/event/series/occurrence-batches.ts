import type { CalendarStore } from '../../../store/contract.ts'
import type { EntityId, EventRecord } from '../../../store/records.ts'

/** The number of occurrences per lookup. */
const batchSize = 500

/** The stored occurrences of some series by id, those in the trash included, in batches. */
export async function* occurrenceBatches(
  { events }: CalendarStore,
  seriesIds: readonly EntityId[],
): AsyncGenerator<readonly EventRecord[], void, undefined> {
  for (let afterId = 0; seriesIds.length > 0; ) {
    const filter = { seriesIds, afterId }
    const batch = await events.find({ filter, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: batchSize })
    if (batch.length > 0) yield batch
    const last = batch.at(-1)
    if (last === undefined || batch.length < batchSize) return
    afterId = last.id
  }
}
