import type { EventFilter, Range } from '@kalends/core/store'
import { eventRoles } from '../schema/event-role.ts'
import { wallMs } from '../schema/wall-time.ts'

/** What a filter of events asks for. */

/** The filter without `distinct`, which has no effect on counts by link and on conditions on linked events. */
export const withoutDistinct = ({ distinct: _distinct, ...filter }: EventFilter): EventFilter => filter

/** Whether the filter limits the events to a few by id, slug, uid, parent, series or due extension. */
export const isLookup = ({ ids, slugs, uids, seriesIds, extendedBefore, parentIds }: EventFilter): boolean =>
  (ids ?? slugs ?? uids ?? seriesIds ?? extendedBefore) !== undefined || (parentIds !== undefined && !parentIds.includes(0))

/** Whether no event can match, because a list of the filter is empty. */
export const hasEmptyList = ({ readable, ids, venueIds, organizerIds, tagIds, categoryIds, fields = [] }: EventFilter): boolean =>
  [readable, ids, venueIds, organizerIds, tagIds, categoryIds, ...fields.map(({ keys }) => keys)].some((list) => list?.length === 0)

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

/** Whether a filter has conditions that are slow to check: texts, and places. */
export const hasSlowConditions = (filter: EventFilter): boolean => filter.geo !== undefined || isSearch(filter)

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
