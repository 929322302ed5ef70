import type { CacheContent } from '../serve/server-plan.ts'
import { base } from '../setting.ts'

const list = `${base}/events`

/**
 * Requests for the first page of the default window, which share a total, but no cached response: each has a cache key of its own, because the
 * links in a response repeat the query. So concurrent requests each compute a response instead of waiting for a shared one.
 */
const equivalentQueries = ['page=1', 'per_page=35', 'order=asc', 'orderby=start_date', 'page=1&per_page=35', 'page=1&order=asc']

/** The requests that measure a calendar with each content of its cache. */
export const pathsFor: Readonly<Record<CacheContent, readonly string[]>> = {
  responses: [list],
  totals: equivalentQueries.map((query) => `${list}?${query}`),
  nothing: [list],
}
