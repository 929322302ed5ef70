import type { EventFilter, EventRecord, EventRole } from '@kalends/core/store'
import { sql } from 'kysely'
import type { SqlDialect } from '../engine/dialect.ts'
import { type Condition, isOneOf, never } from '../query/conditions.ts'
import type { EventColumns } from './columns.ts'

/**
 * The column `hidden` of events and links: 0 or 1 for single events and occurrences, 2 or 3 for series. In most list indexes it follows the
 * status. Lists exclude series by this column, so they read no series and need no condition on the role.
 */

/** The value for an event. */
export const toHiddenColumn = ({ hidden, role }: Pick<EventRecord, 'hidden' | 'role'>): number =>
  Number(hidden) + (role === 'series' ? 2 : 0)

/** Whether a value is that of a hidden event. */
export const isHiddenColumn = (value: number | string | bigint): boolean => Number(value) % 2 === 1

/** The values that a filter accepts, ascending. */
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

/** All roles. */
export const eventRoles = ['single', 'series', 'occurrence'] as const satisfies readonly EventRole[]

/** Whether a list reads several values: in the indexes the column follows the status, so each value is a range of its own. */
export const isSplitByHidden = (filter: EventFilter): boolean => filter.readable !== undefined && hiddenValues(filter).length > 1

/**
 * The condition on hidden events and on series.
 * @param values the values that the statement reads, if not all values of the filter
 */
export function isHiddenAsWanted(
  { dialect, columns }: { readonly dialect: SqlDialect; readonly columns: EventColumns },
  filter: EventFilter,
  values = hiddenValues(filter),
): readonly Condition[] {
  const { hiddenBy, readable } = filter
  // Without a read scope no index range includes the column, and a condition that accepts all four values would exclude nothing.
  const isNeeded = values.length < 4 || readable !== undefined
  const isOwn = hiddenBy === undefined || !values.some(isHiddenColumn) ? undefined : isOneOf(dialect, columns.authorId, hiddenBy)
  const shown = values.filter((value) => !isHiddenColumn(value))
  return [
    ...(isNeeded ? [hasValue(columns, values)] : []),
    ...(isOwn === undefined ? [] : [shown.length === 0 ? isOwn : sql<boolean>`(${hasValue(columns, shown)} or ${isOwn})`]),
  ]
}

/** The values as literals instead of parameters: there are few, so each combination may be a statement of its own. */
const valueTexts = [sql`0`, sql`1`, sql`2`, sql`3`]

/** The column has one of the values: as a list, because no index can be used for alternatives joined by `or`. */
function hasValue({ hidden }: EventColumns, values: readonly number[]): Condition {
  const texts = values.flatMap((value) => valueTexts[value] ?? [])
  if (texts.length === 0) return never
  return texts.length === 1 ? sql`${hidden} = ${texts[0]}` : sql`${hidden} in (${sql.join(texts)})`
}
