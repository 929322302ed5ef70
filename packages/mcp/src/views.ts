import type { Event, Venue } from '@kalends/core'
import { truncateCodePoints } from '@kalends/core/internal'
import { fitRecord, lineOfHtml, linesOfHtml, plainText } from './untrusted.ts'
import { type When, whenOf } from './when.ts'

/** An event in an answer: what the calendar knows is beside `untrusted`, what people wrote is inside. */
export interface EventView {
  /** Its id; null in a dry run of its creation. */
  readonly id: number | null
  /** Whether readers see it. */
  readonly status: string
  /** Whether it takes place as announced. */
  readonly eventStatus: string
  /** Where people attend it. */
  readonly attendance: string
  /** When it takes place. */
  readonly when: When
  /** How it repeats; absent for an event that does not. */
  readonly series?: { readonly id: number | null; readonly rule: string; readonly isSeriesItself: boolean }
  /** The ids of its venues. */
  readonly venues: readonly number[]
  /** The ids of its organizers. */
  readonly organizers: readonly number[]
  /** What people wrote. */
  readonly untrusted: object
}

/** The maximum number of linked records that are named. */
const maxNames = 10

/** A place where events happen, in an answer. */
export interface PlaceView {
  /** Its id, for `venues` and `venueIds`. */
  readonly id: number
  /** Whether events there must not overlap. */
  readonly exclusive: boolean
  /** Degrees north, or null. */
  readonly lat: number | null
  /** Degrees east, or null. */
  readonly lng: number | null
  /** What people wrote. */
  readonly untrusted: object
}

/**
 * An event for an answer, at most 4 kB.
 * @param isRow whether it is a row of a list, whose texts are short
 */
export function viewEvent(event: Event, isRow = false): EventView {
  const { id, status, eventStatus, attendance, recurrence, venues, organizers, categories, tags } = event
  const named = (records: readonly { readonly name: string }[]): readonly string[] =>
    records.slice(0, maxNames).map(({ name }) => plainText(name))
  const description = linesOfHtml(event.description)
  return fitRecord({
    id,
    status,
    eventStatus,
    attendance,
    when: whenOf(event),
    ...(recurrence !== null && { series: { id: recurrence.seriesId, rule: recurrence.rule, isSeriesItself: recurrence.id === '' } }),
    venues: venues.slice(0, maxNames).map((venue) => venue.id),
    organizers: organizers.slice(0, maxNames).map((organizer) => organizer.id),
    untrusted: withoutEmpty({
      title: plainText(event.title),
      slug: event.slug,
      eventStatusReason: plainText(event.eventStatusReason),
      excerpt: lineOfHtml(event.excerpt),
      description: isRow ? shortened(description) : description,
      venues: venues.slice(0, maxNames).map(({ name, city }) =>
        [name, city]
          .filter((part) => part !== '')
          .map(plainText)
          .join(', '),
      ),
      organizers: named(organizers),
      categories: named(categories),
      tags: named(tags),
      cost: plainText(event.cost.text),
      website: plainText(event.website),
      onlineUrl: plainText(event.onlineUrl),
    }),
  })
}

/** The maximum length of the description in a row of a list. */
const rowLength = 300

const shortened = (text: string): string => {
  const start = truncateCodePoints(text, rowLength)
  return start === text ? text : `${start}…`
}

/** The texts and lists that have a value. */
const withoutEmpty = (texts: { readonly [member: string]: string | readonly string[] }): object =>
  Object.fromEntries(Object.entries(texts).filter(([, value]) => value.length > 0))

/** A venue for an answer, at most 4 kB. */
export function viewPlace(venue: Venue): PlaceView {
  const { id, exclusive, geoLat, geoLng, name, address, zip, city, stateProvince, country, website } = venue
  const texts = { name, address, zip, city, stateProvince, country, website }
  return fitRecord({
    id,
    exclusive,
    lat: geoLat,
    lng: geoLng,
    untrusted: withoutEmpty({
      ...Object.fromEntries(Object.entries(texts).map(([member, text]) => [member, plainText(text)])),
      description: shortened(lineOfHtml(venue.description)),
    }),
  })
}
