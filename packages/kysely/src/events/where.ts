import type { Edge, EventFilter } from '@kalends/core'
import { type SqlBool, sql } from 'kysely'
import {
  type Column,
  type Condition,
  containsAll,
  isBetween,
  isInteger,
  isNotInteger,
  isReadable,
  isText,
  type ReadColumns,
} from '../conditions.ts'
import type { SqlDialect } from '../dialect.ts'
import { edgeNames, isLinked } from '../links.ts'
import type { StoreContext } from '../store-context.ts'
import { wallMs } from '../wall-time.ts'
import { hasPlace } from './place.ts'

/** The columns that a link copies from its event, and those that say who may see it. */
export interface CopiedColumns extends ReadColumns {
  /** The event's id. */
  readonly id: Column
  /** Whether it is left out of lists. */
  readonly hidden: Column
  /** Its start as an instant. */
  readonly startMs: Column
  /** Its start by wall clock. */
  readonly startWall: Column
  /** Its end by wall clock. */
  readonly endWall: Column
}

/** In statements over events, which are called `e`. */
export const ofEvent: CopiedColumns = {
  id: sql`e.id`,
  status: sql`e.status`,
  authorId: sql`e.author_id`,
  publishedMs: sql`e.published_ms`,
  statusBeforeTrash: sql`e.status_before_trash`,
  hidden: sql`e.hidden`,
  startMs: sql`e.start_ms`,
  startWall: sql`e.start_wall`,
  endWall: sql`e.end_wall`,
}

/** In statements over links, which are called `l`. */
export const ofLink: CopiedColumns = {
  id: sql`l.event_id`,
  status: sql`l.status`,
  authorId: sql`l.author_id`,
  publishedMs: sql`l.published_ms`,
  // Links have no copy of it: statements that name it join the events.
  statusBeforeTrash: sql`e.status_before_trash`,
  hidden: sql`l.hidden`,
  startMs: sql`l.start_ms`,
  startWall: sql`l.start_wall`,
  endWall: sql`l.end_wall`,
}

/** Whether a filter over links needs the events too. */
export const needsEvents = (filter: EventFilter): boolean =>
  filter.slugs !== undefined ||
  filter.featured !== undefined ||
  filter.parentIds !== undefined ||
  filter.endMs !== undefined ||
  filter.updatedMs !== undefined ||
  (filter.readable?.some(({ statusBeforeTrash }) => statusBeforeTrash !== undefined) ?? false) ||
  (filter.textAll !== undefined && filter.textAll.length > 0)

/** A filter as conditions, and whose columns they look at. */
export interface EventConditionsOptions {
  /** The columns that links copy, from whichever table the statement reads. */
  readonly columns: CopiedColumns
  /** The edge whose links the statement reads because of this filter; the others are looked up. */
  readonly drivenBy?: Edge | undefined
  /** Whether the statement has a condition of its own for `readable`. */
  readonly withoutReadable?: boolean
}

/** The conditions of a filter. Those beyond the copied columns need the event itself, called `e`. */
export function eventConditions(context: StoreContext, filter: EventFilter, options: EventConditionsOptions): readonly Condition[] {
  const { dialect } = context
  const { columns, drivenBy, withoutReadable = false } = options
  const { ids, excludeIds = [], afterId, slugs, parentIds, featured, authorIds, startLocal, endLocal, geo } = filter
  return [
    ...(withoutReadable ? [] : isReadable(dialect, columns, filter.readable)),
    ...isHiddenAsWanted(dialect, columns, filter),
    ...isBetween(columns.startWall, wallRange(startLocal)),
    ...isBetween(columns.endWall, wallRange(endLocal)),
    ...isBetween(columns.startMs, filter.startMs),
    ...isBetween(sql`e.end_ms`, filter.endMs),
    ...isBetween(sql`e.updated_ms`, filter.updatedMs),
    ...(authorIds === undefined ? [] : [isInteger(dialect, columns.authorId, authorIds)]),
    ...(ids === undefined ? [] : [isInteger(dialect, columns.id, ids)]),
    ...isNotInteger(dialect, columns.id, excludeIds),
    ...(afterId === undefined ? [] : [sql<SqlBool>`${columns.id} > ${afterId}`]),
    ...(slugs === undefined ? [] : [isText(sql`e.slug`, slugs)]),
    ...(featured === undefined ? [] : [sql<SqlBool>`e.featured = ${Number(featured)}`]),
    ...(parentIds === undefined ? [] : [isInteger(dialect, parentColumn(dialect, filter), parentIds)]),
    ...edgeNames.flatMap((edge) => {
      const linkedIds = filter[edge]
      return linkedIds === undefined || edge === drivenBy ? [] : [isLinked(context, edge, columns.id, linkedIds)]
    }),
    ...(geo === undefined ? [] : hasPlace(context, columns.id, geo)),
    ...containsAll(dialect, sql`e.search_text`, filter.textAll),
  ]
}

/** Which hidden events match. */
function isHiddenAsWanted(dialect: SqlDialect, columns: CopiedColumns, { hidden, hiddenBy }: EventFilter): readonly Condition[] {
  const own = hiddenBy === undefined ? [] : [isInteger(dialect, columns.authorId, hiddenBy)]
  if (hidden === false) return [sql`${columns.hidden} = 0`]
  if (hidden === true) return [sql`${columns.hidden} = 1`, ...own]
  return own.map((isOwn) => sql`(${columns.hidden} = 0 or ${isOwn})`)
}

/** Whether the filter names the few events that it can match. */
export const isLookup = ({ ids, slugs, parentIds }: EventFilter): boolean =>
  ids !== undefined || slugs !== undefined || (parentIds !== undefined && !parentIds.includes(0))

/** The parent; nearly all events have none, so that their index does not help to find those. */
function parentColumn(dialect: SqlDialect, filter: EventFilter): Column {
  const column = sql`e.parent_id`
  return isLookup(filter) ? column : dialect.unindexed(column)
}

/** A range of wall times as numbers. */
export function wallRange(range: EventFilter['startLocal']): { gte?: number; lt?: number } {
  return {
    ...(range?.gte === undefined ? {} : { gte: wallMs(range.gte) }),
    ...(range?.lt === undefined ? {} : { lt: wallMs(range.lt) }),
  }
}
