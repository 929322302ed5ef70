import type { Kind } from '../errors/codes.ts'
import type { Page, PageRequest } from '../paging/page.ts'
import { readPage } from '../paging/page.ts'
import type { AbortSignalLike } from '../store/abort-signal.ts'
import type { Collection, FindQuery } from '../store/contract.ts'
import type { SortKey } from '../store/filters.ts'
import type { EntityId, StoredRecord } from '../store/records.ts'
import type { Operation } from './context.ts'

/** A store query of a list. */
export interface ListQuery<F, S> {
  /** The filter. */
  readonly filter: F
  /** The order, ending with `id`. */
  readonly order: readonly S[]
  /** Whether the matching records depend on the current time in another way than by publication dates. */
  readonly isOfMoment?: boolean
  /** Whether its records depend on further decisions of the access policy, which the keys of totals do not contain. */
  readonly asksPolicy?: boolean
}

/** A request for one page of a list. */
export interface ListRequest<R extends StoredRecord, F, S> {
  /** The kind of record. */
  readonly kind: Kind
  /** The collection of the records. */
  readonly collection: Collection<R, F, S>
  /** The list as a store query. */
  readonly query: ListQuery<F, S>
  /** The parsed input, page and order included. */
  readonly fields: PageRequest & { readonly order?: unknown; readonly orderBy?: unknown; readonly afterId?: unknown }
}

/** The number of records that {@link eachRecord} reads at a time. */
const batchSize = 100

/**
 * One page of a collection. All pages of a list share one cached total, whatever their order.
 * @param read reads the records of the page
 */
export async function listPage<R extends StoredRecord, F, S extends SortKey<string>, T extends { readonly id: EntityId }>(
  op: Operation,
  request: ListRequest<R, F, S>,
  read: (query: FindQuery<F, S>) => Promise<readonly T[]>,
): Promise<Page<T>> {
  const { query, fields } = request
  const { filter, order } = query
  const list = await readPage(fields, op.maxPerPage, {
    count: () => countList(op, request),
    read: (offset, limit) => read({ filter, order, offset, limit, signal: op.signal }),
  })
  // A client that reads a whole list by `afterId` requests the rest next, whose total is known here. Counting it again for each page would
  // read the whole list once per page.
  const isReadByAfterId = 'afterId' in fields && list.page === 1 && list.totalPages > 1 && isAscendingById(order)
  const afterId = list.items.at(-1)?.id ?? 0
  if (isReadByAfterId) await countList(op, { ...request, fields: { ...fields, afterId } }, async () => list.total - list.items.length)
  return list
}

/**
 * The number of records of a list, cached by its filters where these determine it.
 * @param make counts the records
 */
export async function countList<R extends StoredRecord, F, S>(
  op: Operation,
  { kind, collection, query, fields }: ListRequest<R, F, S>,
  make = (): Promise<number> => collection.count(query.filter, op.signal),
): Promise<number> {
  const { isOfMoment = false, asksPolicy = false } = query
  const { page: _page, perPage: _perPage, order: _order, orderBy: _orderBy, ...filters } = fields
  return isOfMoment || asksPolicy ? make() : op.totalOf(JSON.stringify([kind, filters]), make)
}

const isAscendingById = ([first]: readonly SortKey<string>[]): boolean => first?.key === 'id' && first.direction === 'asc'

/** Every matching record, at most `limit`, by id, despite concurrent writes: each unchanged record occurs exactly once. */
export async function* eachRecord<R extends StoredRecord, F extends { readonly afterId?: number }, S extends SortKey<string>, T>(
  collection: Collection<R, F, S | SortKey<'id'>>,
  filter: F,
  view: (records: readonly R[]) => Promise<readonly T[]>,
  limit: number,
  signal?: AbortSignalLike,
): AsyncGenerator<T, void, undefined> {
  let { afterId = 0 } = filter
  for (let left = limit; left > 0; ) {
    const wanted = Math.min(batchSize, left)
    const records = await collection.find({
      filter: { ...filter, afterId },
      order: [{ key: 'id', direction: 'asc' }],
      offset: 0,
      limit: wanted,
      signal,
    })
    yield* await view(records)
    const last = records.at(-1)
    if (last === undefined || records.length < wanted) return
    afterId = last.id
    left -= records.length
  }
}
