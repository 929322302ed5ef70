import type { Keeping } from '../serve/server-plan.ts'
import { base } from '../setting.ts'

const list = `${base}/events`

/**
 * Requests for the first page of the default window, whose responses have the same events and the same total. Each request has a cache key
 * of its own, because links repeat the query: concurrent requests each compute a response instead of waiting for a shared one.
 */
const waysToAsk = ['page=1', 'per_page=35', 'order=asc', 'orderby=start_date', 'page=1&per_page=35', 'page=1&order=asc']

/** The requests that measure the benefit of a cache. */
export const pathsFor: Readonly<Record<Keeping, readonly string[]>> = {
  answers: [list],
  totals: waysToAsk.map((query) => `${list}?${query}`),
  nothing: [list],
}
