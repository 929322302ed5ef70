import type { FieldsShape, UnknownFields } from '../../fields/typed-fields.ts'
import type { TrashableRecords } from '../../record/api.ts'
import type { Composed } from '../../record/composition.ts'
import type { CalendarContext } from '../../record/context.ts'
import type { KindDefinition, PublishedTypes } from '../../record/definition.ts'
import { createLifecycle } from '../../record/lifecycle.ts'
import { findKnown } from '../../record/lookup.ts'
import { type ProfileListFields, profileListShape, toProfileQuery, type VenueListInput } from '../../record/profile.ts'
import { createTrashableRecords } from '../../record/service.ts'
import type { ProfileFilter, ProfileSort } from '../../store/filters.ts'
import type { VenueRecord } from '../../store/records.ts'
import { composeVenue } from './record.ts'
import { type VenueFields, type VenueInput, type VenuePatch, venueShape } from './schema.ts'
import { toVenue, type Venue } from './view.ts'

/** The venues of a calendar. */
export type Venues<F extends FieldsShape = UnknownFields> = TrashableRecords<Venue<F>, VenueInput<F>, VenuePatch<F>, VenueListInput<F>>

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

/** The definition of venues. */
export const venueKind: KindDefinition<VenueTypes> = {
  kind: 'venue',
  lifecycle: createLifecycle('venue'),
  collection: (store) => store.venues,
  shape: venueShape,
  required: ['name'],
  listShape: profileListShape,
  prepare: (_context, fields, isNew, issues) => {
    const [hasLat, hasLng] = [(fields.geoLat ?? null) !== null, (fields.geoLng ?? null) !== null]
    if (isNew && hasLat !== hasLng) issues[hasLat ? 'geoLng' : 'geoLat'] ??= { code: 'one_coordinate' }
    return fields
  },
  find: (op, ref) => findKnown(op, 'venue', op.store.venues, ref),
  plan: async (op, fields, before, issues) => ({ composed: composeVenue(op, fields, before, issues) }),
  title: (composed) => composed.name,
  query: (op, fields) => toProfileQuery(op, 'venue', fields),
  view: async (op, records) => records.map((record) => toVenue(record, op)),
}

/** The venues of a calendar. */
export const createVenues = (context: CalendarContext): Venues => createTrashableRecords(context, venueKind)
