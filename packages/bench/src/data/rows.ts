import type { Insertable } from 'kysely'
import { toEventRow } from '../../../kysely/src/events/codec.ts'
import { toOrganizerRow } from '../../../kysely/src/organizers/codec.ts'
import type { EventOrganizerTable, EventTermTable, EventVenueTable, Tables } from '../../../kysely/src/tables.ts'
import { toTermRow } from '../../../kysely/src/terms/codec.ts'
import { toVenueRow } from '../../../kysely/src/venues/codec.ts'
import type { Dataset } from './dataset.ts'

/** The tables that a data set fills. */
export type FilledTable = Exclude<keyof Tables, 'changes' | 'migration'>

/** A value of a row. */
export type RowValue = string | number | null

/** A row of a table, by column. */
export type Row = Readonly<Record<string, RowValue>>

type Full<Table> = Required<Insertable<Table>>

/**
 * The rows of a data set as the SQL store would write them, by its own codecs. Ids are left to the engine, which counts
 * them from 1 in a fresh table; one row in `changes` stands for all.
 * @param take is given each row, those of a table in the order of their ids
 */
export function eachRow(data: Dataset, take: (table: FilledTable, row: Row) => void): void {
  for (const venue of data.venues) take('venues', { ...toVenueRow(venue), version: 1 } satisfies Row)
  for (const organizer of data.organizers) take('organizers', { ...toOrganizerRow(organizer), version: 1 })
  data.terms.forEach((term, index) => {
    take('terms', { ...toTermRow(term), version: 1 })
    for (const ancestor of term.ancestorIds) take('term_ancestors', { ancestor_id: ancestor, term_id: index + 1 })
  })
  let id = 0
  for (const event of data.events()) {
    id += 1
    const row = toEventRow(event)
    take('events', { ...row, version: 1 })
    const { status, hidden, author_id, published_ms, start_wall, end_wall, start_ms } = row
    const link = { event_id: id, status, hidden, author_id, published_ms, start_wall, end_wall, start_ms }
    event.venueIds.forEach((venue_id, position) => {
      take('event_venues', { ...link, venue_id, position } satisfies Full<EventVenueTable>)
    })
    event.organizerIds.forEach((organizer_id, position) => {
      take('event_organizers', { ...link, organizer_id, position } satisfies Full<EventOrganizerTable>)
    })
    for (const taxonomy of ['category', 'tag'] as const) {
      const ids = taxonomy === 'category' ? event.categoryIds : event.tagIds
      ids.forEach((term_id, position) => {
        take('event_terms', { ...link, term_id, taxonomy, position } satisfies Full<EventTermTable>)
      })
    }
  }
}
