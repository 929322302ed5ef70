import type { EntityId } from '../store/records.ts'
import type { WriteOperation } from './context.ts'
import type { KindDefinition, PublishedTypes, RecordFor } from './definition.ts'
import { findTarget } from './write-target.ts'

/**
 * Updates an existing record with the input of a creation that conflicts with it, as `update` does it.
 * @throws not_found, in_trash, invalid_input, uid_taken, unauthenticated, forbidden
 */
export async function updateExisting<D extends PublishedTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  fields: Partial<D['fields']>,
  id: EntityId,
): Promise<RecordFor<D>> {
  const target = await findTarget(op, kind, id)
  await target.demand(fields)
  return target.change(fields)
}
