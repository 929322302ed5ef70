import { demand } from '../access/decision.ts'
import type { WriteScope } from '../access/policy.ts'
import { applyChange, applyRemoval } from './apply.ts'
import type { WriteOperation } from './context.ts'
import type { KindDefinition, KindTypes, RecordFor } from './definition.ts'
import { toPublicTarget } from './load.ts'
import { notFound, type RecordRef } from './lookup.ts'
import { planChange } from './plan.ts'

/** The stored records that a write changes, with their rules: one record, or a series with its occurrences. */
export interface WriteTarget<D extends KindTypes> {
  /** The record that the caller names. */
  readonly record: RecordFor<D>
  /** The record whose trash a restoration empties: it can be the series of the named one. */
  readonly subject: RecordFor<D>
  /**
   * Passes if the viewer may set these fields. Asks the policy once.
   * @param fields null to delete permanently
   * @throws not_found, unauthenticated, forbidden
   * @throws in_trash the record is in the trash and would stay there
   */
  demand(fields: Partial<D['fields']> | null): Promise<void>
  /**
   * Carries out a change that the policy allows.
   * @returns the named record after the change
   * @throws invalid_input, uid_taken, unauthenticated, forbidden
   */
  change(fields: Partial<D['fields']>): Promise<RecordFor<D>>
  /**
   * Carries out a permanent deletion that the policy allows.
   * @param view shows the last state of the named record; called before anything is deleted
   */
  remove<T>(view: () => Promise<T>): Promise<T>
}

/**
 * Finds what a write changes.
 * @param scope how much of a series, where the caller says so
 * @throws not_found the record does not exist, or the viewer may not know it
 */
export async function findTarget<D extends KindTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  ref: RecordRef,
  scope?: WriteScope,
): Promise<WriteTarget<D>> {
  const record = await kind.find(op, ref)
  if (record === undefined) throw notFound(kind.kind, ref)
  const one = toSingleTarget(op, kind, ref, record)
  return kind.toTarget === undefined ? one : kind.toTarget(op, one, ref, scope)
}

/** The target of a write that changes one record. */
function toSingleTarget<D extends KindTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  ref: RecordRef,
  record: RecordFor<D>,
): WriteTarget<D> {
  return {
    record,
    subject: record,
    demand: async (fields) => {
      if (kind.lifecycle !== undefined) return kind.lifecycle.demandWrite(op, record, ref, fields)
      return demand(op.viewer, { action: fields === null ? 'delete' : 'update', kind: kind.kind, record: toPublicTarget(op, record.id) })
    },
    change: async (fields) => applyChange(op, kind, await planChange(op, kind, fields, record)),
    remove: (view) => applyRemoval(op, kind, record, view),
  }
}
