import { emailField, urlField } from '../input/addresses.ts'
import type { Shape } from '../input/read.ts'
import { lineField, nameField } from '../input/scalars.ts'
import { type PublishedFields, type PublishedInput, publishedShape } from '../record/fields.ts'

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

/** A parsed {@link OrganizerInput}. */
export interface OrganizerFields extends PublishedFields {
  /** One line. */
  readonly name: string
  /** One line. */
  readonly phone: string
  /** An address, or empty. */
  readonly website: string
  /** An address, or empty. */
  readonly email: string
}

/** The fields of an organizer. */
export const organizerShape: Shape<OrganizerFields> = {
  name: nameField,
  ...publishedShape,
  phone: lineField,
  website: urlField,
  email: emailField,
}
