import { type EventFilter, eventFields, type PlainEvent, plainNames } from '@kalends/core/store'
import { sql } from 'kysely'
import type { SqlDialect } from '../engine/dialect.ts'
import type { Column } from '../query/conditions.ts'
import { columnOf, type RecordAlias } from '../schema/plain-columns.ts'
import { isByRole, isSearch } from './filter.ts'

/**
 * The columns of events in conditions. A link holds copies of some columns of its event, so that lists by venue, organizer or term need not
 * read the events (write/event-links.ts).
 */

/** The columns by which lists are found. */
const listColumns = ['status', 'hidden', 'startWall', 'endWall', 'startMs', 'publishedMs', 'updatedMs'] as const

/** The columns of which links have copies, under the same names. */
const copiedColumns = ['status', 'hidden', 'startWall', 'endWall', 'startMs', 'publishedMs', 'authorId'] as const

/** The columns of an event's own row that only filters compare. The search text is null where an occurrence has that of its series. */
const ownColumns = [
  'endMs',
  'slug',
  'uid',
  'parentId',
  'role',
  'seriesId',
  'overridden',
  'extendedTo',
  'searchText',
  'image',
  'description',
] as const

const plainMembers = plainNames<PlainEvent>(eventFields)

/** The members of filters that compare a plain column for equality. Links copy `hidden`, which has conditions of its own. */
export const equalMembers = plainMembers.filter((member) => member !== 'hidden')

const allColumns = [...listColumns, ...ownColumns, 'id', 'authorId', 'statusBeforeTrash', ...plainMembers] as const

/** The columns of events in conditions, by the names of members. Those that links lack are always read from the event. */
export type EventColumns = Readonly<Record<(typeof allColumns)[number], Column>> & {
  /**
   * The id of the row with the search text: the series of an occurrence without a text of its own, else the event. Set if the index has it.
   */
  readonly textId?: Column
}

/** The columns of a table, or others in their place. */
function columnsFrom<Member extends string>(
  members: readonly Member[],
  toColumn: (member: Member) => Column,
): Readonly<Record<Member, Column>> {
  // The keys are the members.
  return Object.fromEntries(members.map((member) => [member, toColumn(member)])) as Record<Member, Column>
}

const eventColumns = (table: RecordAlias): EventColumns => columnsFrom(allColumns, (member) => columnOf(table, member))

/** In statements over events, which are called `e`. */
export const ofEvent: EventColumns = eventColumns('e')

/** The same where the statement reads the index of the window, which contains the id of the row with the search text. */
export const ofWindow: EventColumns = { ...ofEvent, textId: sql`coalesce(e.text_series_id, ${ofEvent.id})` }

const unlisted = new WeakMap<SqlDialect, EventColumns>()

/** The same where SQLite must not search an index for lists. */
export function unlistedColumns(dialect: SqlDialect): EventColumns {
  const known = unlisted.get(dialect)
  if (known !== undefined) return known
  const columns = { ...ofEvent, ...columnsFrom(listColumns, (member) => dialect.withoutIndex(ofEvent[member])) }
  unlisted.set(dialect, columns)
  return columns
}

/** In subqueries over the other occurrences of an event's series, which are called `p`. */
export const ofOther: EventColumns = eventColumns('p')

/** In statements over links, which are called `l`. Statements that name a column that links lack join the events, called `e`. */
export const ofLink: EventColumns = {
  ...ofEvent,
  ...columnsFrom(copiedColumns, (member) => columnOf('l', member)),
  id: sql`l.event_id`,
}

/** The members of filters whose conditions read columns that links do not copy. */
const ownMembers = new Set<string>([
  ...([
    'slugs',
    'uids',
    'distinct',
    'seriesIds',
    'changed',
    'extendedBefore',
    'parentIds',
    'endMs',
    'overlaps',
    'fromMs',
    'updatedMs',
    'hasImage',
    'hasDescription',
  ] as const),
  ...equalMembers,
])

/** Whether a filter has conditions on columns that links do not copy, so that a statement over links has to join the events. */
export function needsEvents(filter: EventFilter): boolean {
  for (const [member, value] of Object.entries(filter)) if (value !== undefined && ownMembers.has(member)) return true
  return isByRole(filter) || isSearch(filter) || (filter.readable?.some((clause) => clause.statusBeforeTrash !== undefined) ?? false)
}
