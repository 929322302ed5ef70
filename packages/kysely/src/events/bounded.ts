import type { EventFilter, EventSort, FindQuery } from '@kalends/core/store'
import { isOfList } from '../event-filter/index-choice.ts'
import { isByRole, isLookup } from '../event-filter/where.ts'
import { hasOnly, isByAuthor, isNearPage } from '../query/bounded.ts'
import { linkFields } from '../query/links.ts'

/** Which reads of events are bounded (query/bounded.ts). */

/** The members of a list in order of the start that its index covers. */
const listed: ReadonlySet<keyof EventFilter> = new Set<keyof EventFilter>([
  'readable',
  'hidden',
  'hiddenBy',
  'roles',
  'authorIds',
  'startLocal',
  'startMs',
  'endLocal',
  'endMs',
])

/** The same for the index of a link. */
const listedByLink: ReadonlySet<keyof EventFilter> = new Set<keyof EventFilter>([
  'readable',
  'hidden',
  'roles',
  'startLocal',
  ...linkFields,
])

/** With more linked records than this, they are not each read in their own order. */
const maxLinked = 64

function isBoundedList(filter: EventFilter): boolean {
  if (!isOfList(filter) || isByAuthor(filter) || isByRole(filter)) return false
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
  if (!isNearPage(query) || !isBoundedList(filter)) return false
  const key = order[0]?.key
  return isByQuarters || key === undefined || ordersOfTimes.has(key) || (filter.hidden === false && hasOnly(filter, listedInAnyOrder))
}

/** The orders in which a window is one range of an index, or one for each length class. */
const ordersOfTimes: ReadonlySet<EventSort['key']> = new Set<EventSort['key']>(['startLocal', 'startMs', 'endLocal', 'id'])

/** The members that leave out few events in any order. */
const listedInAnyOrder: ReadonlySet<keyof EventFilter> = new Set<keyof EventFilter>(['readable', 'hidden', 'roles'])

const byIdAlone: ReadonlySet<keyof EventFilter> = new Set<keyof EventFilter>(['afterId'])

/** Whether a page of events is bounded. */
export function isBoundedEventPage({ filter, order, offset, limit }: FindQuery<EventFilter, EventSort>): boolean {
  if (isBoundedEventLookup(filter)) return true
  if (!isNearPage({ offset, limit })) return false
  const key = order[0]?.key
  return key === 'startLocal' ? isBoundedList(filter) : key === 'id' && hasOnly(filter, byIdAlone)
}

/** Whether a filter of events names the few that it can match. */
export const isBoundedEventLookup = (filter: EventFilter): boolean => isLookup(filter)
