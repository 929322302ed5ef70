import { toReturnedFields } from '../../fields/returned-fields.ts'
import type { FieldsShape, UnknownFields } from '../../fields/typed-fields.ts'
import type { Composed } from '../../record/composition.ts'
import type { PublishedTypes, ReadDefinition } from '../../record/definition.ts'
import { findKnown } from '../../record/lookup.ts'
import { type ProfileListFields, profileListShape, toProfileQuery } from '../../record/profile.ts'
import { visibleScope } from '../../record/scope.ts'
import { type PublishedView, toPublishedView } from '../../record/view.ts'
import type { ViewContext } from '../../record/view-context.ts'
import type { ProfileFilter, ProfileSort } from '../../store/filters.ts'
import type { VenueRecord } from '../../store/records.ts'
import type { VenueFields } from './schema.ts'

/** A place where events happen. */
export interface Venue<F extends FieldsShape = UnknownFields> extends PublishedView {
  /** Plain text. */
  readonly name: string
  /** Street address. */
  readonly address: string
  /** Town. */
  readonly city: string
  /** Country, as given. */
  readonly country: string
  /** Province. */
  readonly province: string
  /** State. */
  readonly state: string
  /** Postal code. */
  readonly zip: string
  /** Telephone number, as given. */
  readonly phone: string
  /** An http or https address; empty when there is none. */
  readonly website: string
  /** State or province. */
  readonly stateProvince: string
  /** Whether events linked to it show a map. */
  readonly showMap: boolean
  /** Whether events linked to it show a link to a map. */
  readonly showMapLink: boolean
  /** Whether writes that would make events overlap there are refused. */
  readonly exclusive: boolean
  /** Degrees north, or null. */
  readonly geoLat: number | null
  /** Degrees east, or null. */
  readonly geoLng: number | null
  /** The fields that the host declares, without those that have no value or that the viewer may not read. */
  readonly fields: F['venue']['values']
}

/** Converts a stored venue to the returned one. The only spread comes first: V8 copies slowly into an object that already has members. */
export const toVenue = (record: VenueRecord, context: ViewContext): Venue => ({
  ...toPublishedView(record, context),
  name: record.name,
  address: record.address,
  city: record.city,
  country: record.country,
  province: record.province,
  state: record.state,
  zip: record.zip,
  phone: record.phone,
  website: record.website,
  stateProvince: record.stateProvince,
  showMap: record.showMap,
  showMapLink: record.showMapLink,
  exclusive: record.exclusive,
  geoLat: record.point?.lat ?? null,
  geoLng: record.point?.lng ?? null,
  fields: toReturnedFields(context.visibleFields.venue, record.fields),
})

/** The types of venues. */
export interface VenueTypes extends PublishedTypes {
  /** The name of the kind. */
  readonly kind: 'venue'
  /** The fields of an input, as the shape reads them. */
  readonly parsed: VenueFields
  /** The same fields, with both coordinates or none. */
  readonly fields: VenueFields
  /** The record to write; no other records are written with a venue. */
  readonly plan: { readonly composed: Composed<VenueRecord> }
  /** A returned venue. */
  readonly view: Venue
  /** The filters of lists. */
  readonly listFields: ProfileListFields
  /** The store filter. */
  readonly filter: ProfileFilter
  /** The store order. */
  readonly sort: ProfileSort
}

/** The reads of venues. */
export const venueReads: ReadDefinition<VenueTypes> = {
  kind: 'venue',
  collection: (store) => store.venues,
  listShape: profileListShape,
  find: (op, ref) => findKnown(op, 'venue', op.store.venues, ref),
  readable: async (op) => ({ readable: await visibleScope(op, 'venue') }),
  query: (op, fields) => toProfileQuery(op, 'venue', fields),
  view: async (op, records) => records.map((record) => toVenue(record, op)),
}
