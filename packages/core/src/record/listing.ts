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
}

/** How many records a walk reads at once. */
const walkSize = 100

/**
 * One page of a collection.
 * @throws page_out_of_range the page lies past the end
 */
export function listPage<R extends StoredRecord, F, S, T>(
  op: Operation,
  collection: Collection<R, F, S>,
  query: ListQuery<F, S>,
  request: PageRequest,
  view: (records: readonly R[]) => Promise<readonly T[]>,
): Promise<Page<T>> {
  return readPage(request, op.maxPerPage, {
    count: () => collection.count(query.filter),
    read: async (offset, limit) => view(await collection.find({ ...query, offset, limit })),
  })
}

/** Every record that matches, by id, whatever is written meanwhile: each untouched record comes exactly once. */
export async function* walk<R extends StoredRecord, F extends { readonly afterId?: number }, S extends SortKey<string>, T>(
  collection: Collection<R, F, S | SortKey<'id'>>,
  filter: F,
  view: (records: readonly R[]) => Promise<readonly T[]>,
): AsyncGenerator<T, void, undefined> {
  let afterId = 0
  for (;;) {
    const records = await collection.find({
      filter: { ...filter, afterId },
      order: [{ key: 'id', direction: 'asc' }],
      offset: 0,
      limit: walkSize,
    })
    yield* await view(records)
    const last = records.at(-1)
    if (last === undefined || records.length < walkSize) return
    afterId = last.id
  }
}
