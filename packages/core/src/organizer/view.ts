import { plainPicker } from '../record/field-table.ts'
import { type PublishedView, toPublishedView } from '../record/view.ts'
import type { OrganizerRecord } from '../store/records.ts'
import { organizerFields, type PlainOrganizer } from './schema.ts'

const pick = plainPicker<PlainOrganizer>(organizerFields)

/** A person or group that organizes events. */
export interface Organizer extends PublishedView {
  /** Plain text. */
  readonly name: string
  /** Telephone number, as given; empty when there is none. */
  readonly phone: string
  /** An http or https address; empty when there is none. */
  readonly website: string
  /** An e-mail address; empty when there is none. */
  readonly email: string
}

/** Converts a stored organizer to the returned one. */
export function toOrganizer(record: OrganizerRecord, nowMs: number): Organizer {
  // The type fails to compile when a returned organizer lacks a plain field.
  const plain: Pick<Organizer, keyof PlainOrganizer> = pick(record)
  return { ...toPublishedView(record, nowMs), ...plain }
}
