import { demand } from '../access/decision.ts'
import type { WriteScope } from '../access/policy.ts'
import { applyChange, applyRemoval } from './apply.ts'
import type { WriteOperation } from './context.ts'
import type { KindDefinition, KindTypes, RecordFor, WriteTarget } from './definition.ts'
import { notFound, type RecordRef } from './lookup.ts'
import { planChange } from './plan.ts'
import { toPublicSubject } from './prepare.ts'

/**
 * Finds the records that a write changes.
 * @param scope how much of a series to change; undefined if the caller does not say
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
  return targetOf(op, kind, ref, record, scope)
}

/** The records that a write of a stored record changes. */
export async function targetOf<D extends KindTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  ref: RecordRef,
  record: RecordFor<D>,
  scope?: WriteScope,
): Promise<WriteTarget<D>> {
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
    restored: record,
    demand: async (fields) => {
      if (kind.lifecycle !== undefined) return kind.lifecycle.demandWrite(op, record, ref, fields)
      return demand(op.viewer, { action: fields === null ? 'delete' : 'update', kind: kind.kind, record: toPublicSubject(record.id) })
    },
    change: async (fields) => applyChange(op, kind, await planChange(op, kind, fields, record)),
    remove: (view) => applyRemoval(op, kind, record, view),
  }
}
