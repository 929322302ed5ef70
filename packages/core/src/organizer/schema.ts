import { emailField, urlField } from '../input/addresses.ts'
import type { Shape } from '../input/read.ts'
import { lineField, nameField } from '../input/scalars.ts'
import { type FieldTable, type PlainMembers, schemasOf } from '../record/field-table.ts'
import { type PublishedFields, type PublishedInput, publishedShape } from '../record/fields.ts'
import type { OrganizerRecord } from '../store/records.ts'

/** The input of a new organizer. */
export interface OrganizerInput extends PublishedInput {
  /** At most 200 code points. */
  readonly name: string
  /** Telephone number, in the form to display. */
  readonly phone?: string | null | undefined
  /** An http or https address. */
  readonly website?: string | null | undefined
  /** An e-mail address. */
  readonly email?: string | null | undefined
}

/** The changes to an organizer; missing fields stay unchanged. */
export type OrganizerPatch = { readonly [Field in keyof OrganizerInput]?: OrganizerInput[Field] | undefined }

/** The plain fields of an organizer. */
export type PlainOrganizer = PlainMembers<OrganizerInput, OrganizerRecord, keyof PublishedInput>

/** The plain fields of organizers. */
export const organizerFields: FieldTable<PlainOrganizer> = {
  name: { schema: nameField, default: '', column: 'text' },
  phone: { schema: lineField, default: '', column: 'text', isSearched: true },
  website: { schema: urlField, default: '', column: 'text', isSearched: true },
  email: { schema: emailField, default: '', column: 'text', isSearched: true },
}

/** A parsed {@link OrganizerInput}. */
export type OrganizerFields = PublishedFields & PlainOrganizer

const { name, ...otherSchemas } = schemasOf(organizerFields)

/** The fields of an organizer. Issues are reported in this order. */
export const organizerShape: Shape<OrganizerFields> = {
  name,
  ...publishedShape,
  ...otherSchemas,
}
