import { clauseLinks, type EventFilter, namesLinks, type Range } from '@kalends/core/store'
import { mergeClauses } from '../query/conditions.ts'
import { eventRoles } from '../schema/event-role.ts'
import { wallMs } from '../schema/wall-time.ts'

/** What a filter of events asks for. */

/** The filter without `distinct`, which has no effect on counts by link and on conditions on linked events. */
export const withoutDistinct = ({ distinct: _distinct, ...filter }: EventFilter): EventFilter => filter

/** Whether the filter limits the events to a few by id, slug, alias, uid, parent, series or due extension. */
export const isLookup = ({ ids, slugs, alias, uids, seriesIds, extendedBefore, parentIds }: EventFilter): boolean =>
  (ids ?? slugs ?? alias ?? uids ?? seriesIds ?? extendedBefore) !== undefined || (parentIds !== undefined && !parentIds.includes(0))

/** Whether no event can match, because a list of the filter is empty. */
export const hasEmptyList = ({ readable, ids, overlaps, venueIds, organizerIds, tagIds, categoryIds, fields = [] }: EventFilter): boolean =>
  [readable, ids, overlaps, venueIds, organizerIds, tagIds, categoryIds, ...fields.map(({ keys }) => keys)].some(
    (list) => list?.length === 0,
  )

/** A range of wall times as numbers. */
export const wallRange = (range: EventFilter['startLocal']): Range<number> => ({
  ...(range?.gte !== undefined && { gte: wallMs(range.gte) }),
  ...(range?.lt !== undefined && { lt: wallMs(range.lt) }),
})

/**
 * Whether a filter is that of a list: it sets statuses. The indexes for lists begin with the status, `authored` after the author, and most
 * continue with the column for hidden events.
 */
export const isOfList = ({ readable }: EventFilter): boolean => readable !== undefined

/** Whether a filter has either single events or occurrences, but not both. Series are distinguished by the column `hidden`. */
export const isByRole = ({ roles }: EventFilter): boolean =>
  roles !== undefined && roles.includes('single') !== roles.includes('occurrence')

/** Whether a filter searches texts; an empty list does not. */
export const isSearch = ({ textAll = [] }: { readonly textAll?: readonly string[] }): boolean => textAll.length > 0

/** Whether a filter has conditions that are slow to check, because no index of lists has their columns: texts, places, and what an event lacks. */
export const hasSlowConditions = (filter: EventFilter): boolean =>
  isSearch(filter) ||
  (filter.geo ?? filter.hasImage ?? filter.hasDescription ?? filter.hasCategory ?? filter.hasVenue ?? filter.hasOrganizer) !== undefined

/** The values of the column `hidden` that a filter accepts, ascending. */
export function hiddenValues({ hidden, roles = eventRoles }: Pick<EventFilter, 'hidden' | 'roles'>): readonly number[] {
  const shown = [...(roles.includes('single') || roles.includes('occurrence') ? [0] : []), ...(roles.includes('series') ? [2] : [])]
  if (hidden === undefined) return shown.flatMap((value) => [value, value + 1])
  return hidden ? shown.map((value) => value + 1) : shown
}

/**
 * The conditions on `hidden` and `roles` that the column can check. Occurrences and single events share its values, so both are included.
 */
export const hiddenBounds = ({ hidden, roles }: EventFilter): Pick<EventFilter, 'hidden' | 'roles'> => ({
  ...(hidden !== undefined && { hidden }),
  ...(roles !== undefined && { roles: eventRoles.filter((role) => roles.some((wanted) => (wanted === 'series') === (role === 'series'))) }),
})

/** Whether a list reads several values: in the indexes the column follows the status, so each value is a range of its own. */
export const isSplitByHidden = (filter: EventFilter): boolean => filter.readable !== undefined && hiddenValues(filter).length > 1

/**
 * The filter with the links that all clauses of its read scope name, as a member of its own: then the events are read from these links. Of
 * 10,000 events, PostgreSQL otherwise takes half as long again for the drafts of a venue as for those of an author.
 */
export function withCommonLinks(filter: EventFilter): EventFilter {
  const { readable = [] } = filter
  for (const member of clauseLinks) {
    const ids = readable[0]?.[member]
    if (ids === undefined || filter[member] !== undefined) continue
    const hasSame = ({ [member]: own }: (typeof readable)[number]): boolean => own?.join() === ids.join()
    if (readable.every(hasSame)) return { ...filter, [member]: ids, readable: readable.map(({ [member]: _, ...clause }) => clause) }
  }
  return filter
}

/**
 * A filter for each clause of the read scope, if one of them names links: then no event matches two of them, and each is counted from its own links.
 * Otherwise, or where events are compared with each other, the filter alone.
 */
export function byClause(filter: EventFilter): readonly EventFilter[] {
  const { readable = [], distinct } = filter
  const clauses = mergeClauses(readable)
  const statuses = new Set(clauses.map(({ status }) => status))
  if (distinct !== undefined || statuses.size < clauses.length || !clauses.some(namesLinks)) return [filter]
  return clauses.map((clause) => withCommonLinks({ ...filter, readable: [clause] }))
}
