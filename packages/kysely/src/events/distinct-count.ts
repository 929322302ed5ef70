import type { EventFilter } from '@kalends/core/store'
import { sql } from 'kysely'
import type { StoreContext } from '../engine/store-context.ts'
import { ofEvent, ofOther } from '../event-filter/columns.ts'
import { eventRoles } from '../event-filter/hidden.ts'
import { eventConditions, otherOccurrences } from '../event-filter/where.ts'
import { hasOnly } from '../query/bounded.ts'
import { allOf, type Condition } from '../query/conditions.ts'
import { storedStatuses } from '../schema/published-codec.ts'

/**
 * The parts of a count with `distinct`: the events that are no occurrences, and the series with a matching occurrence. One lookup for each
 * series takes a fifth of the time of a lookup for each occurrence.
 */
export interface DistinctParts {
  /** The events that are no occurrences. */
  readonly others: EventFilter
  /** All series. */
  readonly series: EventFilter
  /** An occurrence of the series, called `e`, matches. */
  readonly hasMatch: Condition
}

/** The members that the index of occurrences by their series covers. */
const covered: ReadonlySet<keyof EventFilter> = new Set<keyof EventFilter>([
  'readable',
  'hidden',
  'roles',
  'startLocal',
  'endLocal',
  'distinct',
])

const isCovered = (filter: EventFilter): boolean =>
  hasOnly(filter, covered) &&
  filter.readable?.every(({ authorIds, statusBeforeTrash }) => authorIds === undefined && statusBeforeTrash === undefined) === true

/** The parts of a count with `distinct`; undefined if the count has to check each occurrence for an earlier one instead. */
export function distinctParts(context: StoreContext, filter: EventFilter): DistinctParts | undefined {
  const { distinct, roles = eventRoles, ...matching } = filter
  if (distinct === undefined || !roles.includes('occurrence') || !isCovered(filter)) return undefined
  const conditions = allOf([
    sql`${ofOther.own.seriesId} = ${ofEvent.id}`,
    ...eventConditions(context, { ...matching, roles: ['single', 'occurrence'] }, { columns: ofOther }),
  ])
  return {
    others: { ...matching, roles: roles.filter((role) => role !== 'occurrence') },
    series: { readable: storedStatuses.map((status) => ({ status })), roles: ['series'] },
    hasMatch: context.dialect.hasRow(sql`select 1 from ${otherOccurrences(context)} where ${conditions}`),
  }
}
