import type { FieldsShape, UnknownFields } from '../../fields/typed-fields.ts'
import { urlField } from '../../input/addresses.ts'
import type { Shape } from '../../input/read.ts'
import { booleanField, lineField, nameField, optionalNumberField } from '../../input/scalars.ts'
import { type FieldTable, type PlainField, type PlainMembers, schemasOf } from '../../record/field-table.ts'
import { type PatchOf, type PublishedFields, type PublishedInput, publishedShape } from '../../record/fields.ts'
import type { VenueRecord } from '../../store/records.ts'

/** The members of a venue that have types of their own. */
export interface VenueContent extends PublishedInput {
  /** The name, 1 to 200 code points. */
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
  /** State or province. @default `state` in the United States and where no country is given, else `province`; the other one if that is empty */
  readonly stateProvince?: string | null | undefined
  /** Whether events linked to it show a map. @default true */
  readonly showMap?: boolean | undefined
  /** Whether events linked to it show a link to a map. @default true */
  readonly showMapLink?: boolean | undefined
  /** Whether writes that would make events overlap there are refused, as `venue_busy`. Setting it does not look at stored events. @default false */
  readonly exclusive?: boolean | undefined
  /** Degrees north; requires `geoLng`. */
  readonly geoLat?: number | null | undefined
  /** Degrees east; requires `geoLat`. */
  readonly geoLng?: number | null | undefined
}

/** The input of a new venue. */
export type VenueInput<F extends FieldsShape = UnknownFields> = VenueContent & F['venue']['input']

/** The changes to a venue; missing fields stay unchanged. */
export type VenuePatch<F extends FieldsShape = UnknownFields> = PatchOf<VenueContent> & F['venue']['patch']

/** The plain fields of a venue as a type. `stateProvince` is one of them, although its default comes from other fields. */
export type PlainVenue = PlainMembers<VenueContent, VenueRecord, keyof PublishedInput>

const line: PlainField<string> = { schema: lineField, default: '', column: 'text', isSearched: true }

/** The plain fields of venues. */
export const venueFields: FieldTable<PlainVenue> = {
  name: { schema: nameField, default: '', column: 'text' },
  address: line,
  city: line,
  country: line,
  province: line,
  state: line,
  zip: line,
  phone: line,
  website: { ...line, schema: urlField },
  stateProvince: line,
  showMap: { schema: booleanField, default: true, column: 'boolean' },
  showMapLink: { schema: booleanField, default: true, column: 'boolean' },
  exclusive: { schema: booleanField, default: false, column: 'boolean' },
}

/** A parsed {@link VenueInput}. An empty `stateProvince` requests the derived one. */
export interface VenueFields extends PublishedFields, PlainVenue {
  /** Degrees north; null for none. */
  readonly geoLat: number | null
  /** Degrees east; null for none. */
  readonly geoLng: number | null
}

const { name, ...otherSchemas } = schemasOf(venueFields)

/** The fields of a venue. Issues are reported in this order. */
export const venueShape: Shape<VenueFields> = {
  name,
  ...publishedShape,
  ...otherSchemas,
  geoLat: optionalNumberField(-90, 90),
  geoLng: optionalNumberField(-180, 180),
}
