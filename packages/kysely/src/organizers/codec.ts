import { type Draft, type OrganizerRecord, organizerFields, type PlainOrganizer } from '@kalends/core/store'
import type { Selectable } from 'kysely'
import { plainCodec, selectColumns } from '../schema/plain-columns.ts'
import { publishedColumns, publishedRecord, publishedRow, type WrittenRow } from '../schema/published-codec.ts'
import type { OrganizerTable } from '../schema/tables.ts'

const plain = plainCodec<PlainOrganizer>(organizerFields)

/** The columns of an organizer. */
export const organizerColumns = selectColumns<OrganizerTable>('r', { ...publishedColumns, ...plain.columns, name_key: true })

/** Converts an organizer to a row to write. */
export const toOrganizerRow = (organizer: Draft<OrganizerRecord>): WrittenRow<OrganizerTable> => ({
  ...publishedRow(organizer),
  ...plain.toRow(organizer),
  name_key: organizer.nameKey,
})

/** Converts a row to an organizer. */
export const toOrganizerRecord = (row: Selectable<OrganizerTable>): OrganizerRecord => ({
  ...publishedRecord(row),
  ...plain.toRecord(row),
  nameKey: row.name_key,
})
