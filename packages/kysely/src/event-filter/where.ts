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
import type { StoreContext } from '../engine/store-context.ts'
import { isSearch } from '../query/bounded.ts'
import {
  allOf,
  type Column,
  type Condition,
  containsAll,
  isBetween,
  isNoneOfIntegers,
  isOneOf,
  isOneOfEventIds,
  isReadable,
} from '../query/conditions.ts'
import { hasFields } from '../query/field-conditions.ts'
import { isLinked } from '../query/links.ts'
import { roleNumbers } from '../schema/event-role.ts'
import { wallMs } from '../schema/wall-time.ts'
import { type EventColumns, ofOther } from './columns.ts'
import { isHiddenAsWanted, isSplitByHidden } from './hidden.ts'
import { hasPlace } from './place.ts'

/** The filter members that require a value of a plain column. Links copy `hidden`, which has conditions of its columns. */
type EqualFilter<F> = Exclude<EqualMember<F, EventRecord> & keyof PlainEvent, 'hidden'>

const plainColumns = plainNames<PlainEvent>(eventFields).filter((member) => member !== 'hidden')

/** The conditions `column = value` of the filter members that are plain columns. */
function equalConditions(filter: EventFilter, columns: EventColumns): Condition[] {
  const conditions: Condition[] = []
  for (const member of plainColumns) {
    const wanted: unknown = Reflect.get(filter, member)
    const value = eventFields[member].column === 'text' ? wanted : Number(wanted)
    if (wanted !== undefined) conditions.push(sql`${columns[member]} = ${value}`)
  }
  return conditions
}

/** Whether a filter has either single events or occurrences, but not both. Series are distinguished by the column `hidden`. */
export const isByRole = ({ roles }: EventFilter): boolean =>
  roles !== undefined && roles.includes('single') !== roles.includes('occurrence')

/** The members of filters whose conditions read columns that links do not copy. */
const ownMembers = new Set<string>([
  ...(['slugs', 'uids', 'distinct', 'seriesIds', 'changed', 'extendedBefore', 'parentIds', 'endMs', 'updatedMs'] as const),
  ...plainColumns,
])

/** Whether a filter has conditions on columns that links do not copy, so that a statement over links has to join the events. */
export function needsEvents(filter: EventFilter): boolean {
  for (const [member, value] of Object.entries(filter)) if (value !== undefined && ownMembers.has(member)) return true
  return isByRole(filter) || isSearch(filter) || (filter.readable?.some((clause) => clause.statusBeforeTrash !== undefined) ?? false)
}

/** Whether a filter has conditions that are slow to check: texts, and places. */
export const hasSlowConditions = (filter: EventFilter): boolean => filter.geo !== undefined || isSearch(filter)

/** The columns of the conditions, and the conditions to leave out. */
export interface EventConditionsOptions {
  /** The columns that links copy, from the table that the statement reads. */
  readonly columns: EventColumns
  /** The link field whose links the statement reads because of this filter; the others are looked up. */
  readonly drivenBy?: LinkField | undefined
  /** The position of the condition on a field whose keys the statement reads; the others are looked up. */
  readonly drivenByField?: number | undefined
  /** Whether the statement renders `readable` itself, and also `hidden` if the list is split by it. */
  readonly withoutReadable?: boolean
  /** Whether the statement has a condition of its own for the authors. */
  readonly withoutAuthors?: boolean
}

/** The options of the conditions, the whole filter, and the context of the statement. */
interface ConditionParts extends EventConditionsOptions {
  readonly context: StoreContext
  readonly filter: EventFilter
}

/** Makes the conditions of one member of a filter. */
type MemberConditions<Value> = (value: Value, parts: ConditionParts) => readonly Condition[]

/** The conditions of each filter member. A missing member is a type error. */
export type ConditionsByMember<F extends EventFilter> = {
  readonly [Member in keyof Required<Omit<F, EqualFilter<F>>>]: MemberConditions<NonNullable<F[Member]>>
}

const linkConditions =
  (linkField: LinkField): MemberConditions<readonly number[]> =>
  (ids, { context, columns, drivenBy }) =>
    linkField === drivenBy ? [] : [isLinked(context, linkField, columns.id, ids)]

/** The conditions of a statement, in the order in which it lists them. */
const conditionsByMember: ConditionsByMember<EventFilter> = {
  readable: (readable, { context, columns, withoutReadable = false }) =>
    withoutReadable ? [] : isReadable(context.dialect, columns, readable),
  // The condition on the column `hidden`, which is none of these members alone, renders `hidden` and `hiddenBy`.
  hidden: () => [],
  hiddenBy: () => [],
  startLocal: (range, { columns }) => isBetween(columns.startWall, wallRange(range)),
  endLocal: (range, { columns }) => isBetween(columns.endWall, wallRange(range)),
  startMs: (range, { columns }) => isBetween(columns.startMs, range),
  endMs: (range, { columns }) => isBetween(columns.endMs, range),
  updatedMs: (range, { columns }) => isBetween(columns.updatedMs, range),
  authorIds: (ids, { context, columns, withoutAuthors = false }) =>
    withoutAuthors ? [] : [isOneOf(context.dialect, columns.authorId, ids)],
  ids: (ids, { context, columns }) => [isOneOfEventIds(context.dialect, columns.id, ids)],
  excludeIds: (ids, { context, columns }) => isNoneOfIntegers(context.dialect, columns.id, ids),
  afterId: (id, { columns }) => [sql<SqlBool>`${columns.id} > ${id}`],
  slugs: (slugs, { context: { dialect }, columns }) => [isOneOf(dialect, columns.slug, slugs)],
  uids: (uids, { context: { dialect }, columns }) => [isOneOf(dialect, columns.uid, uids)],
  parentIds: (ids, { context: { dialect }, columns, filter }) =>
    // Nearly all events have no parent, so an index does not help to find those.
    [isOneOf(dialect, isLookup(filter) ? columns.parentId : dialect.withoutIndex(columns.parentId), ids)],
  // The order is that of `linkFields` in query/links.ts.
  venueIds: linkConditions('venueIds'),
  organizerIds: linkConditions('organizerIds'),
  tagIds: linkConditions('tagIds'),
  categoryIds: linkConditions('categoryIds'),
  fields: (fields, { context, columns, drivenByField }) =>
    hasFields(
      context,
      'event_fields',
      columns.id,
      fields.filter((_, position) => position !== drivenByField),
    ),
  geo: (geo, { context, columns }) => hasPlace(context, columns.id, geo),
  // The condition on the column `hidden` renders this member too, unless it names only one of the roles in lists.
  roles: (roles, { columns, filter }) => {
    if (!isByRole(filter)) return []
    if (!roles.includes('occurrence')) return [sql<SqlBool>`${columns.seriesId} is null`]
    return [
      roles.includes('series') ? sql<SqlBool>`${columns.role} <> ${roleNumbers.single}` : sql<SqlBool>`${columns.seriesId} is not null`,
    ]
  },
  seriesIds: (ids, { context, columns }) => [
    isOneOf(
      context.dialect,
      columns.seriesId,
      ids.filter((id) => id !== 0),
    ),
  ],
  changed: (changed, { columns }) => {
    const isChanged = sql<SqlBool>`(${columns.seriesId} is not null and (${columns.overridden} is not null or ${columns.status} = 'trash'))`
    return [changed ? isChanged : sql<SqlBool>`not (${isChanged})`]
  },
  extendedBefore: (local, { columns }) => [sql<SqlBool>`${columns.extendedTo} < ${wallMs(local)}`],
  distinct: (_, { context, columns, filter }) => [isEarliest(context, filter, columns)],
  textAll: (texts, { context, columns }) => (texts.length === 0 ? [] : [hasTexts(context, columns, texts)]),
}

/** The conditions of one member; none if the filter lacks it. */
function conditionsOf<Member extends keyof typeof conditionsByMember>(member: Member, parts: ConditionParts): readonly Condition[] {
  const value = parts.filter[member]
  return value === undefined || value === null ? [] : conditionsByMember[member](value, parts)
}

// The keys of an object are its members.
const members = Object.keys(conditionsByMember) as (keyof typeof conditionsByMember)[]

/** The conditions of a filter. Those beyond the copied columns need the event itself, called `e`. */
export function eventConditions(context: StoreContext, filter: EventFilter, options: EventConditionsOptions): readonly Condition[] {
  const parts: ConditionParts = { context, filter, ...options }
  const { columns, withoutReadable = false } = options
  const hidden = withoutReadable && isSplitByHidden(filter) ? [] : isHiddenAsWanted({ dialect: context.dialect, columns }, filter)
  const conditions = equalConditions(filter, columns)
  conditions.push(...hidden)
  for (const member of members) if (filter[member] !== undefined) conditions.push(...conditionsOf(member, parts))
  return conditions
}

/**
 * All texts occur in the search text of an event: its own, or that of its series, which one subquery reads for all texts. With a subquery
 * for each text, PostgreSQL takes 8 s for a hundred words. With `exists`, it searches the texts of all events first, and takes 43 ms instead
 * of 4 ms for a page of a frequent word among 100,000 events.
 */
function hasTexts({ dialect, parts }: StoreContext, { textId, searchText, seriesId }: EventColumns, texts: readonly string[]): Condition {
  const hasAll = (column: Column): Condition => allOf(containsAll(dialect, column, texts))
  const hasAllIn = (id: Column): Condition => sql`(select ${hasAll(sql`s.search_text`)} from ${parts.events} as s where s.id = ${id})`
  if (textId !== undefined && dialect.storesRowsById) return hasAllIn(textId)
  return sql`case when ${searchText} is null then ${hasAllIn(seriesId)} else ${hasAll(searchText)} end`
}

/**
 * The condition of {@link EventFilter.distinct}: no other occurrence of the series that matches the filter is earlier. The others are called
 * `p`. "Earlier" is written as a bound `<=` and alternatives, because an index can be used for the bound.
 */
function isEarliest(context: StoreContext, filter: EventFilter, { id, startWall, seriesId }: EventColumns): Condition {
  const { distinct: _distinct, afterId: _afterId, ...matching } = filter
  const conditions = allOf([
    sql`${ofOther.seriesId} = ${seriesId} and ${ofOther.startWall} <= ${startWall}`,
    sql`(${ofOther.startWall} < ${startWall} or ${ofOther.id} < ${id})`,
    ...eventConditions(context, matching, { columns: ofOther }),
  ])
  const { dialect, indexes, parts } = context
  const others = sql`${parts.events} as p${dialect.indexHint(indexes.series)}`
  const hasEarlier = dialect.hasRow(sql`select 1 from ${others} where ${conditions}`)
  return sql`(${seriesId} is null or not (${hasEarlier}))`
}

/** The filter without `distinct`, which has no effect on counts by link and on conditions on linked events. */
export const withoutDistinct = ({ distinct: _distinct, ...filter }: EventFilter): EventFilter => filter

/** Whether the filter limits the events to a few by id, slug, uid, parent, series or due extension. */
export const isLookup = ({ ids, slugs, uids, seriesIds, extendedBefore, parentIds }: EventFilter): boolean =>
  [ids, slugs, uids, seriesIds, extendedBefore].some((member) => member !== undefined) ||
  (parentIds !== undefined && !parentIds.includes(0))

/** Whether no event can match, because a list of the filter is empty. */
export const hasEmptyList = ({ readable, ids, venueIds, organizerIds, tagIds, categoryIds, fields = [] }: EventFilter): boolean =>
  [readable, ids, venueIds, organizerIds, tagIds, categoryIds, ...fields.map(({ keys }) => keys)].some((list) => list?.length === 0)

/** A range of wall times as numbers. */
export function wallRange(range: EventFilter['startLocal']): { gte?: number; lt?: number } {
  return {
    ...(range?.gte === undefined ? {} : { gte: wallMs(range.gte) }),
    ...(range?.lt === undefined ? {} : { lt: wallMs(range.lt) }),
  }
}
