import { assertNoProblems, type Problems, readFields, requireFields, type Shape } from '../input/read.ts'
import type { PageRequest } from '../paging/page.ts'
import type { CalendarStore, Collection } from '../store/contract.ts'
import { type ChangeOptions, orNull, type TrashableRecords } from './api.ts'
import type { RecordOf } from './change.ts'
import { beginOperation, type CalendarContext, type Operation, type PublishedKindName, write } from './context.ts'
import type { PublishedFields } from './fields.ts'
import { type ListQuery, listPage, walk } from './listing.ts'
import { type AnyCollection, loadForReading, notFound, type PublishedKind, type RecordRef } from './lookup.ts'
import { checkPublication } from './publication.ts'
import {
  type Composed,
  deletePublished,
  demandCreate,
  insertPublished,
  slugOfTitle,
  type UpdateRequest,
  updatePublished,
  wishSlug,
} from './published.ts'

/** All that makes one kind with a status different from the others. */
export interface PublishedDefinition<K extends PublishedKindName, Fields extends PublishedFields, T, ListFields, F, S>
  extends PublishedKind<K> {
  /** Where its records are kept. */
  collection(store: CalendarStore): AnyCollection<RecordOf[K]> & Collection<RecordOf[K], F, S>
  /** Its fields. */
  readonly shape: Shape<Fields>
  /** The fields that a new record needs. */
  readonly required: readonly (keyof Fields & string)[]
  /** The filters of its lists. */
  readonly listShape: Shape<ListFields>
  /** Finds faults among several filters. */
  checkList?(fields: Partial<ListFields>, problems: Problems): void
  /**
   * Finds faults among several fields that need no stored data.
   * @param isNew whether the fields are all that is known, because the record is about to be made
   */
  check?(context: CalendarContext, fields: Partial<Fields>, isNew: boolean, problems: Problems): void
  /** A record as a write wants it: what is given, else what was, else the default. */
  compose(op: Operation, fields: Partial<Fields>, before: RecordOf[K] | undefined, problems: Problems): Promise<Composed<RecordOf[K]>>
  /** What a slug is made from. */
  title(record: Composed<RecordOf[K]>): string
  /** A list in the terms of the store. */
  query(op: Operation, fields: Partial<ListFields>): Promise<ListQuery<F, S>>
  /** Records as they are returned, in the order given. */
  view(op: Operation, records: readonly RecordOf[K][]): Promise<readonly T[]>
}

/** The calls of one kind, from its definition. */
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
  const change = (ref: RecordRef, fields: (record: RecordOf[K]) => Partial<Fields>, options: ChangeOptions<T> = {}): Promise<T> =>
    updatePublished(context, kind, ref, { fields, check: toCheck(options, viewOne), change: toChange(kind) }, viewOne)
  return {
    list: async (input = {}) => {
      const fields: Partial<ListFields> & PageRequest = readList(kind, input)
      const op = beginOperation(context)
      return listPage(op, kind.collection(op.store), await kind.query(op, fields), fields, (records) => kind.view(op, records))
    },
    each: (input = {}) => each(beginOperation(context), kind, input),
    get,
    find: (ref) => orNull(get(ref)),
    create: (input) => create(context, kind, input, viewOne),
    update: async (ref, patch, options) => {
      const fields = readPatch(context, kind, patch)
      return change(ref, () => fields, options)
    },
    trash: (ref, options) => change(ref, () => readPatch(context, kind, { status: 'trash' }), options),
    restore: (ref, options) => change(ref, (record) => readPatch(context, kind, statusBeforeTrash(kind.kind, ref, record)), options),
    delete: (ref, options) => deletePublished(context, kind, ref, toCheck(options ?? {}, viewOne), viewOne),
  }
}

const toCheck =
  <K extends PublishedKindName, T>(
    options: ChangeOptions<T>,
    view: (record: RecordOf[K], op: Operation) => Promise<T>,
  ): ((record: RecordOf[K], op: Operation) => Promise<void>) =>
  async (record, op) => {
    if (options.check !== undefined) await options.check(await view(record, op))
  }

async function* each<
  K extends PublishedKindName,
  Fields extends PublishedFields,
  T,
  ListFields,
  F extends { readonly afterId?: number },
  S,
>(op: Operation, kind: PublishedDefinition<K, Fields, T, ListFields, F, S>, input: object): AsyncGenerator<T, void, undefined> {
  const { filter } = await kind.query(op, readList(kind, input))
  yield* walk<RecordOf[K], F, never, T>(kind.collection(op.store), filter, (records) => kind.view(op, records))
}

function readList<ListFields>(
  kind: { readonly listShape: Shape<ListFields>; checkList?(fields: Partial<ListFields>, problems: Problems): void },
  input: object,
): Partial<ListFields> {
  const { values, problems } = readFields(kind.listShape, input)
  kind.checkList?.(values, problems)
  assertNoProblems(problems)
  return values
}

async function create<K extends PublishedKindName, Fields extends PublishedFields, T, ListFields, F, S>(
  context: CalendarContext,
  kind: PublishedDefinition<K, Fields, T, ListFields, F, S>,
  input: object,
  view: (record: RecordOf[K], op: Operation) => Promise<T>,
): Promise<T> {
  const { values, problems } = readNew(context, kind, input)
  assertNoProblems(problems)
  return write(context, async (op) => {
    await demandCreate(op, kind.kind, values)
    return view(await insertNew(op, kind, values), op)
  })
}

/** Stores a new record from fields without faults, which the viewer may create. */
export async function insertNew<K extends PublishedKindName, Fields extends PublishedFields, T, ListFields, F, S>(
  op: Operation,
  kind: PublishedDefinition<K, Fields, T, ListFields, F, S>,
  fields: Partial<Fields>,
): Promise<RecordOf[K]> {
  const problems: Problems = {}
  const composed = await kind.compose(op, fields, undefined, problems)
  assertNoProblems(problems)
  return insertPublished(op, kind, composed, toBaseSlug(kind, composed, fields))
}

/** The fields of a record that is to be made, with their faults. */
export function readNew<K extends PublishedKindName, Fields extends PublishedFields, T, ListFields, F, S>(
  context: CalendarContext,
  kind: PublishedDefinition<K, Fields, T, ListFields, F, S>,
  input: object,
): { values: Partial<Fields>; problems: Problems } {
  const { values, problems } = readFields(kind.shape, input)
  requireFields(kind.required, values, problems)
  checkShared(context, values, problems)
  kind.check?.(context, values, true, problems)
  return { values, problems }
}

function toBaseSlug<K extends PublishedKindName, Fields extends PublishedFields>(
  kind: { readonly kind: K; title(record: Composed<RecordOf[K]>): string },
  composed: Composed<RecordOf[K]>,
  fields: Partial<Fields>,
): string {
  const title = kind.title(composed)
  return wishSlug(fields.slug, title, kind.kind, {}) ?? slugOfTitle(title, kind.kind)
}

/** Finds faults in what all kinds share that no single field shows. */
function checkShared({ timeZone }: CalendarContext, fields: Partial<PublishedFields>, problems: Problems): void {
  wishSlug(fields.slug, '', '', problems)
  checkPublication(fields, timeZone, problems)
}

function readPatch<K extends PublishedKindName, Fields extends PublishedFields, T, ListFields, F, S>(
  context: CalendarContext,
  kind: PublishedDefinition<K, Fields, T, ListFields, F, S>,
  patch: object,
): Partial<Fields> {
  const { values, problems } = readFields(kind.shape, patch)
  checkShared(context, values, problems)
  kind.check?.(context, values, false, problems)
  assertNoProblems(problems)
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
    const problems: Problems = {}
    const composed = await kind.compose(op, fields, before, problems)
    const slug = wishSlug(fields.slug, kind.title(composed), kind.kind, problems, before.slug)
    assertNoProblems(problems)
    return { next: { ...before, ...composed }, slug }
  }
