import type { TrashableRecords } from '../record/api.ts'
import type { CalendarContext } from '../record/context.ts'
import type { PublishedDefinition } from '../record/definition.ts'
import { type ProfileListFields, profileListShape, toProfileQuery, type VenueListInput } from '../record/profile.ts'
import { createPublishedRecords } from '../record/service.ts'
import type { ProfileFilter, ProfileSort } from '../store/filters.ts'
import { composeOrganizer } from './record.ts'
import { type OrganizerFields, type OrganizerInput, type OrganizerPatch, organizerShape } from './schema.ts'
import { type Organizer, toOrganizer } from './view.ts'

/** The organizers of a calendar. */
export type Organizers = TrashableRecords<Organizer, OrganizerInput, OrganizerPatch, OrganizerListInput>

/** Which organizers to list; they are listed as venues are. */
export type OrganizerListInput = VenueListInput

/** The definition of organizers. */
export const organizerKind: PublishedDefinition<'organizer', OrganizerFields, Organizer, ProfileListFields, ProfileFilter, ProfileSort> = {
  kind: 'organizer',
  collection: (store) => store.organizers,
  shape: organizerShape,
  required: ['name'],
  listShape: profileListShape,
  compose: async (op, fields, before) => ({ composed: composeOrganizer(op, fields, before) }),
  title: (record) => record.name,
  query: (op, fields) => toProfileQuery(op, 'organizer', fields),
  view: async (op, records) => records.map((record) => toOrganizer(record, op.nowMs)),
}

/** The organizers of a calendar. */
export const createOrganizers = (context: CalendarContext): Organizers => createPublishedRecords(context, organizerKind)
