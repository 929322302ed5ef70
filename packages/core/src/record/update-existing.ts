import type { EntityId } from '../store/records.ts'
import { applyChange } from './apply.ts'
import type { WriteOperation } from './context.ts'
import type { KindDefinition, PublishedTypes, RecordFor } from './definition.ts'
import { loadForChange } from './load.ts'
import { planChange } from './plan.ts'

/**
 * Updates the record that a creation has met, with its input, as `update` does it.
 * @throws not_found, in_trash, invalid_input, uid_taken, unauthenticated, forbidden
 */
export async function updateExisting<D extends PublishedTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  fields: Partial<D['fields']>,
  id: EntityId,
): Promise<RecordFor<D>> {
  const { record } = await loadForChange(op, kind, id, () => fields)
  return applyChange(op, kind, await planChange(op, kind, fields, record))
}
