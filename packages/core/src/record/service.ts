import { CalendarError } from '../errors/calendar-error.ts'
import { type ChangeOptions, type Records, readChangeOptions, type ScopedOptions, type TrashableRecords } from './api.ts'
import { readCreateOptions } from './conflict.ts'
import { beginCall, type CalendarCall, type CalendarContext, type WriteOperation } from './context.ts'
import { type Creation, toCreation, toResolvedCreation } from './creation.ts'
import type { KindDefinition, KindTypes, PublishedTypes, RecordFor, WriteTarget } from './definition.ts'
import { notFound, type RecordRef } from './lookup.ts'
import { planChange } from './plan.ts'
import { preparePatch } from './prepare.ts'
import { viewOne } from './reads.ts'
import { write } from './write.ts'
import { findTarget } from './write-target.ts'

/** The writes of one record of a kind. */
export type RecordWrites<T> = Pick<Records<T, object, object, object>, 'create' | 'update' | 'delete'>

/** The writes of one record of a kind that has a trash. */
export type TrashableRecordWrites<T> = Pick<TrashableRecords<T, object, object, object>, keyof RecordWrites<T> | 'trash' | 'restore'>

/** The writes of one record of a kind, from its definition. */
export function createWrites<D extends KindTypes>(context: CalendarContext, kind: KindDefinition<D>): RecordWrites<D['view']> {
  return {
    create: async (input) => {
      const call = beginCall(context)
      return create(call, kind, toCreation(call, kind, input))
    },
    update: async (ref, patch, options) => {
      const call = beginCall(context)
      const fields = preparePatch(call, kind, patch)
      return change(call, kind, ref, () => fields, readChangeOptions('update', options, kind.toTarget !== undefined))
    },
    delete: async (ref, options) => remove(context, kind, ref, readChangeOptions('delete', options, kind.toTarget !== undefined)),
  }
}

/** The writes of one record of a kind with a lifecycle, from its definition. */
export function createTrashableWrites<D extends PublishedTypes>(
  context: CalendarContext,
  kind: KindDefinition<D>,
): TrashableRecordWrites<D['view']> {
  return {
    ...createWrites(context, kind),
    create: async (input, options) => {
      const call = beginCall(context)
      return create(call, kind, toResolvedCreation(call, kind, input, readCreateOptions(options)))
    },
    trash: async (ref, options) => {
      const call = beginCall(context)
      const fields = preparePatch(call, kind, { status: 'trash' })
      return change(call, kind, ref, () => fields, readChangeOptions('trash', options, kind.toTarget !== undefined))
    },
    restore: async (ref, options) => {
      const call = beginCall(context)
      const toFields = (record: RecordFor<D>): Partial<D['fields']> => toRestored(call, kind, ref, record)
      return change(call, kind, ref, toFields, readChangeOptions('restore', options, kind.toTarget !== undefined))
    },
  }
}

/** The fields that take a record out of the trash. */
export function toRestored<D extends PublishedTypes>(
  call: CalendarCall,
  kind: KindDefinition<D>,
  ref: RecordRef,
  record: RecordFor<D>,
): Partial<D['fields']> {
  if (record.status !== 'trash') throw notFound(kind.kind, ref)
  return preparePatch(call, kind, { status: record.statusBeforeTrash ?? 'draft' })
}

/** Creates a record in a transaction of its own. */
const create = <D extends KindTypes>(call: CalendarCall, kind: KindDefinition<D>, creation: Creation<D>): Promise<D['view']> =>
  write(call, async (op) => viewOne(op, kind, await creation.create(op)), creation.questions)

/**
 * Changes a record, or the series that it belongs to, in one transaction. It checks in this order: 404, 403, 410, the version, and the
 * caller's `check`.
 */
function change<D extends KindTypes>(
  context: CalendarContext,
  kind: KindDefinition<D>,
  ref: RecordRef,
  toFields: (record: RecordFor<D>) => Partial<D['fields']>,
  options: ScopedOptions<D['view']>,
): Promise<D['view']> {
  const begin = async (op: WriteOperation) => {
    const target = await findTarget(op, kind, ref, options.scope)
    const fields = toFields(target.restored)
    await target.demand(fields)
    return { target, fields }
  }
  return write(
    context,
    async (op) => {
      const { target, fields } = await begin(op)
      await runCheck(op, kind, target.record, options)
      return viewOne(op, kind, await target.change(fields))
    },
    {
      plan: async (op) => {
        const { target, fields } = await begin(op)
        return planChange(op, kind, fields, target.record)
      },
    },
  )
}

function remove<D extends KindTypes>(
  context: CalendarContext,
  kind: KindDefinition<D>,
  ref: RecordRef,
  options: ScopedOptions<D['view']>,
): Promise<D['view']> {
  const begin = async (op: WriteOperation): Promise<WriteTarget<D>> => {
    const target = await findTarget(op, kind, ref, options.scope)
    await target.demand(null)
    return target
  }
  return write(
    context,
    async (op) => {
      const target = await begin(op)
      await runCheck(op, kind, target.record, options)
      return target.remove(() => viewOne(op, kind, target.record))
    },
    { plan: begin },
  )
}

async function runCheck<D extends KindTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  record: RecordFor<D>,
  { version, check }: ChangeOptions<D['view']>,
): Promise<void> {
  if (version !== undefined && version !== record.version) throw new CalendarError('version_conflict', { kind: kind.kind, id: record.id })
  // The check views the record without the loaders, which would keep linked records: a hook may change these before the result is viewed.
  if (check !== undefined) await check(await viewOne({ ...op, loaders: null }, kind, record))
}
