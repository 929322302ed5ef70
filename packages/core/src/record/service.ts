import { checkHtml } from '../input/html.ts'
import { assertNoIssues, checkCustomFields, type Issues, readFields, requireObject, type Shape } from '../input/read.ts'
import type { PageRequest } from '../paging/page.ts'
import { type ChangeOptions, orNull, readChangeOptions, type TrashableRecords } from './api.ts'
import type { RecordOf } from './change.ts'
import { beginOperation, type CalendarContext, type Operation, type PublishedKindName } from './context.ts'
import { createMany } from './create-many.ts'
import { checkShared, insertNew, type PublishedDefinition, readNew } from './definition.ts'
import type { PublishedFields } from './fields.ts'
import { resolveListTimes, type WithRelativeTimes } from './list-times.ts'
import { listPage, walk } from './listing.ts'
import { loadForReading, notFound, type RecordRef } from './lookup.ts'
import { checkYears } from './publication.ts'
import { deletePublished, demandCreate, type UpdateRequest, updatePublished, wishSlug } from './published.ts'
import { write } from './write.ts'

/** The operations of one kind, from its definition. */
export function createPublishedRecords<
  K extends PublishedKindName,
  Fields extends PublishedFields,
  T,
  ListFields extends PageRequest,
  F extends { readonly afterId?: number },
  S,
>(context: CalendarContext, kind: PublishedDefinition<K, Fields, T, ListFields, F, S>): TrashableRecords<T, object, object, object> {
  const viewOne = async (record: RecordOf[K], op: Operation): Promise<T> => {
    const [view] = await kind.view(op, [record])
    // One record in, one view out.
    return view as T
  }
  const get = async (ref: RecordRef): Promise<T> => {
    const op = beginOperation(context)
    return viewOne(await loadForReading(op, kind, ref), op)
  }
  const change = (ref: RecordRef, fields: (record: RecordOf[K]) => Partial<Fields>, options: ChangeOptions<T>): Promise<T> =>
    updatePublished(context, kind, ref, { fields, check: toCheck(options, viewOne), change: toChange(kind) }, viewOne)
  return {
    list: async (input = {}) => {
      const op = beginOperation(context)
      const fields: Partial<ListFields> & PageRequest = readList(op, kind, input)
      const request = { kind: kind.kind, collection: kind.collection(op.store), query: await kind.query(op, fields), fields }
      return listPage(op, request, (records) => kind.view(op, records))
    },
    each: (input = {}) => each(beginOperation(context), kind, input),
    get,
    find: (ref) => orNull(get(ref)),
    create: (input) => create(context, kind, input, viewOne),
    createMany: (inputs, options) => createMany(context, kind, inputs, options),
    update: async (ref, patch, options) => {
      const fields = readPatch(context, kind, patch)
      return change(ref, () => fields, readChangeOptions('update', options))
    },
    trash: async (ref, options) => change(ref, () => readPatch(context, kind, { status: 'trash' }), readChangeOptions('trash', options)),
    restore: async (ref, options) =>
      change(ref, (record) => readPatch(context, kind, statusBeforeTrash(kind.kind, ref, record)), readChangeOptions('restore', options)),
    delete: async (ref, options) => deletePublished(context, kind, ref, toCheck(readChangeOptions('delete', options), viewOne), viewOne),
  }
}

const toCheck =
  <K extends PublishedKindName, T>(
    options: ChangeOptions<T>,
    view: (record: RecordOf[K], op: Operation) => Promise<T>,
  ): ((record: RecordOf[K], op: Operation) => Promise<void>) =>
  async (record, op) => {
    // Without the loaders: a hook may change what they would remember, before the view of the result is made.
    if (options.check !== undefined) await options.check(await view(record, { ...op, loaders: null }))
  }

async function* each<
  K extends PublishedKindName,
  Fields extends PublishedFields,
  T,
  ListFields,
  F extends { readonly afterId?: number },
  S,
>(op: Operation, kind: PublishedDefinition<K, Fields, T, ListFields, F, S>, input: object): AsyncGenerator<T, void, undefined> {
  const { filter } = await kind.query(op, readList(op, kind, input))
  yield* walk<RecordOf[K], F, never, T>(kind.collection(op.store), filter, (records) => kind.view(op, records), op.signal)
}

/**
 * The parsed filters of a list.
 * @throws invalid_input naming every invalid field
 */
export function readList<ListFields extends object>(
  op: Operation,
  kind: { readonly listShape: Shape<WithRelativeTimes<ListFields>> },
  input: object,
): Partial<ListFields> {
  requireObject('input', input)
  const { values, issues } = readFields(kind.listShape, input)
  const fields = resolveListTimes<ListFields>(values, op, issues)
  assertNoIssues(issues)
  return fields
}

async function create<K extends PublishedKindName, Fields extends PublishedFields, T, ListFields, F, S>(
  context: CalendarContext,
  kind: PublishedDefinition<K, Fields, T, ListFields, F, S>,
  input: object,
  view: (record: RecordOf[K], op: Operation) => Promise<T>,
): Promise<T> {
  requireObject('input', input)
  const { values, issues } = readNew(context, kind, input)
  assertNoIssues(issues)
  return write(
    context,
    async (op) => view(await insertNew(op, kind, values), op),
    (op) => demandCreate(op, kind.kind, values),
  )
}

function readPatch<K extends PublishedKindName, Fields extends PublishedFields, T, ListFields, F, S>(
  context: CalendarContext,
  kind: PublishedDefinition<K, Fields, T, ListFields, F, S>,
  patch: object,
): Partial<Fields> {
  requireObject('patch', patch)
  const { values, issues } = readFields(kind.shape, patch)
  checkCustomFields(patch, issues)
  checkShared(context, values, issues)
  kind.check?.(context, values, false, issues)
  assertNoIssues(issues)
  return values
}

function statusBeforeTrash<K extends PublishedKindName>(kind: K, ref: RecordRef, record: RecordOf[K]): Pick<PublishedFields, 'status'> {
  if (record.status !== 'trash') throw notFound(kind, ref)
  return { status: record.statusBeforeTrash ?? 'draft' }
}

const toChange =
  <K extends PublishedKindName, Fields extends PublishedFields, T, ListFields, F, S>(
    kind: PublishedDefinition<K, Fields, T, ListFields, F, S>,
  ): UpdateRequest<K, Fields>['change'] =>
  async (op, before, fields) => {
    const issues: Issues = {}
    checkHtml(fields, before, issues)
    checkYears(fields, before, op.timeZone, issues)
    const plan = await kind.compose(op, fields, before, issues)
    const slug = wishSlug(fields.slug, kind.title(plan.composed), kind.kind, issues, before.slug)
    assertNoIssues(issues)
    return { ...plan, slug }
  }
