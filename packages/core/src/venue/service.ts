import type { TrashableRecords } from '../record/api.ts'
import type { CalendarContext } from '../record/context.ts'
import type { PublishedDefinition } from '../record/definition.ts'
import { type PartyListFields, type PartyListInput, partyListShape, toPartyQuery } from '../record/party.ts'
import { createPublishedRecords } from '../record/service.ts'
import type { PartyFilter, PartySort } from '../store/filters.ts'
import { composeVenue } from './record.ts'
import { type VenueFields, type VenueInput, type VenuePatch, venueShape } from './schema.ts'
import { toVenue, type Venue } from './view.ts'

/** The venues of a calendar. */
export type Venues = TrashableRecords<Venue, VenueInput, VenuePatch, PartyListInput>

/** What makes venues venues. */
export const venueKind: PublishedDefinition<'venue', VenueFields, Venue, PartyListFields, PartyFilter, PartySort> = {
  kind: 'venue',
  collection: (store) => store.venues,
  shape: venueShape,
  required: ['name'],
  listShape: partyListShape,
  check: (_context, fields, isNew, problems) => {
    if (!isNew) return
    if ((fields.geoLat ?? null) === null && (fields.geoLng ?? null) !== null)
      problems['geoLat'] ??= 'must be given with the other coordinate'
    if ((fields.geoLng ?? null) === null && (fields.geoLat ?? null) !== null)
      problems['geoLng'] ??= 'must be given with the other coordinate'
  },
  compose: async (op, fields, before, problems) => ({ composed: composeVenue(op, fields, before, problems) }),
  title: (record) => record.name,
  query: (op, fields) => toPartyQuery(op, 'venue', fields),
  view: async (op, records) => records.map((record) => toVenue(record, op.nowMs)),
}

/** The venues of a calendar. */
export const createVenues = (context: CalendarContext): Venues => createPublishedRecords(context, venueKind)
