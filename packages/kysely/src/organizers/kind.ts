import { sql } from 'kysely'
import { profileKind } from '../profiles/kind.ts'
import { organizerColumns, toOrganizerRecord, toOrganizerRow } from './codec.ts'

/** Organizers in the store. */
export const organizerKind = profileKind({
  table: 'organizers',
  linkField: 'organizerIds',
  fieldTable: 'organizer_fields',
  kind: 'organizer',
  columns: () => organizerColumns,
  linkedId: sql`organizer_id`,
  toRow: toOrganizerRow,
  toRecord: toOrganizerRecord,
  stored: (draft, id, version) => toOrganizerRecord({ ...toOrganizerRow(draft), id, version }),
})
