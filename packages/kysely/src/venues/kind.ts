import { CalendarError, type PartyFilter, type PartySort, type VenueRecord } from '@kalends/core'
import { sql } from 'kysely'
import type { RecordKind } from '../collection.ts'
import { isInteger } from '../conditions.ts'
import { orderOfPage } from '../page.ts'
import { countParties, type PartyTable, partyPage } from '../party.ts'
import { recordId } from '../record-where.ts'
import { rowsById } from '../rows-by-id.ts'
import type { StoreContext } from '../store-context.ts'
import { toVenueRecord, toVenueRow } from './codec.ts'

const party: PartyTable = { table: 'venues', edge: 'venueIds' }

const rowsOf = ({ db, tables }: StoreContext) => db.selectFrom(`${tables.venues} as r`).selectAll('r')

/** Venues, as the store keeps them. */
export const venueKind: RecordKind<VenueRecord, PartyFilter, PartySort> = {
  table: 'venues',
  changedKind: 'venue',
  uniqueColumns: ['slug'],
  kindOf: () => 'venue',
  toRow: toVenueRow,
  stored: (draft, id, version) => toVenueRecord({ ...toVenueRow(draft), id, version }),
  getMany: async (context, ids) => {
    const rows = await rowsById(context, 'venues', ids, (some) => rowsOf(context).where(isInteger(context.dialect, recordId, some)))
    return rows.map(toVenueRecord)
  },
  find: async (context, query) => {
    const { page, keys } = partyPage(context, party, query)
    const rows = await rowsOf(context)
      .innerJoin(sql<{ id: number }>`(${page})`.as('p'), (join) => join.onRef('p.id', '=', 'r.id'))
      .orderBy(orderOfPage(keys))
      .execute()
    return rows.map(toVenueRecord)
  },
  count: (context, filter) => countParties(context, party, filter),
  writeLinks: async () => {},
  deleteLinks: async ({ db, tables }, id) => {
    await db.deleteFrom(tables.event_venues).where('venue_id', '=', id).execute()
  },
  taken: async (_context, { slug }) => new CalendarError('slug_taken', { kind: 'venue', slug }),
}
