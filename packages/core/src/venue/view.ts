import { plainPicker } from '../record/field-table.ts'
import { type PublishedView, toPublishedView } from '../record/view.ts'
import type { VenueRecord } from '../store/records.ts'
import { type PlainVenue, venueFields } from './schema.ts'

const pick = plainPicker<PlainVenue>(venueFields)

/** A place where events happen. */
export interface Venue extends PublishedView {
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
  /** Degrees north, or null. */
  readonly geoLat: number | null
  /** Degrees east, or null. */
  readonly geoLng: number | null
}

/** Converts a stored venue to the returned one. */
export function toVenue(record: VenueRecord, nowMs: number): Venue {
  // The type fails to compile when a returned venue lacks a plain field.
  const plain: Pick<Venue, keyof PlainVenue> = pick(record)
  return { ...toPublishedView(record, nowMs), ...plain, geoLat: record.point?.lat ?? null, geoLng: record.point?.lng ?? null }
}
