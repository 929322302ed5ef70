import {
  type EventFilter,
  type EventSort,
  type FindQuery,
  namesLinks,
  type ProfileFilter,
  type ProfileSort,
  type ReadScope,
  type TermFilter,
  type TermSort,
} from '@kalends/core/store'
import { mergeClauses } from '../query/conditions.ts'
import { linkFields } from '../query/links.ts'
import { isByRole, isLookup, isOfList, isSearch } from './filter.ts'
import { selectiveFields } from './sources.ts'

/**
 * A read is bounded if an index limits the rows that it reads to about those that it returns. Bounded reads run at once, without a place in
 * the queue and without a time limit. Every other read is a scan, also with a filter member that a later version adds.
 */

/** A bounded page ends at this row or before it: a page reads every row before its end. */
const maxReach = 2_000

const isNearPage = ({ offset, limit }: { readonly offset: number; readonly limit: number }): boolean => offset + limit <= maxReach

/** Whether a filter has no other members than these. */
function hasOnly<F extends object>(filter: F, members: ReadonlySet<string>): boolean {
  for (const [name, value] of Object.entries(filter)) if (value !== undefined && !members.has(name)) return false
  return true
}

/** Whether the read scope contains only records of some authors or with some links, which no index of a list covers. */
const hasNarrowClause = ({ readable = [] }: { readonly readable?: ReadScope }): boolean =>
  mergeClauses(readable).some((clause) => clause.authorIds !== undefined || namesLinks(clause))

const membersOfEvents = (...members: readonly (keyof EventFilter)[]): ReadonlySet<string> => new Set(members)

/** The filter members that nearly all events meet: in any order, a scan soon finds a page of them. */
const listedInAnyOrder = membersOfEvents('readable', 'hidden', 'roles')

/** The filter members that the index of the start covers. */
const listed = membersOfEvents(
  'readable',
  'hidden',
  'hiddenBy',
  'roles',
  'authorIds',
  'startLocal',
  'startMs',
  'endLocal',
  'endMs',
  'fromLocal',
  'fromMs',
)

/** The filter members that the index of a link covers. */
const listedByLink = membersOfEvents('readable', 'hidden', 'roles', 'startLocal', 'fromLocal', 'fromMs', 'fields', ...linkFields)

const byIdAlone = membersOfEvents('afterId')

/** A list by more linked records or keys is not bounded: one statement cannot read the links of each record in order. */
const maxLinked = 64

function isBoundedList(filter: EventFilter): boolean {
  if (!isOfList(filter) || hasNarrowClause(filter) || isByRole(filter)) return false
  const named = linkFields.filter((linkField) => filter[linkField] !== undefined)
  const { fields = [] } = filter
  if (named.length === 0 && fields.length === 0) return hasOnly(filter, listed)
  if (named.length + fields.length > 1 || !hasOnly(filter, listedByLink)) return false
  const [linkField] = named
  const selected = linkField === undefined ? selectiveFields(filter)[0]?.condition.keys : filter[linkField]
  return selected !== undefined && selected.length <= maxLinked
}

/**
 * The orders in which few events outside of a window are read: those by start or end find a window as ranges of their index, one for each
 * length class (span-class.ts) at most; a list by id is rarely one of a window.
 */
const ordersOfTimes: ReadonlySet<EventSort['key']> = new Set<EventSort['key']>(['startLocal', 'startMs', 'endLocal', 'id'])

/**
 * Whether a page of events is bounded, which one statement reads even on SQLite, which cannot cancel statements. Every order has an index,
 * which finds a page without other filters in a few milliseconds. In an order that is unrelated to the start, a scan of that index also
 * reads the events outside of a window, perhaps 500,000 of a million, unless the index begins with the quarter of the start (times.ts).
 * @param isByQuarters whether the quarters of the window are read one by one
 */
export function isBoundedEventPage(query: FindQuery<EventFilter, EventSort>, isByQuarters = false): boolean {
  const { filter, order } = query
  if (isLookup(filter)) return true
  if (!isNearPage(query)) return false
  const key = order[0]?.key ?? 'id'
  if (key === 'id' && hasOnly(filter, byIdAlone)) return true
  const isOfAny = filter.hidden === false && hasOnly(filter, listedInAnyOrder)
  return isBoundedList(filter) && (isByQuarters || isOfAny || ordersOfTimes.has(key))
}

const simpleProfile: ReadonlySet<string> = new Set<keyof ProfileFilter>(['readable', 'textAll', 'afterId'])

/** Whether a page of venues or organizers is bounded. */
export function isBoundedProfilePage({ filter, order, offset, limit }: FindQuery<ProfileFilter, ProfileSort>): boolean {
  if (isBoundedProfileTotal(filter)) return true
  const isInOrder = order[0]?.key !== 'updatedMs' && isNearPage({ offset, limit })
  return isInOrder && hasOnly(filter, simpleProfile) && !isSearch(filter) && !hasNarrowClause(filter)
}

/** Whether a total of venues or organizers is bounded: the filter names a few by id, slug, alias, uid or name. */
export const isBoundedProfileTotal = ({ events, ids, slugs, alias, uids, nameKeys }: ProfileFilter): boolean =>
  events === undefined && (ids ?? slugs ?? alias ?? uids ?? nameKeys) !== undefined

/** Whether nearly every event meets the filter, all but scheduled ones, so that the first event of a term usually does. */
const isMetByFirstEvent = (filter: EventFilter | undefined): boolean =>
  filter === undefined || (hasOnly(filter, listedInAnyOrder) && !hasNarrowClause(filter) && !isByRole(filter))

/** Whether finding the matching terms reads no texts, and at most the first event of each term. */
export const isBoundedTermFilter = (filter: TermFilter): boolean =>
  isMetByFirstEvent(filter.events?.filter) &&
  isMetByFirstEvent(filter.shownBy) &&
  (!isSearch(filter) || (filter.ids ?? filter.slugs ?? filter.nameKeys) !== undefined)

/** Whether a page of terms is bounded: terms are few, but an order by the number of events is a scan. */
export const isBoundedTermPage = ({ filter, order }: FindQuery<TermFilter, TermSort>): boolean =>
  isBoundedTermFilter(filter) && order.every(({ key }) => key !== 'eventCount')
