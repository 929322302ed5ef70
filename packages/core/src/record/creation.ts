import { assertNoIssues, requireObject } from '../input/read.ts'
import { applyNew, insertReady } from './apply.ts'
import type { OnConflict } from './conflict.ts'
import type { CalendarCall, WriteOperation } from './context.ts'
import type { KindDefinition, KindTypes, PublishedTypes, RecordFor } from './definition.ts'
import { planNew, type RecordPlan } from './plan.ts'
import { demandCreate, prepareNew } from './prepare.ts'
import { planCreation, resolveCreate, updateExisting } from './resolve-create.ts'
import type { EarlyQuestions } from './write.ts'

/** A creation whose input is valid. */
export interface Creation<D extends KindTypes> {
  /** The questions whether the viewer may make it, as far as they are known before the transaction. */
  readonly questions: EarlyQuestions
  /** Creates the record, in the transaction of the write. */
  create(op: WriteOperation): Promise<RecordFor<D>>
}

/**
 * The creation of a record without uid.
 * @throws invalid_input naming every invalid field
 */
export function toCreation<D extends KindTypes>(call: CalendarCall, kind: KindDefinition<D>, input: object): Creation<D> {
  const fields = readNew(call, kind, input)
  const plan = (op: WriteOperation): Promise<RecordPlan<D>> => {
    kind.enqueue?.(op, [fields])
    return planNew(op, kind, fields)
  }
  return {
    questions: { ask: (op) => demandCreate(op, kind, fields), plan },
    create: async (op) => applyNew(op, kind, await plan(op)),
  }
}

/**
 * The creation of a record, which does what `onConflict` says when another one has its uid or its slug.
 * @throws invalid_input naming every invalid field
 */
export function toResolvedCreation<D extends PublishedTypes>(
  call: CalendarCall,
  kind: KindDefinition<D>,
  input: object,
  onConflict: OnConflict,
): Creation<D> {
  const fields = readNew(call, kind, input)
  return {
    questions: {
      ...(onConflict !== 'update' && { ask: (op) => demandCreate(op, kind, fields) }),
      plan: (op) => {
        kind.enqueue?.(op, [fields])
        return planCreation(op, kind, fields, onConflict)
      },
    },
    create: async (op) => {
      kind.enqueue?.(op, [fields])
      const resolved = await resolveCreate(op, kind, fields, onConflict)
      if (resolved.type === 'create') return insertReady(op, kind, resolved.plan, resolved.ready)
      if (resolved.type === 'update') return updateExisting(op, kind, fields, resolved.record)
      const { known, error } = resolved
      if (known === undefined || known.status === 'trash') throw error
      return known
    },
  }
}

/** @throws invalid_input naming every invalid field */
function readNew<D extends KindTypes>(call: CalendarCall, kind: KindDefinition<D>, input: object): Partial<D['fields']> {
  requireObject('input', input)
  const { fields, issues } = prepareNew(call, kind, input)
  assertNoIssues(issues)
  return fields
}
