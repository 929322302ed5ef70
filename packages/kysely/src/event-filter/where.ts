import {
  type EqualMember,
  type EventFilter,
  type EventRecord,
  eventFields,
  type LinkField,
  type PlainEvent,
  plainNames,
} from '@kalends/core/store'
import { type SqlBool, sql } from 'kysely'
import type { SqlDialect } from '../engine/dialect.ts'
import type { StoreContext } from '../engine/store-context.ts'
import {
  allOf,
  type Column,
  type Condition,
  containsAll,
  isAuthor,
  isBetween,
  isInteger,
  isNotInteger,
  isReadable,
  isText,
  type ReadColumns,
} from '../query/conditions.ts'
import { isLinked } from '../query/links.ts'
import { columnOf } from '../schema/plain-columns.ts'
import { wallMs } from '../schema/wall-time.ts'
import { hasPlace } from './place.ts'

/** The columns that a link copies from its event, the columns of the read scope, and the last change, which needs the event itself. */
export interface CopiedColumns extends ReadColumns {
  /** The event's id. */
  readonly id: Column
  /** Whether lists leave it out. */
  readonly hidden: Column
  /** Its start as an instant. */
  readonly startMs: Column
  /** Its start by wall clock. */
  readonly startWall: Column
  /** Its end by wall clock. */
  readonly endWall: Column
  /** The instant of its last change; always a column of `e`. */
  readonly updatedMs: Column
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
  updatedMs: sql`e.updated_ms`,
}

/** In statements over links, which are called `l`. */
export const ofLink: CopiedColumns = {
  id: sql`l.event_id`,
  status: sql`l.status`,
  authorId: sql`l.author_id`,
  publishedMs: sql`l.published_ms`,
  // Links have no copy of this column: statements that name it join the events.
  statusBeforeTrash: sql`e.status_before_trash`,
  hidden: sql`l.hidden`,
  startMs: sql`l.start_ms`,
  startWall: sql`l.start_wall`,
  endWall: sql`l.end_wall`,
  updatedMs: sql`e.updated_ms`,
}

/** The filter members that a plain column equals. Links copy `hidden`, which has conditions of its own. */
type EqualFilter<F> = Exclude<EqualMember<F, EventRecord> & keyof PlainEvent, 'hidden'>

const plainColumns = plainNames<PlainEvent>(eventFields)
  .filter((member) => member !== 'hidden')
  .map((member) => ({ member, isText: eventFields[member].column === 'text', column: columnOf('e', member) }))

/** The conditions `column = value` of the filter members that are plain columns. */
function equalConditions(filter: EventFilter): readonly Condition[] {
  return plainColumns.flatMap(({ member, isText: isTextColumn, column }) => {
    const wanted: unknown = Reflect.get(filter, member)
    return wanted === undefined ? [] : [sql<SqlBool>`${column} = ${isTextColumn ? wanted : Number(wanted)}`]
  })
}

/** Whether a filter over links needs the events too. */
export const needsEvents = (filter: EventFilter): boolean =>
  filter.slugs !== undefined ||
  filter.uids !== undefined ||
  filter.roles !== undefined ||
  filter.seriesIds !== undefined ||
  filter.changed !== undefined ||
  filter.extendedBefore !== undefined ||
  plainColumns.some(({ member }) => Reflect.get(filter, member) !== undefined) ||
  filter.parentIds !== undefined ||
  filter.endMs !== undefined ||
  filter.updatedMs !== undefined ||
  (filter.readable?.some(({ statusBeforeTrash }) => statusBeforeTrash !== undefined) ?? false) ||
  (filter.textAll !== undefined && filter.textAll.length > 0)

/** Whether a filter has conditions that are slow to check: texts, and places. */
export const isLooked = (filter: EventFilter): boolean => filter.geo !== undefined || (filter.textAll ?? []).length > 0

/** The columns of the conditions, and the conditions to leave out. */
export interface EventConditionsOptions {
  /** The columns that links copy, from the table that the statement reads. */
  readonly columns: CopiedColumns
  /** The link field whose links the statement reads because of this filter; the others are looked up. */
  readonly drivenBy?: LinkField | undefined
  /** Whether the statement renders `readable` itself, and also `hidden` if the list is split by it. */
  readonly withoutReadable?: boolean
  /** Whether the statement has a condition of its own for the authors. */
  readonly withoutAuthors?: boolean
}

/** What the conditions of a filter are made from. */
interface ConditionParts extends EventConditionsOptions {
  readonly context: StoreContext
}

type MemberConditions = (filter: EventFilter, parts: ConditionParts) => readonly Condition[]

const linkConditions =
  (linkField: LinkField): MemberConditions =>
  (filter, { context, columns, drivenBy }) => {
    const ids = filter[linkField]
    return ids === undefined || linkField === drivenBy ? [] : [isLinked(context, linkField, columns.id, ids)]
  }

/** The conditions of each filter member. A member that is left out does not compile. */
export type ConditionsByMember<F extends EventFilter> = Readonly<Record<Exclude<keyof F, EqualFilter<F>>, MemberConditions>>

/** The conditions of a statement, in the order in which it lists them. */
const conditionsByMember: ConditionsByMember<EventFilter> = {
  readable: ({ readable }, { context, columns, withoutReadable = false }) =>
    withoutReadable ? [] : isReadable(context.dialect, columns, readable),
  hidden: (filter, { context, columns, withoutReadable = false }) =>
    withoutReadable && isSplitByHidden(filter) ? [] : isHiddenAsWanted(context.dialect, columns, filter),
  // The function of `hidden` renders this member too.
  hiddenBy: () => [],
  startLocal: ({ startLocal }, { columns }) => isBetween(columns.startWall, wallRange(startLocal)),
  endLocal: ({ endLocal }, { columns }) => isBetween(columns.endWall, wallRange(endLocal)),
  startMs: ({ startMs }, { columns }) => isBetween(columns.startMs, startMs),
  endMs: ({ endMs }) => isBetween(sql`e.end_ms`, endMs),
  updatedMs: ({ updatedMs }, { columns }) => isBetween(columns.updatedMs, updatedMs),
  authorIds: ({ authorIds }, { context, columns, withoutAuthors = false }) =>
    authorIds === undefined || withoutAuthors ? [] : [isAuthor(context.dialect, columns.authorId, authorIds)],
  ids: ({ ids }, { context, columns }) => (ids === undefined ? [] : [isInteger(context.dialect, columns.id, ids)]),
  excludeIds: ({ excludeIds = [] }, { context, columns }) => isNotInteger(context.dialect, columns.id, excludeIds),
  afterId: ({ afterId }, { columns }) => (afterId === undefined ? [] : [sql<SqlBool>`${columns.id} > ${afterId}`]),
  slugs: ({ slugs }) => (slugs === undefined ? [] : [isText(sql`e.slug`, slugs)]),
  uids: ({ uids }) => (uids === undefined ? [] : [isText(sql`e.uid`, uids)]),
  parentIds: (filter, { context: { dialect } }) =>
    filter.parentIds === undefined ? [] : [isInteger(dialect, parentColumn(dialect, filter), filter.parentIds)],
  // The order is that of `linkFields` in query/links.ts.
  venueIds: linkConditions('venueIds'),
  organizerIds: linkConditions('organizerIds'),
  tagIds: linkConditions('tagIds'),
  categoryIds: linkConditions('categoryIds'),
  geo: ({ geo }, { context, columns }) => (geo === undefined ? [] : hasPlace(context, columns.id, geo)),
  roles: ({ roles }) => (roles === undefined ? [] : [isText(sql`e.role`, roles)]),
  seriesIds: ({ seriesIds }, { context }) =>
    seriesIds === undefined
      ? []
      : [
          isInteger(
            context.dialect,
            sql`e.series_id`,
            seriesIds.filter((id) => id !== 0),
          ),
        ],
  changed: ({ changed }) => {
    if (changed === undefined) return []
    const isChanged = sql<SqlBool>`(e.role = 'occurrence' and (e.overridden <> '[]' or e.status = 'trash'))`
    return [changed ? isChanged : sql<SqlBool>`not ${isChanged}`]
  },
  extendedBefore: ({ extendedBefore }) =>
    extendedBefore === undefined ? [] : [sql<SqlBool>`e.role = 'series' and e.extended_to <> '' and e.extended_to < ${extendedBefore}`],
  distinct: () => [],
  textAll: ({ textAll }, { context }) => containsAll(context.dialect, sql`e.search_text`, textAll),
}

const allConditions = Object.values(conditionsByMember)

/** The conditions of a filter. Those beyond the copied columns need the event itself, called `e`. */
export function eventConditions(context: StoreContext, filter: EventFilter, options: EventConditionsOptions): readonly Condition[] {
  const parts: ConditionParts = { context, ...options }
  return [...equalConditions(filter), ...allConditions.flatMap((conditions) => conditions(filter, parts))]
}

/**
 * Whether a list contains hidden events beside others: indexes continue with that column behind the status, so each kind has a range of its
 * own.
 */
export const isSplitByHidden = ({ hidden, readable }: EventFilter): boolean => hidden === undefined && readable !== undefined

/** Clauses by the column for hidden events; each matching event meets one of them. */
export function hiddenClauses(dialect: SqlDialect, columns: CopiedColumns, { hiddenBy }: EventFilter): readonly (readonly Condition[])[] {
  const isOwn = hiddenBy === undefined ? [] : [isAuthor(dialect, columns.authorId, hiddenBy)]
  return [[sql`${columns.hidden} = 0`], [sql`${columns.hidden} = 1`, ...isOwn]]
}

/** The condition on hidden events, as one clause. */
export function isHiddenAsWanted(dialect: SqlDialect, columns: CopiedColumns, filter: EventFilter): readonly Condition[] {
  const [shown = [], hidden = []] = hiddenClauses(dialect, columns, filter)
  if (filter.hidden !== undefined) return filter.hidden ? hidden : shown
  // An index can use a list of values, but no alternatives joined by `or`.
  const either = isSplitByHidden(filter) ? [sql<SqlBool>`${columns.hidden} in (0, 1)`] : []
  return filter.hiddenBy === undefined ? either : [...either, sql`(${allOf(shown)} or ${allOf(hidden)})`]
}

/** Whether the filter names the few events that it can match. */
export const isLookup = ({ ids, slugs, uids, parentIds }: EventFilter): boolean =>
  ids !== undefined || slugs !== undefined || uids !== undefined || (parentIds !== undefined && !parentIds.includes(0))

/** The parent column. Nearly all events have no parent, so an index does not help to find those. */
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
