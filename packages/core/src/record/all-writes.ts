import { requireObject } from '../input/read.ts'
import type { ReadRecords, Records, TrashableRecords } from './api.ts'
import { changeMany, prepareManyPatch } from './change-many.ts'
import { readManyOptions } from './change-many-options.ts'
import { beginCall, type CalendarContext } from './context.ts'
import { createMany } from './create-many.ts'
import type { KindDefinition, KindTypes, ManyDefinition, PublishedTypes, RecordFor } from './definition.ts'
import { readHistory } from './history.ts'
import { preparePatch } from './prepare.ts'
import { revert } from './revert.ts'
import { createTrashableWrites, createWrites, type RecordWrites, toRestored } from './service.ts'

/** Operations without those that read. */
type Writes<R> = Omit<R, keyof ReadRecords<never, never>>

/** All writes of one kind, from its definition: those of one record, and its history. */
export function createAllWrites<D extends KindTypes>(
  context: CalendarContext,
  kind: KindDefinition<D>,
): Writes<Records<D['view'], object, object, object>> {
  const writes = createWrites(context, kind)
  return { ...writes, ...createHistory(context, kind, writes.update) }
}

/** All writes of a kind with a lifecycle, from its definition: those of one record, its history, and writes of many records. */
export function createAllTrashableWrites<D extends PublishedTypes>(
  context: CalendarContext,
  kind: ManyDefinition<D>,
): Writes<TrashableRecords<D['view'], object, object, object>> {
  const writes = createTrashableWrites(context, kind)
  return {
    ...writes,
    ...createHistory(context, kind, writes.update),
    createMany: (inputs, options) => createMany(context, kind, inputs, options),
    updateMany: async (filters, patch, options = {}) => {
      const call = beginCall(context)
      const fields = prepareManyPatch(call, kind, patch)
      return changeMany(call, kind, filters, () => fields, readManyOptions('updateMany', options, kind.toMany !== undefined))
    },
    trashMany: async (filters, options = {}) => {
      const call = beginCall(context)
      const fields = preparePatch(call, kind, { status: 'trash' })
      return changeMany(call, kind, filters, () => fields, readManyOptions('trashMany', options, kind.toMany !== undefined))
    },
    restoreMany: async (filters, options = {}) => {
      const call = beginCall(context)
      requireObject('input', filters)
      const toFields = (record: RecordFor<D>): Partial<D['fields']> => toRestored(call, kind, record.id, record)
      const read = readManyOptions('restoreMany', options, kind.toMany !== undefined)
      return changeMany(call, kind, { ...filters, status: 'trash' }, toFields, read)
    },
  }
}

/** The history of a record, and the way back in it. */
const createHistory = <D extends KindTypes>(
  context: CalendarContext,
  kind: KindDefinition<D>,
  update: RecordWrites<D['view']>['update'],
): Pick<Records<D['view'], object, object, object>, 'history' | 'revert'> => ({
  history: async (ref, options = {}) => readHistory(context, kind, ref, options),
  revert: async (ref, options) => revert(context, kind, ref, update, options),
})
