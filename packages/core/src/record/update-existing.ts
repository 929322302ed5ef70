import type { WriteOperation } from './context.ts'
import type { KindDefinition, PublishedTypes, RecordFor } from './definition.ts'
import { targetOf } from './write-target.ts'

/**
 * Updates an existing record with the input of a creation that conflicts with it, as `update` does it.
 * @throws not_found, in_trash, invalid_input, uid_taken, unauthenticated, forbidden
 */
export async function updateExisting<D extends PublishedTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  fields: Partial<D['fields']>,
  record: RecordFor<D>,
): Promise<RecordFor<D>> {
  const target = await targetOf(op, kind, record.id, record)
  await target.demand(fields)
  return target.change(fields)
}
