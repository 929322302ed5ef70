import { type Composed, composeCommon } from '../record/composition.ts'
import type { Operation } from '../record/context.ts'
import type { OrganizerRecord } from '../store/records.ts'
import { foldKey, searchText } from '../text/fold.ts'
import type { OrganizerFields } from './schema.ts'

/** Composes an organizer: the given value, else the stored one, else empty. */
export function composeOrganizer(
  op: Pick<Operation, 'timeZone' | 'nowMs' | 'viewer'>,
  fields: Partial<OrganizerFields>,
  before: OrganizerRecord | undefined,
): Composed<OrganizerRecord> {
  const common = composeCommon(op, fields, before)
  const name = fields.name ?? before?.name ?? ''
  const texts = {
    phone: fields.phone ?? before?.phone ?? '',
    website: fields.website ?? before?.website ?? '',
    email: fields.email ?? before?.email ?? '',
  }
  return { ...common, name, nameKey: foldKey(name), ...texts, searchText: organizerSearchText({ ...common, ...texts, name }) }
}

type Searched = Pick<OrganizerRecord, 'name' | 'description' | 'excerpt' | 'phone' | 'website' | 'email'>

const organizerSearchText = (record: Searched): string =>
  searchText([
    { text: record.name },
    { text: record.description, html: true },
    { text: record.excerpt, html: true },
    { text: record.phone },
    { text: record.website },
    { text: record.email },
  ])
