import { mayDo } from '../access/decision.ts'
import { CalendarError } from '../errors/calendar-error.ts'
import type { Kind } from '../errors/codes.ts'
import { unknownName } from '../errors/known-names.ts'
import { readFieldFilters } from '../fields/read-filters.ts'
import { assertNoIssues, readFields, requireObject, type Shape } from '../input/read.ts'
import type { PageRequest } from '../paging/page.ts'
import { findByFormerSlug } from './aliases.ts'
import { orNull, type ReadRecords } from './api.ts'
import { beginOperation, type CalendarContext, type Operation } from './context.ts'
import type { KindTypes, ReadDefinition, RecordFor } from './definition.ts'
import { type EachOptions, ofCount, ofEach, type ReadOptions, readingIn, readLimit } from './list-options.ts'
import { resolveListTimes, type WithRelativeTimes } from './list-times.ts'
import { countList, eachRecord, type ListRequest, listPage } from './listing.ts'
import { notFound, type RecordRef } from './lookup.ts'
import { toSubject } from './subject.ts'

/** The reads of one kind, from its definition. */
export function createReads<D extends KindTypes>(context: CalendarContext, kind: ReadDefinition<D>): ReadRecords<D['view'], object> {
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
  }
}

/** The request for a list. */
async function toRequest<D extends KindTypes>(
  op: Operation,
  kind: ReadDefinition<D>,
  input: object,
): Promise<ListRequest<RecordFor<D>, D['filter'], D['sort']>> {
  const fields: Partial<D['listFields']> & PageRequest = readList(op, kind, input)
  return { kind: kind.kind, collection: kind.collection(op.store), query: await kind.query(op, fields), fields }
}

async function* each<D extends KindTypes>(
  context: CalendarContext,
  kind: ReadDefinition<D>,
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

/**
 * Finds a record that the viewer may read, by its id, its slug, or a slug that it had before and no such record has now.
 * @throws not_found the record does not exist, or the viewer may not see it
 * @throws in_trash it is in the trash, and the viewer may know and change it
 */
export async function loadForReading<D extends KindTypes>(
  op: Operation,
  { kind, find, collection, readable }: ReadDefinition<D>,
  ref: RecordRef,
): Promise<RecordFor<D>> {
  const record = (await find(op, ref)) ?? (await findByFormerSlug(collection(op.store), ref, await readable(op)))
  if (record === undefined) throw notFound(kind, ref)
  if (!('status' in record) || record.status !== 'trash') return record
  const subject = await toSubject(op, kind, record)
  const mayChange = await mayDo(op.viewer, { action: 'update', kind, record: subject, next: subject })
  throw mayChange ? new CalendarError('in_trash', { kind, id: record.id }) : notFound(kind, ref)
}

/** One record as the viewer sees it. */
export async function viewOne<D extends KindTypes>(op: Operation, { view }: ReadDefinition<D>, record: RecordFor<D>): Promise<D['view']> {
  const [shown] = await view(op, [record])
  // `view` returns one view for each record.
  return shown as D['view']
}
