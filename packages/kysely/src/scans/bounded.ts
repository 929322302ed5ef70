import type { EventFilter, EventSort, FindQuery, ProfileFilter, ProfileSort, TermFilter, TermSort } from '@kalends/core'
import { joined } from '../conditions.ts'
import { isOfList } from '../events/index-choice.ts'
import { isLookup } from '../events/where.ts'
import { linkFields } from '../links.ts'

/**
 * Which reads an index bounds, so that they look at little more than they give: they run at once, without a place and without a limit. The
 * lists name what is bounded, and everything else is a scan, members that a filter gets later included.
 */

/** Every row before a page and on it is looked at. */
const maxReach = 2_000

/** Whether a filter has no other members than these. */
const hasOnly = <F extends object>(filter: F, members: ReadonlySet<keyof F>): boolean =>
  // A filter has no members but its own.
  Object.entries(filter).every(([name, value]) => value === undefined || members.has(name as keyof F))

const reaches = ({ offset, limit }: { readonly offset: number; readonly limit: number }): boolean => offset + limit <= maxReach

/** Whether texts have to be looked at; an empty list asks for none. */
const isSearch = ({ textAll = [] }: { readonly textAll?: readonly string[] }): boolean => textAll.length > 0

/** Whether only some authors' records may be seen, which no index of a list knows. */
const isByAuthor = ({ readable = [] }: Pick<EventFilter, 'readable'>): boolean =>
  joined(readable).some(({ authorIds }) => authorIds !== undefined)

/** Of a list in order of the start, read along an index that knows all of this. */
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

/** The same along the index of a link. */
const listedByLink: ReadonlySet<keyof EventFilter> = new Set<keyof EventFilter>(['readable', 'hidden', 'startLocal', ...linkFields])

/** More records than this are not each read in their own order. */
const maxLinked = 64

function isBoundedList(filter: EventFilter): boolean {
  if (!isOfList(filter) || isByAuthor(filter)) return false
  const named = linkFields.filter((linkField) => filter[linkField] !== undefined)
  const [linkField] = named
  if (linkField === undefined) return hasOnly(filter, listed)
  return named.length === 1 && (filter[linkField]?.length ?? 0) <= maxLinked && hasOnly(filter, listedByLink)
}

/**
 * Whether a page of events is plain enough to be read at once where nothing ends a statement: every order has an index, by which a page
 * without other filters is found in a few milliseconds. In an order that has little to do with the start, events that a window or a link
 * leaves out are passed: half of a million of them, unless each quarter is read by itself.
 * @param isByQuarters whether it is
 */
export function isPlainEventPage(query: FindQuery<EventFilter, EventSort>, isByQuarters = false): boolean {
  const { filter, order } = query
  if (!reaches(query) || !isBoundedList(filter)) return false
  const key = order[0]?.key
  return isByQuarters || key === undefined || ordersOfTimes.has(key) || (filter.hidden === false && hasOnly(filter, listedInAnyOrder))
}

/** The orders in which a window is one stretch of an index, or of one for each class of length. */
const ordersOfTimes: ReadonlySet<EventSort['key']> = new Set<EventSort['key']>(['startLocal', 'startMs', 'endLocal', 'id'])

/** What leaves out few events in any order. */
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

/** Whether a term's first event says whether there is one that matches, but for planned ones. */
const isEasy = (filter: EventFilter | undefined): boolean => filter === undefined || (hasOnly(filter, simpleEvents) && !isByAuthor(filter))

/** Whether the terms that match are found without a look at texts, nor at more than the first event of each. */
export function isBoundedTermFilter(filter: TermFilter): boolean {
  const { ids, slugs, nameKeys, events, shownBy } = filter
  return (
    [events?.filter, shownBy].every(isEasy) && (!isSearch(filter) || ids !== undefined || slugs !== undefined || nameKeys !== undefined)
  )
}

/** Whether a page of terms is bounded: there are few, but they may be in order of their numbers of events. */
export const isBoundedTermPage = ({ filter, order }: FindQuery<TermFilter, TermSort>): boolean =>
  isBoundedTermFilter(filter) && order.every(({ key }) => key !== 'eventCount')
