import type { RawBuilder } from 'kysely'
import type { SqlValue } from '../schema/tables.ts'

/** Links of events to insert: the event's id, the position of the link, and the linked record's id. */
export type LinkRows = readonly (readonly [eventId: number, position: number, linkedId: number])[]

/** The tables and columns of links to insert. */
export interface LinkTarget {
  /** The link table. */
  readonly links: RawBuilder<unknown>
  /** The events. */
  readonly events: RawBuilder<unknown>
  /** The linked records. */
  readonly linked: RawBuilder<unknown>
  /** The primary key of the link table; its last column is the linked record's id. */
  readonly key: readonly string[]
  /** The columns that a link copies from its event. */
  readonly fromEvent: readonly string[]
  /** The columns that a link copies from the linked record. */
  readonly fromLinked: readonly string[]
}

/** An insert of links. Its text does not depend on the number of links, so that it is compiled once for each table. */
export interface LinkInsert {
  /** The links as the parameters of the statement. */
  readonly parameters: readonly SqlValue[]
  /** Makes the statement. */
  statement(target: LinkTarget): RawBuilder<unknown>
}
