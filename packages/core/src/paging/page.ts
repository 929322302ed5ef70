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

/**
 * Reads a page of a list, and counts the list only where the page does not say how long it is.
 * @param read gives the records from `offset` on, `limit` at most
 * @throws page_out_of_range the page lies past the end; page 1 never does
 */
export async function readPage<T>(
  request: PageRequest,
  maxPerPage: number,
  list: { count(): Promise<number>; read(offset: number, limit: number): Promise<readonly T[]> },
): Promise<Page<T>> {
  const page = request.page ?? 1
  const perPage = Math.min(request.perPage ?? defaultPerPage, maxPerPage)
  const offset = (page - 1) * perPage
  // No list reaches that far, and no store has to understand such a number.
  const items = Number.isSafeInteger(offset) ? await list.read(offset, perPage) : []
  const seen = offset + items.length
  // A page that is not full is the last one, unless it lies past the end.
  const isLast = items.length < perPage && (items.length > 0 || page === 1)
  // Records may come and go between the page and the count; what was seen wins, so that an answer agrees with itself.
  const counted = isLast ? seen : await list.count()
  if (items.length === 0 && page > 1)
    throw new CalendarError('page_out_of_range', { page, totalPages: Math.min(Math.ceil(counted / perPage), page - 1) })
  const total = Math.max(counted, seen)
  return { items, page, perPage, total, totalPages: Math.ceil(total / perPage) }
}
