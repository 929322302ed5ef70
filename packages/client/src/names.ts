/** The collections of a calendar: the members of a client, and the first segment of their paths. */
export type Collection = 'events' | 'venues' | 'organizers' | 'categories' | 'tags'

/** The names of members on the wire and back. */
export interface Names {
  /** From `startDate` to `start_date`. */
  toWire(member: string): string
  /** From `start_date` to `startDate`; memoised, because it is called for each member of each record. */
  toCore(name: string): string
}

/** From `movedOnline` to `moved_online`. */
export const toSnake = (text: string): string => text.replace(/[A-Z]/g, '_$&').toLowerCase()

/** From `moved_online` to `movedOnline`. */
export const toCamel = (text: string): string => text.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

type Table = Readonly<Record<string, string>>

/** Most names differ by their case alone, so that a new field or filter needs no line here. */
function defineNames(table: Table): Names {
  const entries = Object.entries(table)
  const wire = new Map(entries)
  const core = new Map(entries.map(([member, name]) => [name, member]))
  return {
    toWire: (member) => wire.get(member) ?? toSnake(member),
    toCore(name) {
      const known = core.get(name) ?? toCamel(name)
      core.set(name, known)
      return known
    },
  }
}

const shared: Table = {
  authorId: 'author',
  published: 'date',
  publishedUtc: 'date_utc',
  updated: 'modified',
  updatedUtc: 'modified_utc',
  fields: 'custom_fields',
  // Filters. That by uid is not here, because its name is the one of a member.
  updatedAfter: 'modified_after',
  orderBy: 'orderby',
  hasLocation: 'geoloc',
  'near.lat': 'geoloc_lat',
  'near.lng': 'geoloc_lng',
  'near.radiusKm': 'geoloc_radius',
}
const ofEvents: Table = {
  ...shared,
  timeZone: 'timezone',
  timeZoneAbbreviation: 'timezone_abbr',
  hidden: 'hide_from_listings',
  attendance: 'attendance_mode',
  venues: 'venue',
  organizers: 'organizer',
  parentId: 'post_parent',
}
const ofTerms = defineNames({ ...shared, parentId: 'parent' })

/** The names of members and filters, by collection. */
export const namesOf: Readonly<Record<Collection, Names>> = {
  events: defineNames(ofEvents),
  venues: defineNames({ ...shared, name: 'venue', stateProvince: 'stateprovince' }),
  organizers: defineNames({ ...shared, name: 'organizer' }),
  categories: ofTerms,
  tags: ofTerms,
}

/** The kind of the records of a collection, as errors and uids name it: `event`, `category`. */
export const kindOf = (collection: Collection): string => collection.replace(/ies$/, 'y').replace(/s$/, '')

/** The names of the members that an occurrence has of its own. */
export const overriddenNames = defineNames({
  ...ofEvents,
  publishedMs: 'date',
  categoryIds: 'categories',
  tagIds: 'tags',
  venueIds: 'venue',
  organizerIds: 'organizer',
})

/** The names of sort keys on the wire, where they differ. */
export const sortKeys: Table = { start: 'start_date', startInstant: 'utc_start_date', end: 'end_date', ...shared }

/** Whether a collection is one of terms, which have no trash and no address by slug. */
export const isOfTerms = (collection: Collection): boolean => namesOf[collection] === ofTerms

/** Addresses of the interface, and members that repeat others: records in process do not have them. */
const left = /^global_id|_details$|^(?:rest_)?url/

/** An object with other names, without the members that records in process do not have. */
export function rename(wire: object, toMember: (name: string) => string): Record<string, unknown> {
  const renamed: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(wire)) if (!left.test(name)) renamed[toMember(name)] = value
  return renamed
}
