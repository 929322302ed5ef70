import type { EntityId } from '@kalends/core/store'
import type { StoreContext } from '../engine/store-context.ts'
import type { RecordTableName } from '../schema/tables.ts'

/** Removes what belongs to deleted records: their aliases, and of events the proposals and preview tokens. */
export async function deleteBelongings({ db, tables }: StoreContext, kind: RecordTableName, ids: readonly EntityId[]): Promise<void> {
  await db.deleteFrom(tables.aliases).where('kind', '=', kind).where('record_id', 'in', ids).execute()
  if (kind !== 'events') return
  await db.deleteFrom(tables.proposals).where('event_id', 'in', ids).execute()
  await db.deleteFrom(tables.previews).where('event_id', 'in', ids).execute()
}
