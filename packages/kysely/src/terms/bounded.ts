import type { EventFilter, FindQuery, TermFilter, TermSort } from '@kalends/core/store'
import { isByRole } from '../event-filter/where.ts'
import { hasAuthorClause, hasOnly, isSearch } from '../query/bounded.ts'

/** Which reads of terms are bounded (query/bounded.ts). */

const simpleEvents: ReadonlySet<keyof EventFilter> = new Set<keyof EventFilter>(['readable', 'hidden', 'roles'])

/** Whether nearly every event meets the filter, all but scheduled ones, so that the first event of a term usually does. */
const isMetByFirstEvent = (filter: EventFilter | undefined): boolean =>
  filter === undefined || (hasOnly(filter, simpleEvents) && !hasAuthorClause(filter) && !isByRole(filter))

/** Whether finding the matching terms reads no texts, and at most the first event of each term. */
export function isBoundedTermFilter(filter: TermFilter): boolean {
  const { ids, slugs, nameKeys, events, shownBy } = filter
  return (
    [events?.filter, shownBy].every(isMetByFirstEvent) &&
    (!isSearch(filter) || ids !== undefined || slugs !== undefined || nameKeys !== undefined)
  )
}

/** Whether a page of terms is bounded: terms are few, but an order by the number of events is a scan. */
export const isBoundedTermPage = ({ filter, order }: FindQuery<TermFilter, TermSort>): boolean =>
  isBoundedTermFilter(filter) && order.every(({ key }) => key !== 'eventCount')
