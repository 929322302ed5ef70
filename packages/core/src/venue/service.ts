import type { TrashableRecords } from '../record/api.ts'
import type { CalendarContext } from '../record/context.ts'
import type { PublishedDefinition } from '../record/definition.ts'
import { type ProfileListFields, profileListShape, toProfileQuery, type VenueListInput } from '../record/profile.ts'
import { createPublishedRecords } from '../record/service.ts'
import type { ProfileFilter, ProfileSort } from '../store/filters.ts'
import { composeVenue } from './record.ts'
import { type VenueFields, type VenueInput, type VenuePatch, venueShape } from './schema.ts'
import { toVenue, type Venue } from './view.ts'

/** The venues of a calendar. */
export type Venues = TrashableRecords<Venue, VenueInput, VenuePatch, VenueListInput>

/** The definition of venues. */
export const venueKind: PublishedDefinition<'venue', VenueFields, Venue, ProfileListFields, ProfileFilter, ProfileSort> = {
  kind: 'venue',
  collection: (store) => store.venues,
  shape: venueShape,
  required: ['name'],
  listShape: profileListShape,
  check: (_context, fields, isNew, issues) => {
    if (!isNew) return
    if ((fields.geoLat ?? null) === null && (fields.geoLng ?? null) !== null) issues['geoLat'] ??= 'must be given with the other coordinate'
    if ((fields.geoLng ?? null) === null && (fields.geoLat ?? null) !== null) issues['geoLng'] ??= 'must be given with the other coordinate'
  },
  compose: async (op, fields, before, issues) => ({ composed: composeVenue(op, fields, before, issues) }),
  title: (record) => record.name,
  query: (op, fields) => toProfileQuery(op, 'venue', fields),
  view: async (op, records) => records.map((record) => toVenue(record, op.nowMs)),
}

/** The venues of a calendar. */
export const createVenues = (context: CalendarContext): Venues => createPublishedRecords(context, venueKind)
