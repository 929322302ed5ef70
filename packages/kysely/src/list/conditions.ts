import {
  type EqualMember,
  type EventFilter,
  type EventRecord,
  eventFields,
  type GeoCircle,
  type GeoFilter,
  type LinkField,
  type LinkFilter,
  type PlainEvent,
  type ReadScope,
} from '@kalends/core/store'
import { type SqlBool, sql } from 'kysely'
import type { StoreContext } from '../engine/store-context.ts'
import { hasAlias } from '../query/aliases.ts'
import {
  allOf,
  type Column,
  type Condition,
  containsAll,
  isBetween,
  isInSpan,
  isNoneOfIntegers,
  isOneOf,
  isOneOfEventIds,
  isReadable,
  never,
  type ReadColumns,
} from '../query/conditions.ts'
import { hasFields } from '../query/fields.ts'
import { hasLink, hasLinked, isEventReadable, isLinked } from '../query/links.ts'
import { isHiddenColumn, roleNumbers } from '../schema/event-role.ts'
import { columnOf } from '../schema/plain-columns.ts'
import { wallMs } from '../schema/wall-time.ts'
import { type EventColumns, equalMembers, ofOther } from './columns.ts'
import { hiddenValues, isByRole, isLookup, isSplitByHidden, wallRange } from './filter.ts'

/** The filter members that require a value of a plain column. Links copy `hidden`, which has conditions of its columns. */
type EqualFilter<F> = Exclude<EqualMember<F, EventRecord> & keyof PlainEvent, 'hidden'>

/** The conditions `column = value` of the filter members that are plain columns. */
function equalConditions(filter: EventFilter, columns: EventColumns): Condition[] {
  const conditions: Condition[] = []
  for (const member of equalMembers) {
    const wanted: unknown = Reflect.get(filter, member)
    const value = eventFields[member].column === 'text' ? wanted : Number(wanted)
    if (wanted !== undefined) conditions.push(sql`${columns[member]} = ${value}`)
  }
  return conditions
}

/** The columns of the conditions, and the conditions to leave out. */
export interface EventConditionsOptions {
  /** The columns that links copy, from the table that the statement reads. */
  readonly columns: EventColumns
  /** The link field whose links the statement reads because of this filter; the others are looked up. */
  readonly linksRead?: LinkField | undefined
  /** The position of the condition on a field whose keys the statement reads; the others are looked up. */
  readonly fieldRead?: number | undefined
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
  (ids, { context, columns, linksRead }) =>
    linkField === linksRead ? [] : [isLinked(context, linkField, columns.id, ids)]

const isAsWanted = (wanted: boolean, condition: Condition): Condition => (wanted ? condition : sql`not (${condition})`)

const profileCondition =
  (linkField: 'venueIds' | 'organizerIds'): MemberConditions<LinkFilter> =>
  ({ some, readable }, { context, columns }) => {
    const conditions = allOf(isProfileReadable(context, readable))
    return [isAsWanted(some, hasLinked(context, linkField, columns.id, conditions))]
  }

/** The texts that stand for a missing value of a column that an occurrence reads from its series. */
const missing = { image: sql`'null'`, description: sql`''` } as const

/** The column of an event, or that of its series where an occurrence has no value of its own. */
function ownOrInherited({ parts }: StoreContext, columns: EventColumns, member: keyof typeof missing): Column {
  const ofSeries = columnOf('s', member)
  return sql`coalesce(${columns[member]}, (select ${ofSeries} from ${parts.events} as s where s.id = ${columns.seriesId}), ${missing[member]})`
}

/** The conditions of a statement, in the order in which it lists them. */
const conditionsByMember: ConditionsByMember<EventFilter> = {
  readable: (readable, { context, columns, withoutReadable = false }) =>
    withoutReadable ? [] : isEventReadable(context, columns, readable),
  // The condition on the column `hidden`, which is none of these members alone, renders `hidden` and `hiddenBy`.
  hidden: () => [],
  hiddenBy: () => [],
  startLocal: (range, { columns }) => isBetween(columns.startWall, wallRange(range)),
  endLocal: (range, { columns }) => isBetween(columns.endWall, wallRange(range)),
  startMs: (range, { columns }) => isBetween(columns.startMs, range),
  endMs: (range, { columns }) => isBetween(columns.endMs, range),
  fromLocal: ({ end, start }, { columns }) => [
    sql<SqlBool>`(${columns.endWall} >= ${wallMs(end)} or ${columns.startWall} >= ${wallMs(start)})`,
  ],
  fromMs: ({ end, start }, { columns }) => [sql<SqlBool>`(${columns.endMs} >= ${end} or ${columns.startMs} >= ${start})`],
  overlaps: (spans, { columns }) => [isInSpan(columns.startMs, columns.endMs, spans)],
  updatedMs: (range, { columns }) => isBetween(columns.updatedMs, range),
  authorIds: (ids, { context, columns, withoutAuthors = false }) =>
    withoutAuthors ? [] : [isOneOf(context.dialect, columns.authorId, ids)],
  ids: (ids, { context, columns }) => [isOneOfEventIds(context.dialect, columns.id, ids)],
  excludeIds: (ids, { context, columns }) => isNoneOfIntegers(context.dialect, columns.id, ids),
  afterId: (id, { columns }) => [sql<SqlBool>`${columns.id} > ${id}`],
  slugs: (slugs, { context: { dialect }, columns }) => [isOneOf(dialect, columns.slug, slugs)],
  alias: (alias, { context, columns }) => [hasAlias(context, 'events', columns.id, alias)],
  uids: (uids, { context: { dialect }, columns }) => [isOneOf(dialect, columns.uid, uids)],
  parentIds: (ids, { context: { dialect }, columns, filter }) =>
    // Nearly all events have no parent, so an index does not help to find those.
    [isOneOf(dialect, isLookup(filter) ? columns.parentId : dialect.withoutIndex(columns.parentId), ids)],
  // The order is that of `linkFields` in query/links.ts.
  venueIds: linkConditions('venueIds'),
  organizerIds: linkConditions('organizerIds'),
  tagIds: linkConditions('tagIds'),
  categoryIds: linkConditions('categoryIds'),
  fields: (fields, { context, columns, fieldRead }) =>
    hasFields(
      context,
      'event_fields',
      columns.id,
      fields.filter((_, position) => position !== fieldRead),
    ),
  geo: (geo, { context, columns }) => hasPlace(context, columns.id, geo),
  // The image of an occurrence is JSON's `null` if it has none, and the column's if it has that of its series.
  hasImage: (wanted, { context, columns }) => [isAsWanted(wanted, sql`${ownOrInherited(context, columns, 'image')} <> 'null'`)],
  hasDescription: (wanted, { context, columns }) => [isAsWanted(wanted, sql`${ownOrInherited(context, columns, 'description')} <> ''`)],
  hasCategory: (wanted, { context, columns }) => [isAsWanted(wanted, hasLink(context, 'categoryIds', columns.id))],
  hasVenue: profileCondition('venueIds'),
  hasOrganizer: profileCondition('organizerIds'),
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
  const hidden = withoutReadable && isSplitByHidden(filter) ? [] : isHiddenAsWanted(context, columns, filter)
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

/**
 * The condition on hidden events and on series.
 * @param values the values that the statement reads, if not all values of the filter
 */
export function isHiddenAsWanted(
  { dialect }: StoreContext,
  columns: EventColumns,
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

const profileColumns: ReadColumns = {
  status: sql`v.status`,
  authorId: sql`v.author_id`,
  publishedMs: sql`v.published_ms`,
  statusBeforeTrash: sql`v.status_before_trash`,
}

/** The caller may read the record, called `v`. With an index on the status, SQLite would begin with all records, once for each event. */
export const isProfileReadable = ({ dialect }: StoreContext, readable: ReadScope): readonly Condition[] =>
  isReadable(dialect, { ...profileColumns, status: dialect.withoutIndex(profileColumns.status) }, readable)

/** The caller may read the venue, called `v`, and it is within the circle. An index can be used for the range of latitudes. */
function isNear(context: StoreContext, { x, y, z, minDot, latMin, latMax }: GeoCircle, readable: ReadScope): Condition {
  return allOf([
    sql`v.lat >= ${latMin} and v.lat <= ${latMax} and v.x * ${x} + v.y * ${y} + v.z * ${z} >= ${minDot}`,
    ...isProfileReadable(context, readable),
  ])
}

/** The conditions on the venues of an event. */
function hasPlace(context: StoreContext, eventId: Column, { located, within, readable }: GeoFilter): readonly Condition[] {
  const isLocated = hasLinked(context, 'venueIds', eventId, allOf([sql`v.lat is not null`, ...isProfileReadable(context, readable)]))
  return [
    ...(located === undefined ? [] : [located ? isLocated : sql<SqlBool>`not (${isLocated})`]),
    ...(within === undefined ? [] : [hasLinked(context, 'venueIds', eventId, isNear(context, within, readable))]),
  ]
}

/** The maximum number of venues by whose links a page or a total is read. */
const maxVenues = 64

/**
 * Replaces a circle by the list of the venues in it, if these are at most {@link maxVenues}: then their events are read in order from the
 * links, however rare they are among all events. Runs one statement, and only for filters with a circle.
 */
export async function withNearVenues(context: StoreContext, filter: EventFilter): Promise<EventFilter> {
  const { geo, venueIds } = filter
  // Venues requested by id may differ from those in the circle: an event may have one of each.
  if (geo?.within === undefined || venueIds !== undefined) return filter
  const near = isNear(context, geo.within, geo.readable)
  const statement = sql<{ id: unknown }>`select v.id from ${context.parts.venues} as v where ${near} limit ${maxVenues + 1}`
  const { rows } = await statement.execute(context.db)
  if (rows.length > maxVenues) return filter
  const { within: _within, ...rest } = geo
  return { ...filter, geo: rest, venueIds: rows.map(({ id }) => Number(id)) }
}
