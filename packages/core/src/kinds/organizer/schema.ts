import type { FieldsShape, UnknownFields } from '../../fields/typed-fields.ts'
import { emailField, urlField } from '../../input/addresses.ts'
import type { Shape } from '../../input/read.ts'
import { lineField, nameField } from '../../input/scalars.ts'
import { type FieldTable, type PlainMembers, schemasOf } from '../../record/field-table.ts'
import { type PatchOf, type PublishedFields, type PublishedInput, publishedShape } from '../../record/fields.ts'
import type { OrganizerRecord } from '../../store/records.ts'

/** The members of an organizer that have types of their own. */
export interface OrganizerContent extends PublishedInput {
  /** At most 200 code points. */
  readonly name: string
  /** Telephone number, in the form to display. */
  readonly phone?: string | null | undefined
  /** An http or https address. */
  readonly website?: string | null | undefined
  /** An e-mail address. */
  readonly email?: string | null | undefined
}

/** The input of a new organizer. */
export type OrganizerInput<F extends FieldsShape = UnknownFields> = OrganizerContent & F['organizer']['input']

/** The changes to an organizer; missing fields stay unchanged. */
export type OrganizerPatch<F extends FieldsShape = UnknownFields> = PatchOf<OrganizerContent> & F['organizer']['patch']

/** The plain fields of an organizer. */
export type PlainOrganizer = PlainMembers<OrganizerContent, OrganizerRecord, keyof PublishedInput>

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
