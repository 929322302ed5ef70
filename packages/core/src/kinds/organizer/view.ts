import { toReturnedFields } from '../../fields/returned-fields.ts'
import type { FieldsShape, UnknownFields } from '../../fields/typed-fields.ts'
import { type PublishedView, toPublishedView } from '../../record/view.ts'
import type { ViewContext } from '../../record/view-context.ts'
import type { OrganizerRecord } from '../../store/records.ts'

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
