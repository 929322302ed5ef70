import { eventFields, type PlainEvent, plainNames } from '@kalends/core/store'
import { sql } from 'kysely'
import type { SqlDialect } from '../engine/dialect.ts'
import type { Column, ReadColumns } from '../query/conditions.ts'
import { columnOf, type RecordAlias } from '../schema/plain-columns.ts'

/**
 * The columns of events in conditions. A link holds copies of some columns of its event, so that lists by venue, organizer or term need not
 * read the events (write/event-links.ts).
 */

/** The columns of an event's own row that only filters compare: links have no copies of them. */
export interface OwnColumns {
  /** The end as an instant. */
  readonly endMs: Column
  /** The slug. */
  readonly slug: Column
  /** The uid. */
  readonly uid: Column
  /** The parent's id. */
  readonly parentId: Column
  /** The role, as a number. */
  readonly role: Column
  /** The series of an occurrence. */
  readonly seriesId: Column
  /** The overridden members. */
  readonly overridden: Column
  /** The wall time before which all occurrences of a series are stored. */
  readonly extendedTo: Column
  /** The folded texts; null where an occurrence has those of its series. */
  readonly searchText: Column
  /** The columns of plain fields, by their members. */
  readonly plain: ReadonlyMap<keyof PlainEvent, Column>
}

const plainMembers = plainNames<PlainEvent>(eventFields)

const ownColumns = (table: RecordAlias): OwnColumns => ({
  endMs: columnOf(table, 'endMs'),
  slug: columnOf(table, 'slug'),
  uid: columnOf(table, 'uid'),
  parentId: columnOf(table, 'parentId'),
  role: columnOf(table, 'role'),
  seriesId: columnOf(table, 'seriesId'),
  overridden: columnOf(table, 'overridden'),
  extendedTo: columnOf(table, 'extendedTo'),
  searchText: columnOf(table, 'searchText'),
  plain: new Map(plainMembers.map((member) => [member, columnOf(table, member)])),
})

/**
 * The columns of events in conditions. Links have copies of most of them; `updatedMs`, `statusBeforeTrash` and the columns of `own` are always
 * read from the event.
 */
export interface EventColumns extends ReadColumns {
  /** The event's id. */
  readonly id: Column
  /** The column `hidden` (hidden.ts). */
  readonly hidden: Column
  /** Its start as an instant. */
  readonly startMs: Column
  /** Its start by wall clock. */
  readonly startWall: Column
  /** Its end by wall clock. */
  readonly endWall: Column
  /** The instant of its last change; always a column of events. */
  readonly updatedMs: Column
  /** The id of the row with the search text: the series of an occurrence without a text of its own, else the event. Set if the index has it. */
  readonly textId?: Column
  /** The columns that only filters compare. */
  readonly own: OwnColumns
}

const eventColumns = (table: 'e' | 'p'): EventColumns => ({
  id: columnOf(table, 'id'),
  status: columnOf(table, 'status'),
  authorId: columnOf(table, 'authorId'),
  publishedMs: columnOf(table, 'publishedMs'),
  statusBeforeTrash: columnOf(table, 'statusBeforeTrash'),
  hidden: columnOf(table, 'hidden'),
  startMs: columnOf(table, 'startMs'),
  startWall: columnOf(table, 'startWall'),
  endWall: columnOf(table, 'endWall'),
  updatedMs: columnOf(table, 'updatedMs'),
  own: ownColumns(table),
})

/** In statements over events, which are called `e`. */
export const ofEvent: EventColumns = eventColumns('e')

/** The same where the statement reads the index of the window, which contains the id of the row with the search text. */
export const ofWindow: EventColumns = { ...ofEvent, textId: sql`coalesce(e.text_series_id, ${ofEvent.id})` }

/** The same where SQLite must not search an index for lists. */
export const unlistedColumns = ({ withoutIndex }: SqlDialect): EventColumns => ({
  ...ofEvent,
  status: withoutIndex(ofEvent.status),
  hidden: withoutIndex(ofEvent.hidden),
  startWall: withoutIndex(ofEvent.startWall),
  endWall: withoutIndex(ofEvent.endWall),
  startMs: withoutIndex(ofEvent.startMs),
  publishedMs: withoutIndex(ofEvent.publishedMs),
  updatedMs: withoutIndex(ofEvent.updatedMs),
})

/** In subqueries over the other occurrences of an event's series, which are called `p`. */
export const ofOther: EventColumns = eventColumns('p')

/** In statements over links, which are called `l`. Statements that name a column that links lack join the events, called `e`. */
export const ofLink: EventColumns = {
  ...ofEvent,
  id: sql`l.event_id`,
  status: sql`l.status`,
  authorId: sql`l.author_id`,
  publishedMs: sql`l.published_ms`,
  hidden: sql`l.hidden`,
  startMs: sql`l.start_ms`,
  startWall: sql`l.start_wall`,
  endWall: sql`l.end_wall`,
}
