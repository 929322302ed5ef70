import type { EventFilter, EventSort, FindQuery } from '@kalends/core/store'
import { isOfList } from '../event-filter/index-choice.ts'
import { narrowFields } from '../event-filter/source.ts'
import { isByRole, isLookup } from '../event-filter/where.ts'
import { hasAuthorClause, hasOnly, isNearPage } from '../query/bounded.ts'
import { linkFields } from '../query/links.ts'

/** Which reads of events are bounded (query/bounded.ts). */

/** The filter members that the index of the start covers. */
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

/** The filter members that the index of a link covers. */
const listedByLink: ReadonlySet<keyof EventFilter> = new Set<keyof EventFilter>([
  'readable',
  'hidden',
  'roles',
  'startLocal',
  ...linkFields,
  'fields',
])

/** A list by more linked records or keys is not bounded: one statement cannot read the links of each record in order. */
const maxLinked = 64

function isBoundedList(filter: EventFilter): boolean {
  if (!isOfList(filter) || hasAuthorClause(filter) || isByRole(filter)) return false
  const named = linkFields.filter((linkField) => filter[linkField] !== undefined)
  const [linkField] = named
  if (filter.fields !== undefined && filter.fields.length > 0) {
    const keys = filter.fields.length === 1 ? narrowFields(filter)[0]?.condition.keys : undefined
    return linkField === undefined && keys !== undefined && keys.length <= maxLinked && hasOnly(filter, listedByLink)
  }
  if (linkField === undefined) return hasOnly(filter, listed)
  return named.length === 1 && (filter[linkField]?.length ?? 0) <= maxLinked && hasOnly(filter, listedByLink)
}

/**
 * The orders in which few events outside of a window are read: those by start or end find a window as ranges of their index, one for each length
 * class (span-class.ts) at most; a list by id is rarely one of a window.
 */
const ordersOfTimes: ReadonlySet<EventSort['key']> = new Set<EventSort['key']>(['startLocal', 'startMs', 'endLocal', 'id'])

/** The filter members that nearly all events meet: in any order, a scan soon finds a page of them. */
const listedInAnyOrder: ReadonlySet<keyof EventFilter> = new Set<keyof EventFilter>(['readable', 'hidden', 'roles'])

const byIdAlone: ReadonlySet<keyof EventFilter> = new Set<keyof EventFilter>(['afterId'])

/**
 * Whether a page of events is bounded, which one statement reads even on SQLite, which cannot cancel statements. Every order has an index, which
 * finds a page without other filters in a few milliseconds. In an order that is unrelated to the start, a scan of that index also reads the
 * events outside of a window, perhaps 500,000 of a million, unless the index begins with the quarter of the start (quarters.ts).
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
