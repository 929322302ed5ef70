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
import type { OrganizerRecord } from '../../store/records.ts'
import type { OrganizerFields } from './schema.ts'

/** A person or group that organizes events. */
export interface Organizer<F extends FieldsShape = UnknownFields> extends PublishedView {
  /** Plain text. */
  readonly name: string
  /** Telephone number, as given; empty when there is none. */
  readonly phone: string
  /** An http or https address; empty when there is none. */
  readonly website: string
  /** An e-mail address; empty when there is none. */
  readonly email: string
  /** The fields that the host declares, without those that have no value or that the viewer may not read. */
  readonly fields: F['organizer']['values']
}

/** Converts a stored organizer to the returned one. */
export const toOrganizer = (record: OrganizerRecord, context: ViewContext): Organizer => ({
  ...toPublishedView(record, context),
  name: record.name,
  phone: record.phone,
  website: record.website,
  email: record.email,
  fields: toReturnedFields(context.visibleFields.organizer, record.fields),
})

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

/** The reads of organizers. */
export const organizerReads: ReadDefinition<OrganizerTypes> = {
  kind: 'organizer',
  collection: (store) => store.organizers,
  listShape: profileListShape,
  find: (op, ref) => findKnown(op, 'organizer', op.store.organizers, ref),
  readable: async (op) => ({ readable: await visibleScope(op, 'organizer') }),
  query: (op, fields) => toProfileQuery(op, 'organizer', fields),
  view: async (op, records) => records.map((record) => toOrganizer(record, op)),
}
