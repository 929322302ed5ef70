import type { Draft, OrganizerRecord } from '@kalends/core'
import { type Selectable, sql } from 'kysely'
import { profileColumns, publishedRecord, publishedRow, type WrittenRow } from '../schema/published-codec.ts'
import type { OrganizerTable } from '../schema/tables.ts'

/** The columns of an organizer. */
export const organizerColumns = sql`${profileColumns}, r.email`

/** Converts an organizer to a row to write. */
export function toOrganizerRow(organizer: Draft<OrganizerRecord>): WrittenRow<OrganizerTable> {
  return {
    ...publishedRow(organizer),
    name: organizer.name,
    name_key: organizer.nameKey,
    phone: organizer.phone,
    website: organizer.website,
    email: organizer.email,
  }
}

/** Converts a row to an organizer. */
export function toOrganizerRecord(row: Selectable<OrganizerTable>): OrganizerRecord {
  return {
    ...publishedRecord(row),
    name: row.name,
    nameKey: row.name_key,
    phone: row.phone,
    website: row.website,
    email: row.email,
  }
}
