import { eventFields, type PlainEvent, plainNames } from '@kalends/core/store'
import { sql } from 'kysely'
import type { SqlDialect } from '../engine/dialect.ts'
import type { Column } from '../query/conditions.ts'
import { columnOf, type RecordAlias } from '../schema/plain-columns.ts'

/**
 * The columns of events in conditions. A link holds copies of some columns of its event, so that lists by venue, organizer or term need not
 * read the events (write/event-links.ts).
 */

/** The columns by which lists are found. */
const listColumns = ['status', 'hidden', 'startWall', 'endWall', 'startMs', 'publishedMs', 'updatedMs'] as const

/** The columns of which links have copies, under the same names. */
const copiedColumns = ['status', 'hidden', 'startWall', 'endWall', 'startMs', 'publishedMs', 'authorId'] as const

/** The columns of an event's own row that only filters compare. The search text is null where an occurrence has that of its series. */
const ownColumns = ['endMs', 'slug', 'uid', 'parentId', 'role', 'seriesId', 'overridden', 'extendedTo', 'searchText'] as const

const allColumns = [...listColumns, ...ownColumns, 'id', 'authorId', 'statusBeforeTrash', ...plainNames<PlainEvent>(eventFields)] as const

/** The columns of events in conditions, by the names of members. Those that links lack are always read from the event. */
export type EventColumns = Readonly<Record<(typeof allColumns)[number], Column>> & {
  /** The id of the row with the search text: the series of an occurrence without a text of its own, else the event. Set if the index has it. */
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

/** The same where SQLite must not search an index for lists. */
export const unlistedColumns = ({ withoutIndex }: SqlDialect): EventColumns => ({
  ...ofEvent,
  ...columnsFrom(listColumns, (member) => withoutIndex(ofEvent[member])),
})

/** In subqueries over the other occurrences of an event's series, which are called `p`. */
export const ofOther: EventColumns = eventColumns('p')

/** In statements over links, which are called `l`. Statements that name a column that links lack join the events, called `e`. */
export const ofLink: EventColumns = {
  ...ofEvent,
  ...columnsFrom(copiedColumns, (member) => columnOf('l', member)),
  id: sql`l.event_id`,
}
