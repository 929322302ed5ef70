import type { Draft, EventRecord } from '@kalends/core/store'
import type { Insertable } from 'kysely'
import type { CountRow } from '../../../packages/kysely/src/count/counts.ts'
import { countKeysOf, summed } from '../../../packages/kysely/src/count/counts.ts'
import { toEventRow } from '../../../packages/kysely/src/events/codec.ts'
import { toOrganizerRow } from '../../../packages/kysely/src/organizers/codec.ts'
import type {
  EventFieldTable,
  EventOrganizerTable,
  EventTermTable,
  EventVenueTable,
  Tables,
} from '../../../packages/kysely/src/schema/tables.ts'
import { toTermRow } from '../../../packages/kysely/src/terms/codec.ts'
import { toVenueRow } from '../../../packages/kysely/src/venues/codec.ts'
import { positionedKeyRowsOf } from '../../../packages/kysely/src/write/record-fields.ts'
import type { Dataset } from './dataset.ts'

/** The tables that a data set fills. */
export type FilledTable = Exclude<keyof Tables, 'migration'>

/** A value of a row. */
export type RowValue = string | number | null

/** A row of a table, by column. */
export type Row = Readonly<Record<string, RowValue>>

/** A row and its table. */
export type TableRow = readonly [table: FilledTable, row: Row]

type Full<Table> = Required<Insertable<Table>>

/**
 * The rows of a data set as the SQL store would write them, with its own codecs; those of a table are in the order of their ids. The engine
 * assigns the ids, from 1 in a fresh table.
 */
export function* rowsOf(data: Dataset): Generator<TableRow, void, undefined> {
  for (const venue of data.venues) yield ['venues', { ...toVenueRow(venue), version: 1 }]
  for (const organizer of data.organizers) yield ['organizers', { ...toOrganizerRow(organizer), version: 1 }]
  for (const [index, term] of data.terms.entries()) {
    yield ['terms', { ...toTermRow(term), version: 1 }]
    for (const ancestor of term.ancestorIds) yield ['term_ancestors', { ancestor_id: ancestor, term_id: index + 1 }]
  }
  let id = 0
  let counts: readonly CountRow[] = []
  let added: CountRow[] = []
  for (const event of data.events()) {
    const row = toEventRow(event)
    yield* recordOfEvent(event, row, ++id)
    added.push(...countsOf(event, row))
    if (added.length < 10_000) continue
    counts = summed([...counts, ...added])
    added = []
  }
  for (const row of summed([...counts, ...added])) yield ['event_counts', { ...row }]
}

type EventRow = ReturnType<typeof toEventRow>

const countsOf = (event: Draft<EventRecord>, row: EventRow): readonly CountRow[] =>
  countKeysOf({ links: event, copies: row }).map((counted) => ({ ...counted, events: 1 }))

/** All rows that the creation of one event inserts; the id is the one that the engine will assign. */
export function* rowsOfEvent(event: Draft<EventRecord>, id: number): Generator<TableRow, void, undefined> {
  const row = toEventRow(event)
  yield* recordOfEvent(event, row, id)
  for (const count of countsOf(event, row)) yield ['event_counts', { ...count }]
}

function* recordOfEvent(event: Draft<EventRecord>, row: EventRow, id: number): Generator<TableRow, void, undefined> {
  yield ['events', { ...row, version: 1 }]
  const { status, hidden, author_id, published_ms, start_wall, end_wall, start_ms } = row
  const link = { event_id: id, status, hidden, author_id, published_ms, start_wall, end_wall, start_ms }
  for (const [position, venue_id] of event.venueIds.entries()) {
    yield ['event_venues', { ...link, venue_id, position } satisfies Full<EventVenueTable>]
  }
  for (const [position, organizer_id] of event.organizerIds.entries()) {
    yield ['event_organizers', { ...link, organizer_id, position } satisfies Full<EventOrganizerTable>]
  }
  for (const key of positionedKeyRowsOf(event.fields)) yield ['event_fields', { ...link, ...key } satisfies Full<EventFieldTable>]
  for (const taxonomy of ['category', 'tag'] as const) {
    for (const [position, term_id] of (taxonomy === 'category' ? event.categoryIds : event.tagIds).entries()) {
      yield ['event_terms', { ...link, term_id, taxonomy, position } satisfies Full<EventTermTable>]
    }
  }
}
