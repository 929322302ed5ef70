import { applyRelated, type ReadyRecord, runHooksOf } from './apply.ts'
import { decideAfterHooks, decideCreate, type OnConflict, type Resolution } from './conflict.ts'
import type { WriteOperation } from './context.ts'
import type { KindDefinition, PublishedTypes, RecordFor } from './definition.ts'
import { planChange, planNew, type RecordPlan } from './plan.ts'
import { targetOf } from './write-target.ts'

/** The result of {@link resolveCreate}: a new record to insert, or what to do with the existing record that has its uid or slug. */
export type CreateResolution<D extends PublishedTypes> =
  | { readonly type: 'create'; readonly plan: RecordPlan<D>; readonly ready: ReadyRecord<D> }
  | Resolution<D>

/**
 * Plans a new record, runs its hooks and creates the records that belong to it. Stops if another record has its uid or its given slug: this
 * is checked before the hooks and after them, because a hook may create such a record.
 * @throws invalid_input, uid_taken, slug_taken, unauthenticated, forbidden
 */
export async function resolveCreate<D extends PublishedTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  fields: Partial<D['fields']>,
  onConflict: OnConflict,
): Promise<CreateResolution<D>> {
  const decision = await decideCreate(op, kind, fields, onConflict)
  if (decision.type !== 'create') return decision
  const plan = await planNew(op, kind, fields)
  await runHooksOf(op, kind, plan)
  const conflict = await decideAfterHooks(op, kind, fields, onConflict)
  if (conflict !== undefined) return conflict
  const ready = { ...(await applyRelated(op, kind, plan)), keepsSlug: decision.keepsSlug }
  // The hooks of the records that were created with it have run, too.
  return (await decideAfterHooks(op, kind, fields, onConflict)) ?? { type: 'create', plan, ready }
}

/**
 * Plans what {@link resolveCreate} does, up to the hooks: asks the same questions of the policy, and writes nothing.
 * @throws invalid_input, uid_taken, slug_taken, unauthenticated, forbidden
 */
export async function planCreation<D extends PublishedTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  fields: Partial<D['fields']>,
  onConflict: OnConflict,
): Promise<void> {
  const decision = await decideCreate(op, kind, fields, onConflict)
  if (decision.type === 'create') await planNew(op, kind, fields)
  if (decision.type !== 'update') return
  const target = await targetOf(op, kind, decision.record.id, decision.record)
  await target.demand(fields)
  await planChange(op, kind, fields, decision.record)
}

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
