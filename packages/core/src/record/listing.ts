import type { AbortSignalLike } from '../abort-signal.ts'
import type { Kind } from '../errors/codes.ts'
import type { Page, PageRequest } from '../paging/page.ts'
import { readPage } from '../paging/page.ts'
import type { Collection } from '../store/contract.ts'
import type { SortKey } from '../store/filters.ts'
import type { StoredRecord } from '../store/records.ts'
import type { Operation } from './context.ts'

/** A list, ready to ask a store. */
export interface ListQuery<F, S> {
  /** Which records. */
  readonly filter: F
  /** In which order, ending with `id`. */
  readonly order: readonly S[]
  /** Whether its records come and go with the running moment, beyond their publication. */
  readonly isOfMoment?: boolean
  /** Whether its records depend on what the access policy says may be done, which names of totals do not tell. */
  readonly asksPolicy?: boolean
}

/** A list that somebody asks for. */
export interface ListRequest<R extends StoredRecord, F, S> {
  /** What is listed. */
  readonly kind: Kind
  /** Where its records are kept. */
  readonly collection: Collection<R, F, S>
  /** The list in the terms of the store. */
  readonly query: ListQuery<F, S>
  /** What was asked for, page and order included. */
  readonly fields: PageRequest & { readonly order?: unknown; readonly orderBy?: unknown }
}

/** How many records a walk reads at once. */
const walkSize = 100

/**
 * One page of a collection. All pages of a list, in whichever order, have the same total.
 * @throws page_out_of_range the page lies past the end
 */
export function listPage<R extends StoredRecord, F, S, T>(
  op: Operation,
  { kind, collection, query, fields }: ListRequest<R, F, S>,
  view: (records: readonly R[]) => Promise<readonly T[]>,
): Promise<Page<T>> {
  const { filter, order, isOfMoment = false, asksPolicy = false } = query
  const { page: _page, perPage: _perPage, order: _order, orderBy: _orderBy, ...filters } = fields
  const count = (): Promise<number> => collection.count(filter, op.signal)
  return readPage(fields, op.maxPerPage, {
    count: () => (isOfMoment || asksPolicy ? count() : op.totalOf(JSON.stringify([kind, filters]), count)),
    read: async (offset, limit) => view(await collection.find({ filter, order, offset, limit, signal: op.signal })),
  })
}

/** Every record that matches, by id, whatever is written meanwhile: each untouched record comes exactly once. */
export async function* walk<R extends StoredRecord, F extends { readonly afterId?: number }, S extends SortKey<string>, T>(
  collection: Collection<R, F, S | SortKey<'id'>>,
  filter: F,
  view: (records: readonly R[]) => Promise<readonly T[]>,
  signal?: AbortSignalLike,
): AsyncGenerator<T, void, undefined> {
  let afterId = 0
  for (;;) {
    const records = await collection.find({
      filter: { ...filter, afterId },
      order: [{ key: 'id', direction: 'asc' }],
      offset: 0,
      limit: walkSize,
      signal,
    })
    yield* await view(records)
    const last = records.at(-1)
    if (last === undefined || records.length < walkSize) return
    afterId = last.id
  }
}
