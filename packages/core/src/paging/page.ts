/**
 * One page of a list.
 * @example
 * for (let page = 1, totalPages = 1; page <= totalPages; page++) {
 *   const list = await calendar.events.list({ page })
 *   totalPages = list.totalPages
 * }
 */
export interface Page<T> {
  /** The records of this page; none past the end of the list. */
  readonly items: readonly T[]
  /** The number of this page, from 1. */
  readonly page: number
  /** The maximum number of records per page. */
  readonly perPage: number
  /** The number of records in the whole list. */
  readonly total: number
  /** The number of pages of the whole list; 0 for an empty list. */
  readonly totalPages: number
}

/** The requested page. */
export interface PageRequest {
  /** The number of the page, from 1. @default 1 */
  readonly page?: number | undefined
  /** The number of records per page, clamped to the calendar's maximum. @default 35 */
  readonly perPage?: number | undefined
}

/** The default page size. */
export const defaultPerPage = 35

/** The source of a paged list. */
export interface PagedList<T> {
  /** The number of records in the whole list. */
  count(): Promise<number>
  /** The records from `offset` on, at most `limit`. */
  read(offset: number, limit: number): Promise<readonly T[]>
}

/**
 * Reads a page of a list. The first page is read before the list is counted: if that page is not full, its length is the total. For later
 * pages the list is counted first, so that no records are read past the end: a store would skip the whole list to find none. A page past the end
 * is empty, with the total of the list.
 */
export async function readPage<T>(request: PageRequest, maxPerPage: number, list: PagedList<T>): Promise<Page<T>> {
  const page = request.page ?? 1
  const perPage = Math.min(request.perPage ?? defaultPerPage, maxPerPage)
  const { items, total } = page === 1 ? await readFirst(perPage, list) : await readLater(page, perPage, list)
  return { items, page, perPage, total, totalPages: Math.ceil(total / perPage) }
}

type Read<T> = Pick<Page<T>, 'items' | 'total'>

async function readFirst<T>(perPage: number, list: PagedList<T>): Promise<Read<T>> {
  const items = await list.read(0, perPage)
  return { items, total: items.length < perPage ? items.length : Math.max(await list.count(), items.length) }
}

/** Records may appear and disappear between the count and the read. The total is corrected by the records read, so that both agree. */
async function readLater<T>(page: number, perPage: number, list: PagedList<T>): Promise<Read<T>> {
  const offset = (page - 1) * perPage
  const counted = await list.count()
  // The offset of a huge page number can exceed the integers that stores support, so the store is not asked.
  const items = offset < counted ? await list.read(offset, perPage) : []
  if (items.length === 0) return { items, total: Math.min(counted, offset) }
  const seen = offset + items.length
  return { items, total: items.length < perPage ? seen : Math.max(counted, seen) }
}
