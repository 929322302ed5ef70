import { CalendarError, type OrganizerRecord, type PartyFilter, type PartySort } from '@kalends/core'
import { sql } from 'kysely'
import type { RecordKind } from '../collection.ts'
import { isInteger } from '../conditions.ts'
import { orderOfPage } from '../page.ts'
import { countParties, type PartyTable, partyPage } from '../party.ts'
import { recordId } from '../record-where.ts'
import { rowsById } from '../rows-by-id.ts'
import type { StoreContext } from '../store-context.ts'
import { toOrganizerRecord, toOrganizerRow } from './codec.ts'

const party: PartyTable = { table: 'organizers', edge: 'organizerIds' }

const rowsOf = ({ db, tables }: StoreContext) => db.selectFrom(`${tables.organizers} as r`).selectAll('r')

/** Organizers, as the store keeps them. */
export const organizerKind: RecordKind<OrganizerRecord, PartyFilter, PartySort> = {
  table: 'organizers',
  changedKind: 'organizer',
  uniqueColumns: ['slug'],
  kindOf: () => 'organizer',
  toRow: toOrganizerRow,
  stored: (draft, id, version) => toOrganizerRecord({ ...toOrganizerRow(draft), id, version }),
  getMany: async (context, ids) => {
    const rows = await rowsById(context, 'organizers', ids, (some) => rowsOf(context).where(isInteger(context.dialect, recordId, some)))
    return rows.map(toOrganizerRecord)
  },
  find: async (context, query) => {
    const { page, keys } = partyPage(context, party, query)
    const rows = await rowsOf(context)
      .innerJoin(sql<{ id: number }>`(${page})`.as('p'), (join) => join.onRef('p.id', '=', 'r.id'))
      .orderBy(orderOfPage(keys))
      .execute()
    return rows.map(toOrganizerRecord)
  },
  count: (context, filter) => countParties(context, party, filter),
  writeLinks: async () => {},
  deleteLinks: async ({ db, tables }, id) => {
    await db.deleteFrom(tables.event_organizers).where('organizer_id', '=', id).execute()
  },
  taken: async (_context, { slug }) => new CalendarError('slug_taken', { kind: 'organizer', slug }),
}
