import { CalendarError } from '../errors/calendar-error.ts'
import type { Kind } from '../errors/codes.ts'
import { unknownName } from '../errors/known-names.ts'
import { readFieldFilters } from '../fields/read-filters.ts'
import { assertNoIssues, readFields, requireObject, type Shape } from '../input/read.ts'
import type { PageRequest } from '../paging/page.ts'
import { type ChangeOptions, orNull, type Records, readChangeOptions, type ScopedOptions, type TrashableRecords } from './api.ts'
import { readCreateOptions } from './conflict.ts'
import { beginCall, beginOperation, type CalendarCall, type CalendarContext, type Operation, type WriteOperation } from './context.ts'
import { createMany } from './create-many.ts'
import { type Creation, toCreation, toResolvedCreation } from './creation.ts'
import type { KindDefinition, KindTypes, PublishedTypes, RecordFor, WriteTarget } from './definition.ts'
import { type EachOptions, ofCount, ofEach, type ReadOptions, readingIn, readLimit } from './list-options.ts'
import { resolveListTimes, type WithRelativeTimes } from './list-times.ts'
import { countList, eachRecord, type ListRequest, listPage } from './listing.ts'
import { loadForReading, viewOne } from './load.ts'
import { notFound, type RecordRef } from './lookup.ts'
import { planChange } from './plan.ts'
import { preparePatch } from './prepare.ts'
import { write } from './write.ts'
import { findTarget } from './write-target.ts'

/** The operations of one kind, from its definition. */
export function createRecords<D extends KindTypes>(
  context: CalendarContext,
  kind: KindDefinition<D>,
): Records<D['view'], object, object, object> {
  const get = async (ref: RecordRef, owner: string, options: ReadOptions): Promise<D['view']> => {
    const op = beginOperation(readingIn(context, owner, options))
    return viewOne(op, kind, await loadForReading(op, kind, ref))
  }
  return {
    list: async (input = {}, options = {}) => {
      const op = beginOperation(readingIn(context, 'list', options))
      const request = await toRequest(op, kind, input)
      return listPage(op, request, async (query) => kind.view(op, await request.collection.find(query)))
    },
    each: (input = {}, options = {}) => each(context, kind, input, options),
    count: async (input = {}, options = {}) => {
      const op = beginOperation(readingIn(context, 'count', options, ofCount))
      return Math.min(readLimit(options.atMost, 'atMost'), await countList(op, await toRequest(op, kind, input)))
    },
    get: (ref, options = {}) => get(ref, 'get', options),
    find: (ref, options = {}) => orNull(get(ref, 'find', options)),
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

/** The operations of a kind with a lifecycle, from its definition. */
export function createTrashableRecords<D extends PublishedTypes>(
  context: CalendarContext,
  kind: KindDefinition<D>,
): TrashableRecords<D['view'], object, object, object> {
  return {
    ...createRecords(context, kind),
    create: async (input, options) => {
      const call = beginCall(context)
      return create(call, kind, toResolvedCreation(call, kind, input, readCreateOptions(options)))
    },
    createMany: (inputs, options) => createMany(context, kind, inputs, options),
    trash: async (ref, options) => {
      const call = beginCall(context)
      const fields = preparePatch(call, kind, { status: 'trash' })
      return change(call, kind, ref, () => fields, readChangeOptions('trash', options, kind.toTarget !== undefined))
    },
    restore: async (ref, options) => {
      const call = beginCall(context)
      const toFields = (record: RecordFor<D>): Partial<D['fields']> => {
        if (record.status !== 'trash') throw notFound(kind.kind, ref)
        return preparePatch(call, kind, { status: record.statusBeforeTrash ?? 'draft' })
      }
      return change(call, kind, ref, toFields, readChangeOptions('restore', options, kind.toTarget !== undefined))
    },
  }
}

/** The request for a list. */
async function toRequest<D extends KindTypes>(
  op: Operation,
  kind: KindDefinition<D>,
  input: object,
): Promise<ListRequest<RecordFor<D>, D['filter'], D['sort']>> {
  const fields: Partial<D['listFields']> & PageRequest = readList(op, kind, input)
  return { kind: kind.kind, collection: kind.collection(op.store), query: await kind.query(op, fields), fields }
}

async function* each<D extends KindTypes>(
  context: CalendarContext,
  kind: KindDefinition<D>,
  input: object,
  options: EachOptions,
): AsyncGenerator<D['view'], void, undefined> {
  const op = beginOperation(readingIn(context, 'each', options, ofEach))
  const limit = readLimit(options.limit)
  const { filter } = await kind.query(op, readList(op, kind, input))
  const collection = kind.collection(op.store)
  const view = (records: readonly RecordFor<D>[]): Promise<readonly D['view'][]> => kind.view(op, records)
  yield* eachRecord<RecordFor<D>, D['filter'], never, D['view']>(collection, filter, view, limit, op.signal)
}

/**
 * The parsed filters of a list.
 * @throws invalid_input naming every invalid field
 * @throws TypeError a filter is unknown; if it were ignored, the list would have more records than the caller meant
 */
export function readList<ListFields extends object>(
  op: Operation,
  { kind, listShape }: { readonly kind: Kind; readonly listShape: Shape<WithRelativeTimes<ListFields>> },
  input: object,
): Partial<ListFields> {
  requireObject('input', input)
  for (const name of Object.keys(input))
    if (name !== 'fields' && !Object.hasOwn(listShape, name))
      throw unknownName(`A list of the kind ${kind} has no filter ${name}`, name, [...Object.keys(listShape), 'fields'])
  const { values, issues } = readFields(listShape, input)
  const resolved = resolveListTimes<ListFields>(values, op, issues)
  const fields = 'fields' in input ? readFieldFilters(input, op.visibleFields[kind], issues) : undefined
  assertNoIssues(issues)
  return fields === undefined ? resolved : { ...resolved, fields }
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
