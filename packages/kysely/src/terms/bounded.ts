import type { EventFilter, FindQuery, TermFilter, TermSort } from '@kalends/core/store'
import { isByRole } from '../event-filter/where.ts'
import { hasOnly, isByAuthor, isSearch } from '../query/bounded.ts'

/** Which reads of terms are bounded (query/bounded.ts). */

const simpleEvents: ReadonlySet<keyof EventFilter> = new Set<keyof EventFilter>(['readable', 'hidden', 'roles'])

/** Whether the first event of a term shows if there is a matching one, except for scheduled events. */
const isEasy = (filter: EventFilter | undefined): boolean =>
  filter === undefined || (hasOnly(filter, simpleEvents) && !isByAuthor(filter) && !isByRole(filter))

/** Whether finding the matching terms reads no texts, and at most the first event of each term. */
export function isBoundedTermFilter(filter: TermFilter): boolean {
  const { ids, slugs, nameKeys, events, shownBy } = filter
  return (
    [events?.filter, shownBy].every(isEasy) && (!isSearch(filter) || ids !== undefined || slugs !== undefined || nameKeys !== undefined)
  )
}

/** Whether a page of terms is bounded: terms are few, but an order by the number of events is a scan. */
export const isBoundedTermPage = ({ filter, order }: FindQuery<TermFilter, TermSort>): boolean =>
  isBoundedTermFilter(filter) && order.every(({ key }) => key !== 'eventCount')
