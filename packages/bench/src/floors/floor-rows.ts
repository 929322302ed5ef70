/** What the statements of the floor give. */
export interface HeadRow {
  readonly id: number
  readonly author_id: number
  readonly slug: string
  readonly published_ms: number
  readonly published_local: string
  readonly updated_ms: number
  readonly updated_local: string
  readonly description: string
  readonly excerpt: string
  readonly image: string | null
}

/** An event without what it links. */
export interface EventRow extends HeadRow {
  readonly title: string
  readonly all_day: number
  readonly start_local: string
  readonly end_local: string
  readonly start_ms: number
  readonly end_ms: number
  readonly time_zone: string
  readonly zone_abbreviation: string
  readonly cost: string
  readonly website: string
  readonly show_map: number
  readonly show_map_link: number
  readonly hidden: number
  readonly sticky: number
  readonly featured: number
  readonly parent_id: number
}

/** A venue of an event. */
export interface VenueRow extends HeadRow {
  readonly event_id: number
  readonly name: string
  readonly address: string
  readonly city: string
  readonly country: string
  readonly province: string
  readonly state: string
  readonly zip: string
  readonly phone: string
  readonly website: string
  readonly state_province: string
  readonly show_map: number
  readonly show_map_link: number
  readonly lat: number | null
  readonly lng: number | null
}

/** An organizer of an event. */
export interface OrganizerRow extends HeadRow {
  readonly event_id: number
  readonly name: string
  readonly phone: string
  readonly website: string
  readonly email: string
}

/** A category or tag of an event. */
export interface TermRow {
  readonly event_id: number
  readonly id: number
  readonly name: string
  readonly slug: string
  readonly description: string
  readonly taxonomy: 'category' | 'tag'
  readonly parent_id: number
}

/** The columns of a {@link HeadRow}. */
export const headColumns = [
  'id',
  'author_id',
  'slug',
  'published_ms',
  'published_local',
  'updated_ms',
  'updated_local',
  'description',
  'excerpt',
  'image',
]

/** The columns of an {@link EventRow}. */
export const eventColumns = [
  ...headColumns,
  ...['title', 'all_day', 'start_local', 'end_local', 'start_ms', 'end_ms', 'time_zone', 'zone_abbreviation', 'cost', 'website'],
  ...['show_map', 'show_map_link', 'hidden', 'sticky', 'featured', 'parent_id'],
]

/** The columns of a {@link VenueRow}, but for the event. */
export const venueColumns = [
  ...headColumns,
  ...['name', 'address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'website', 'state_province'],
  ...['show_map', 'show_map_link', 'lat', 'lng'],
]

/** The columns of an {@link OrganizerRow}, but for the event. */
export const organizerColumns = [...headColumns, 'name', 'phone', 'website', 'email']
