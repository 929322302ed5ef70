import { CalendarError } from '../errors/calendar-error.ts'

/**
 * One page of a list.
 * @example
 * for (let page = 1, totalPages = 1; page <= totalPages; page++) {
 *   const list = await calendar.events.list({ page })
 *   totalPages = list.totalPages
 * }
 */
export interface Page<T> {
  /** The records of this page. */
  readonly items: readonly T[]
  /** Its number, from 1. */
  readonly page: number
  /** How many records a page holds at most. */
  readonly perPage: number
  /** How many records the whole list has. */
  readonly total: number
  /** How many pages the whole list has; 0 for an empty list. */
  readonly totalPages: number
}

/** Which page is asked for. */
export interface PageRequest {
  /** From 1. @default 1 */
  readonly page?: number | undefined
  /** Clamped to the calendar's maximum. @default 35 */
  readonly perPage?: number | undefined
}

/** How many records a page holds when nothing is asked for. */
export const defaultPerPage = 35

/** What a page of a list is read from. */
export interface PagedList<T> {
  /** How many records the whole list has. */
  count(): Promise<number>
  /** The records from `offset` on, `limit` at most. */
  read(offset: number, limit: number): Promise<readonly T[]>
}

/**
 * Reads a page of a list. The first page is read before the list is counted, which it says itself where it is not full. Beyond it
 * the list is counted first, so that a page past the end reads no records: a store would pass over the whole list to find none.
 * @throws page_out_of_range the page lies past the end; page 1 never does
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

/** Records may come and go between the count and the page; what was seen wins, so that an answer agrees with itself. */
async function readLater<T>(page: number, perPage: number, list: PagedList<T>): Promise<Read<T>> {
  const offset = (page - 1) * perPage
  const counted = await list.count()
  // No list reaches as far as some offsets, and no store has to understand such a number.
  const items = offset < counted ? await list.read(offset, perPage) : []
  if (items.length === 0) {
    throw new CalendarError('page_out_of_range', { page, totalPages: Math.min(Math.ceil(counted / perPage), page - 1) })
  }
  const seen = offset + items.length
  return { items, total: items.length < perPage ? seen : Math.max(counted, seen) }
}
