import { eventFields, type PlainEvent, plainNames } from '@kalends/core/store'

/** Integer columns and text columns; the types of rows follow from them. */
const head = {
  integers: ['id', 'version', 'published_ms', 'updated_ms'],
  texts: ['author_id', 'slug', 'uid', 'published_local', 'updated_local', 'description', 'excerpt'],
} as const

const event = {
  integers: ['all_day', 'start_ms', 'end_ms', 'show_map', 'show_map_link', 'hidden', 'sticky', 'featured', 'parent_id'],
  texts: [
    'title',
    'start_local',
    'end_local',
    'time_zone',
    'time_zone_abbreviation',
    'cost',
    'website',
    'event_status',
    'previous_start_local',
    'attendance',
    'online_url',
  ],
} as const

const venue = {
  integers: ['show_map', 'show_map_link'],
  texts: ['name', 'address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'website', 'state_province'],
} as const

const organizer = { integers: [], texts: ['name', 'phone', 'website', 'email'] } as const

const term = { integers: ['id', 'parent_id'], texts: ['name', 'slug', 'description'] } as const

/** A row of some columns. */
type RowOf<Columns extends { readonly integers: readonly string[]; readonly texts: readonly string[] }> = Readonly<
  Record<Columns['integers'][number], number> & Record<Columns['texts'][number], string>
>

/** The id of the event that a row belongs to. */
type OfEvent = Readonly<Record<'event_id', number>>

/** The columns that events, venues and organizers share. */
export type HeadRow = RowOf<typeof head> & Readonly<Record<'image', string | null>>

/** An event without its links. */
export type EventRow = HeadRow & RowOf<typeof event>

/** A venue of an event. */
export type VenueRow = HeadRow & RowOf<typeof venue> & Readonly<Record<'lat' | 'lng', number | null>> & OfEvent

/** An organizer of an event. */
export type OrganizerRow = HeadRow & RowOf<typeof organizer> & OfEvent

/** A category or tag of an event. */
export type TermRow = RowOf<typeof term> & Readonly<Record<'taxonomy', 'category' | 'tag'>> & OfEvent

const headColumns = [...head.integers, ...head.texts, 'image']

const byHand: readonly string[] = [...event.integers, ...event.texts]

/** The plain fields of events that are not listed above. Their wire names equal their column names. */
export const otherFields = plainNames<PlainEvent>(eventFields)
  .map((name) => ({
    column: name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    isBoolean: String(eventFields[name].column) === 'boolean',
  }))
  .filter(({ column }) => !byHand.includes(column))

/** The columns of an {@link EventRow}. */
export const eventColumns = [...headColumns, ...byHand, ...otherFields.map(({ column }) => column)]

/** The columns of a {@link VenueRow} without `event_id`. */
export const venueColumns = [...headColumns, ...venue.integers, ...venue.texts, 'lat', 'lng']

/** The columns of an {@link OrganizerRow} without `event_id`. */
export const organizerColumns = [...headColumns, ...organizer.texts]

/** The columns of a {@link TermRow} without `event_id`. */
export const termColumns = [...term.integers, ...term.texts, 'taxonomy']
