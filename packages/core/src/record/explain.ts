import { type UnwordedReason, withMessage } from '../errors/list-reasons.ts'
import { defaultPerPage } from '../paging/page.ts'
import type { RecordFilter, SortKey } from '../store/filters.ts'
import type { StoredRecord } from '../store/records.ts'
import { beginOperation, type CalendarContext, type Operation } from './context.ts'
import type { KindTypes, ReadDefinition, RecordFor } from './definition.ts'
import { type ExplainOptions, type Explanation, explainingIn } from './explain-options.ts'
import { findChangeable } from './history.ts'
import type { RecordRef } from './lookup.ts'
import { readList, viewOne } from './reads.ts'
import { type ShownReason, toFieldReason } from './reason-values.ts'

/** An explanation that has begun. */
export interface BegunExplanation<D extends KindTypes> {
  /** The operation of the viewer whose list is explained. */
  readonly op: Operation
  /** The filters of the list. */
  readonly fields: Partial<D['listFields']>
  /** The record, which the caller may update. */
  readonly record: RecordFor<D>
}

/** @throws invalid_input, not_found, unauthenticated, forbidden, TypeError as `explain` of the calendar does */
export async function beginExplaining<D extends KindTypes>(
  context: CalendarContext,
  kind: ReadDefinition<D>,
  ref: RecordRef,
  input: object,
  options: ExplainOptions,
): Promise<BegunExplanation<D>> {
  const { caller, viewer } = explainingIn(context, options)
  const callerOp = beginOperation(caller)
  const op = viewer === caller ? callerOp : beginOperation({ ...viewer, clock: { nowMs: () => callerOp.nowMs } })
  const fields = readList<D['listFields']>(op, kind, input)
  return { op, fields, record: await findChangeable(callerOp, kind, ref) }
}

/** How a kind explains its lists. */
export interface ExplainedKind<D extends KindTypes> {
  /** Why the viewer does not see the record at all, or not with these statuses. */
  visibility(begun: BegunExplanation<D>): Promise<readonly UnwordedReason[]>
  /** What the reason of each filter shows; the parts of a list that are missing here are no filters. */
  readonly reasons: { readonly [filter: string]: (view: never, wanted: never, record: never) => ShownReason }
}

/** Makes `explain` of a kind whose filters are independent of each other: the store decides about each of them. */
export const createExplain =
  <D extends KindTypes & { readonly view: { readonly fields: object } }>(
    context: CalendarContext,
    kind: ReadDefinition<D>,
    explained: ExplainedKind<D>,
  ): ExplainedRecords<object>['explain'] =>
  async (ref, input = {}, options = {}) => {
    const begun = await beginExplaining(context, kind, ref, input, options)
    const reasons = [...(await explained.visibility(begun)), ...(await refusals(begun, kind, explained, input))].map(withMessage)
    if (reasons.length > 0) return { listed: false, reasons }
    const page = await pageOf(begun, kind)
    return { listed: true, ...(page !== undefined && { page }), reasons }
  }

/** Records whose lists are explained. */
export interface ExplainedRecords<ListInput> {
  /**
   * Whether a list has a record, and on which page, or why it lacks it: its status, and each filter that refuses it. For those who may update
   * the record; one in the trash, too.
   * @param input the filters of the list; relative times are resolved, and its `page` is ignored
   * @param options `viewer` is whose list is explained @default the viewer of the calendar
   * @throws not_found the record does not exist, or the viewer may not see it
   * @throws unauthenticated, forbidden the viewer may not update it
   * @throws invalid_input naming every invalid filter, as the list does
   * @throws TypeError a filter or an option is unknown or invalid
   */
  explain(ref: RecordRef, input?: ListInput, options?: ExplainOptions): Promise<Explanation>
}

/** The reason of each filter that refuses the record by itself. */
async function refusals<D extends KindTypes & { readonly view: { readonly fields: object } }>(
  { op, fields, record }: BegunExplanation<D>,
  kind: ReadDefinition<D>,
  { reasons }: ExplainedKind<D>,
  input: object,
): Promise<readonly UnwordedReason[]> {
  const view = await viewOne(op, kind, record)
  const found: UnwordedReason[] = []
  for (const [name, wanted] of Object.entries(fields)) {
    // The entry of a filter takes the views and records of the kind, and the value of the filter.
    const reason = reasons[name] as ((...shown: readonly unknown[]) => ShownReason) | undefined
    if (reason === undefined || (await isMatching(op, kind, record, { [name]: wanted } as Partial<D['listFields']>))) continue
    found.push({ filter: name, ...reason(view, wanted, record) })
  }
  const { fields: conditions = [] } = fields as Pick<RecordFilter, 'fields'>
  for (const condition of conditions)
    if (!(await isMatching(op, kind, record, { fields: [condition] } as object))) found.push(toFieldReason(view, condition, input))
  return found
}

/** Whether the record meets some filters, whatever its status. */
async function isMatching<D extends KindTypes>(
  op: Operation,
  kind: ReadDefinition<D>,
  { id }: StoredRecord,
  fields: Partial<D['listFields']>,
): Promise<boolean> {
  // The filters of all kinds have these members, or lack them.
  const query = (await kind.query(op, fields)).filter as RecordFilter & { readonly readable?: object; readonly shownBy?: object }
  const { readable: _readable, shownBy: _shownBy, ...filter } = query
  if (filter.ids !== undefined && !filter.ids.includes(id)) return false
  return (await kind.collection(op.store).count({ ...filter, ids: [id] }, op.signal)) > 0
}

/** How far into a list an explanation looks for the page of the record, and in which steps. */
const [maxRecords, step] = [10_000, 1_000]

/** The page of a list that has the record; undefined where that is far into the list. */
async function pageOf<D extends KindTypes>(
  { op, fields, record }: BegunExplanation<D>,
  kind: ReadDefinition<D>,
): Promise<number | undefined> {
  // The order of the filter `ids` is no order of a store.
  if ('orderBy' in fields && fields.orderBy === 'ids') return undefined
  const { filter, order } = await kind.query(op, fields)
  const perPage = Math.min(fields.perPage ?? defaultPerPage, op.maxPerPage)
  for (let offset = 0; offset < maxRecords; offset += step) {
    const records = await kind
      .collection(op.store)
      .find({ filter, order: order as readonly SortKey<'id'>[], offset, limit: step, signal: op.signal })
    const at = records.findIndex(({ id }) => id === record.id)
    if (at >= 0) return Math.floor((offset + at) / perPage) + 1
    if (records.length < step) return undefined
  }
  return undefined
}
