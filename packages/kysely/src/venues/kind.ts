import { sql } from 'kysely'
import { partyKind } from '../party-kind.ts'
import { toVenueRecord, toVenueRow, venueColumns } from './codec.ts'

/** Venues, as the store keeps them. */
export const venueKind = partyKind({
  table: 'venues',
  edge: 'venueIds',
  kind: 'venue',
  columns: venueColumns,
  linkedId: sql`venue_id`,
  toRow: toVenueRow,
  toRecord: toVenueRecord,
  stored: (draft, id, version) => toVenueRecord({ ...toVenueRow(draft), id, version }),
})
