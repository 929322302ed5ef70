import type { EventFilter, EventSort, FindQuery, ProfileFilter, ProfileSort, TermFilter, TermSort } from '@kalends/core'
import { joined } from '../conditions.ts'
import { isOfList } from '../events/index-choice.ts'
import { isLookup } from '../events/where.ts'
import { linkFields } from '../links.ts'

/**
 * Decides which reads are bounded: an index limits the rows that they read to about those that they return. Bounded reads run at once,
 * without a place in the queue and without a time limit. The lists name the filter members of bounded reads. Every other read is a scan,
 * also with members that filters get later.
 */

/** The last row of a bounded page: a page reads every row before its end. */
const maxReach = 2_000

/** Whether a filter has no members but these. */
const hasOnly = <F extends object>(filter: F, members: ReadonlySet<keyof F>): boolean =>
  // The keys of a filter are its members.
  Object.entries(filter).every(([name, value]) => value === undefined || members.has(name as keyof F))

const reaches = ({ offset, limit }: { readonly offset: number; readonly limit: number }): boolean => offset + limit <= maxReach

/** Whether a filter searches texts; an empty list does not. */
const isSearch = ({ textAll = [] }: { readonly textAll?: readonly string[] }): boolean => textAll.length > 0

/** Whether the read scope contains only some authors' records, which no index of a list covers. */
const isByAuthor = ({ readable = [] }: Pick<EventFilter, 'readable'>): boolean =>
  joined(readable).some(({ authorIds }) => authorIds !== undefined)

/** The members of a list in order of the start that its index covers. */
const listed: ReadonlySet<keyof EventFilter> = new Set<keyof EventFilter>([
  'readable',
  'hidden',
  'hiddenBy',
  'authorIds',
  'startLocal',
  'startMs',
  'endLocal',
  'endMs',
])

/** The same for the index of a link. */
const listedByLink: ReadonlySet<keyof EventFilter> = new Set<keyof EventFilter>(['readable', 'hidden', 'startLocal', ...linkFields])

/** With more linked records than this, they are not each read in their own order. */
const maxLinked = 64

function isBoundedList(filter: EventFilter): boolean {
  if (!isOfList(filter) || isByAuthor(filter)) return false
  const named = linkFields.filter((linkField) => filter[linkField] !== undefined)
  const [linkField] = named
  if (linkField === undefined) return hasOnly(filter, listed)
  return named.length === 1 && (filter[linkField]?.length ?? 0) <= maxLinked && hasOnly(filter, listedByLink)
}

/**
 * Whether a page of events is plain enough to run at once on an engine that cannot end a statement. Every order has an index, which finds a
 * page without other filters in a few milliseconds. In an order that is unrelated to the start, the scan passes events that a window or a
 * link leaves out: half of a million of them, unless each quarter is read by itself.
 * @param isByQuarters whether each quarter is read by itself
 */
export function isPlainEventPage(query: FindQuery<EventFilter, EventSort>, isByQuarters = false): boolean {
  const { filter, order } = query
  if (!reaches(query) || !isBoundedList(filter)) return false
  const key = order[0]?.key
  return isByQuarters || key === undefined || ordersOfTimes.has(key) || (filter.hidden === false && hasOnly(filter, listedInAnyOrder))
}

/** The orders in which a window is one range of an index, or one for each length class. */
const ordersOfTimes: ReadonlySet<EventSort['key']> = new Set<EventSort['key']>(['startLocal', 'startMs', 'endLocal', 'id'])

/** The members that leave out few events in any order. */
const listedInAnyOrder: ReadonlySet<keyof EventFilter> = new Set<keyof EventFilter>(['readable', 'hidden'])

const byIdAlone: ReadonlySet<keyof EventFilter> = new Set<keyof EventFilter>(['afterId'])

/** Whether a page of events is bounded. */
export function isBoundedEventPage({ filter, order, offset, limit }: FindQuery<EventFilter, EventSort>): boolean {
  if (isBoundedEventLookup(filter)) return true
  if (!reaches({ offset, limit })) return false
  const key = order[0]?.key
  return key === 'startLocal' ? isBoundedList(filter) : key === 'id' && hasOnly(filter, byIdAlone)
}

/** Whether a filter of events names the few that it can match. */
export const isBoundedEventLookup = (filter: EventFilter): boolean => isLookup(filter)

/** Whether a filter of venues or organizers names the few that it can match. */
const isNamed = ({ ids, slugs, nameKeys }: ProfileFilter): boolean => ids !== undefined || slugs !== undefined || nameKeys !== undefined

const simpleProfile: ReadonlySet<keyof ProfileFilter> = new Set<keyof ProfileFilter>(['readable', 'textAll', 'afterId'])

/** Whether a page of venues or organizers is bounded. */
export function isBoundedProfilePage({ filter, order, offset, limit }: FindQuery<ProfileFilter, ProfileSort>): boolean {
  if (filter.events === undefined && isNamed(filter)) return true
  const isInOrder = order[0]?.key !== 'updatedMs' && reaches({ offset, limit })
  return isInOrder && hasOnly(filter, simpleProfile) && !isSearch(filter) && !isByAuthor(filter)
}

/** Whether a total of venues or organizers is bounded. */
export const isBoundedProfileTotal = (filter: ProfileFilter): boolean => filter.events === undefined && isNamed(filter)

const simpleEvents: ReadonlySet<keyof EventFilter> = new Set<keyof EventFilter>(['readable', 'hidden'])

/** Whether the first event of a term shows if there is a matching one, except for scheduled events. */
const isEasy = (filter: EventFilter | undefined): boolean => filter === undefined || (hasOnly(filter, simpleEvents) && !isByAuthor(filter))

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
