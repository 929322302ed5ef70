import type { FieldsShape, UnknownFields } from '../../fields/typed-fields.ts'
import type { TrashableRecords } from '../../record/api.ts'
import type { Composed } from '../../record/composition.ts'
import type { CalendarContext } from '../../record/context.ts'
import type { KindDefinition, PublishedTypes } from '../../record/definition.ts'
import { createLifecycle } from '../../record/lifecycle.ts'
import { findKnown } from '../../record/lookup.ts'
import { type OrganizerListInput, type ProfileListFields, profileListShape, toProfileQuery } from '../../record/profile.ts'
import { createTrashableRecords } from '../../record/service.ts'
import type { ProfileFilter, ProfileSort } from '../../store/filters.ts'
import type { OrganizerRecord } from '../../store/records.ts'
import { composeOrganizer } from './record.ts'
import { type OrganizerFields, type OrganizerInput, type OrganizerPatch, organizerShape } from './schema.ts'
import { type Organizer, toOrganizer } from './view.ts'

/** The organizers of a calendar. */
export type Organizers<F extends FieldsShape = UnknownFields> = TrashableRecords<
  Organizer<F>,
  OrganizerInput<F>,
  OrganizerPatch<F>,
  OrganizerListInput<F>
>

/** The types of organizers. */
export interface OrganizerTypes extends PublishedTypes {
  /** The name of the kind. */
  readonly kind: 'organizer'
  /** The fields of an input, as the shape reads them. */
  readonly parsed: OrganizerFields
  /** The same fields: organizers need no further preparation. */
  readonly fields: OrganizerFields
  /** The record to write; no other records are written with an organizer. */
  readonly plan: { readonly composed: Composed<OrganizerRecord> }
  /** A returned organizer. */
  readonly view: Organizer
  /** The filters of lists. */
  readonly listFields: ProfileListFields
  /** The store filter. */
  readonly filter: ProfileFilter
  /** The store order. */
  readonly sort: ProfileSort
}

/** The definition of organizers. */
export const organizerKind: KindDefinition<OrganizerTypes> = {
  kind: 'organizer',
  lifecycle: createLifecycle('organizer'),
  collection: (store) => store.organizers,
  shape: organizerShape,
  required: ['name'],
  listShape: profileListShape,
  prepare: (_context, fields) => fields,
  find: (op, ref) => findKnown(op, 'organizer', op.store.organizers, ref),
  plan: async (op, fields, before, issues) => ({ composed: composeOrganizer(op, fields, before, issues) }),
  title: (composed) => composed.name,
  query: (op, fields) => toProfileQuery(op, 'organizer', fields),
  view: async (op, records) => records.map((record) => toOrganizer(record, op)),
}

/** The organizers of a calendar. */
export const createOrganizers = (context: CalendarContext): Organizers => createTrashableRecords(context, organizerKind)
