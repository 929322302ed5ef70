import { urlField } from '../input/addresses.ts'
import type { Shape } from '../input/read.ts'
import { booleanField, lineField, nameField, optionalNumberField } from '../input/scalars.ts'
import { type PublishedFields, type PublishedInput, publishedShape } from '../record/fields.ts'

/** The input of a new venue. */
export interface VenueInput extends PublishedInput {
  /** At most 200 code points. */
  readonly name: string
  /** Street address. */
  readonly address?: string | null | undefined
  /** Town. */
  readonly city?: string | null | undefined
  /** Country. */
  readonly country?: string | null | undefined
  /** Province. */
  readonly province?: string | null | undefined
  /** State. */
  readonly state?: string | null | undefined
  /** Postal code. */
  readonly zip?: string | null | undefined
  /** Telephone number, in the form to display. */
  readonly phone?: string | null | undefined
  /** An http or https address. */
  readonly website?: string | null | undefined
  /** State or province. @default `state` in the United States and where no country is given, else `province` */
  readonly stateProvince?: string | null | undefined
  /** Whether events linked to it show a map. @default true */
  readonly showMap?: boolean | undefined
  /** Whether events linked to it show a link to a map. @default true */
  readonly showMapLink?: boolean | undefined
  /** Degrees north; requires `geoLng`. */
  readonly geoLat?: number | null | undefined
  /** Degrees east; requires `geoLat`. */
  readonly geoLng?: number | null | undefined
}

/** The changes to a venue; missing fields stay unchanged. */
export type VenuePatch = { readonly [Field in keyof VenueInput]?: VenueInput[Field] | undefined }

/** A parsed {@link VenueInput}. */
export interface VenueFields extends PublishedFields {
  /** One line. */
  readonly name: string
  /** One line. */
  readonly address: string
  /** One line. */
  readonly city: string
  /** One line. */
  readonly country: string
  /** One line. */
  readonly province: string
  /** One line. */
  readonly state: string
  /** One line. */
  readonly zip: string
  /** One line. */
  readonly phone: string
  /** An address, or empty. */
  readonly website: string
  /** One line; empty requests the derived one. */
  readonly stateProvince: string
  /** Show a map. */
  readonly showMap: boolean
  /** Show a link to a map. */
  readonly showMapLink: boolean
  /** Degrees, or none. */
  readonly geoLat: number | null
  /** Degrees, or none. */
  readonly geoLng: number | null
}

/** The fields of a venue. */
export const venueShape: Shape<VenueFields> = {
  name: nameField,
  ...publishedShape,
  address: lineField,
  city: lineField,
  country: lineField,
  province: lineField,
  state: lineField,
  zip: lineField,
  phone: lineField,
  website: urlField,
  stateProvince: lineField,
  showMap: booleanField,
  showMapLink: booleanField,
  geoLat: optionalNumberField(-90, 90),
  geoLng: optionalNumberField(-180, 180),
}
