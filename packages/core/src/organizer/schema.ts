import { emailField, urlField } from '../input/addresses.ts'
import type { Shape } from '../input/read.ts'
import { lineField, nameField } from '../input/scalars.ts'
import { type PublishedFields, type PublishedInput, publishedShape } from '../record/fields.ts'

/** What an organizer is made from. */
export interface OrganizerInput extends PublishedInput {
  /** At most 200 code points. */
  readonly name: string
  /** Telephone number, as it is to be shown. */
  readonly phone?: string | null | undefined
  /** An http or https address. */
  readonly website?: string | null | undefined
  /** An e-mail address. */
  readonly email?: string | null | undefined
}

/** What of an organizer is to change; what is left out stays. */
export type OrganizerPatch = { readonly [Field in keyof OrganizerInput]?: OrganizerInput[Field] | undefined }

/** An {@link OrganizerInput} after it was read. */
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
