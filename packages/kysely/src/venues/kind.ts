import { sql } from 'kysely'
import { profileKind } from '../profiles/kind.ts'
import { toVenueRecord, toVenueRow, venueColumns } from './codec.ts'

/** Venues in the store. */
export const venueKind = profileKind({
  table: 'venues',
  linkField: 'venueIds',
  fieldTable: 'venue_fields',
  kind: 'venue',
  columns: venueColumns,
  linkedId: sql`venue_id`,
  toRow: toVenueRow,
  toRecord: toVenueRecord,
  stored: (draft, id, version) => toVenueRecord({ ...toVenueRow(draft), id, version }),
})
