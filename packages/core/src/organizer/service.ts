import type { TrashableRecords } from '../record/api.ts'
import type { CalendarContext } from '../record/context.ts'
import type { PublishedDefinition } from '../record/definition.ts'
import { type PartyListFields, type PartyListInput, partyListShape, toPartyQuery } from '../record/party.ts'
import { createPublishedRecords } from '../record/service.ts'
import type { PartyFilter, PartySort } from '../store/filters.ts'
import { composeOrganizer } from './record.ts'
import { type OrganizerFields, type OrganizerInput, type OrganizerPatch, organizerShape } from './schema.ts'
import { type Organizer, toOrganizer } from './view.ts'

/** The organizers of a calendar. */
export type Organizers = TrashableRecords<Organizer, OrganizerInput, OrganizerPatch, PartyListInput>

/** What makes organizers organizers. */
export const organizerKind: PublishedDefinition<'organizer', OrganizerFields, Organizer, PartyListFields, PartyFilter, PartySort> = {
  kind: 'organizer',
  collection: (store) => store.organizers,
  shape: organizerShape,
  required: ['name'],
  listShape: partyListShape,
  compose: async (op, fields, before) => ({ composed: composeOrganizer(op, fields, before) }),
  title: (record) => record.name,
  query: (op, fields) => toPartyQuery(op, 'organizer', fields),
  view: async (op, records) => records.map((record) => toOrganizer(record, op.nowMs)),
}

/** The organizers of a calendar. */
export const createOrganizers = (context: CalendarContext): Organizers => createPublishedRecords(context, organizerKind)
