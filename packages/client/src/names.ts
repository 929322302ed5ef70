/** The collections of a calendar: the members of a client, and the first segment of their paths. */
export type Collection = 'events' | 'venues' | 'organizers' | 'categories' | 'tags'

/** The names of members on the wire and back. */
export interface Names {
  /** The kind of the records, as errors and uids name it; empty for names of filters and of overridden members. */
  readonly kind: string
  /** The name on the wire of a member: `start_date` for `startDate`. */
  toWire(member: string): string
  /** The member for a name on the wire; empty where records in process have none. Memoised: each member of each record needs it. */
  toCore(name: string): string
}

/** From `movedOnline` to `moved_online`. */
const toSnake = (text: string): string => text.replace(/[A-Z]/g, '_$&').toLowerCase()

/** From `moved_online` to `movedOnline`. */
export const toCamel = (text: string): string => text.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Addresses of the interface, and members that repeat others: records in process do not have them. */
const absent = /^global_id|_details$|^(rest_)?url/

type Table = Readonly<Record<string, string>>

/** Most names differ by their case alone, so that a new field or filter needs no line here. */
function defineNames(kind: string, table: Table): Names {
  const entries = Object.entries(table)
  const wire = new Map(entries)
  const core = new Map(entries.map(([member, name]) => [name, member]))
  return {
    kind,
    toWire: (member) => wire.get(member) ?? toSnake(member),
    toCore(name) {
      const known = core.get(name) ?? (absent.test(name) ? '' : toCamel(name))
      core.set(name, known)
      return known
    },
  }
}

/** An object with other names. Members with an empty name are left out. */
export function rename(wire: Readonly<Record<string, unknown>>, toCore: Names['toCore']): Record<string, unknown> {
  const renamed: Record<string, unknown> = {}
  for (const name in wire) {
    const member = toCore(name)
    if (member) renamed[member] = wire[name]
  }
  return renamed
}

const shared: Table = {
  authorId: 'author',
  published: 'date',
  publishedUtc: 'date_utc',
  updated: 'modified',
  updatedUtc: 'modified_utc',
  fields: 'custom_fields',
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
const ofTerms: Table = { ...shared, parentId: 'parent' }

/** The names of members and filters, by collection. */
export const namesOf: Readonly<Record<Collection, Names>> = {
  events: defineNames('event', ofEvents),
  venues: defineNames('venue', { ...shared, name: 'venue', stateProvince: 'stateprovince' }),
  organizers: defineNames('organizer', { ...shared, name: 'organizer' }),
  categories: defineNames('category', ofTerms),
  tags: defineNames('tag', ofTerms),
}

const filters: Table = {
  ids: 'include',
  uids: 'uid',
  startsFrom: 'start_date',
  startsUntil: 'end_date',
  authorIds: 'author',
  updatedAfter: 'modified_after',
  orderBy: 'orderby',
  hasLocation: 'geoloc',
  'near.lat': 'geoloc_lat',
  'near.lng': 'geoloc_lng',
  'near.radiusKm': 'geoloc_radius',
  venueIds: 'venue',
  organizerIds: 'organizer',
  seriesIds: 'series',
  series: 'recurring',
  fields: 'custom_fields',
}
const filtersOfEvents = defineNames('', { ...filters, parentIds: 'post_parent' })
const filtersOfOthers = defineNames('', { ...filters, parentIds: 'parent' })

/** The names of the filters of a list. */
export const filtersOf = (collection: Collection): Names => (collection === 'events' ? filtersOfEvents : filtersOfOthers)

/** The names of all collections. The type of `Object.keys` does not have the keys. */
export const collections = Object.keys(namesOf) as Collection[]

/** The collections whose records events link. */
export const linkedCollections = collections.filter((name) => name !== 'events')

/** The names of the members that an occurrence has of its own. */
export const overriddenNames = defineNames('', {
  ...ofEvents,
  publishedMs: 'date',
  categoryIds: 'categories',
  tagIds: 'tags',
  venueIds: 'venue',
  organizerIds: 'organizer',
})

/** The names of sort keys on the wire, where they differ. */
export const sortKeys: Table = { start: 'start_date', startInstant: 'utc_start_date', end: 'end_date', ids: 'include', ...shared }

/** Whether a collection is one of terms, which have no trash and no address by slug. */
export const isOfTerms = (collection: Collection): boolean => collection === 'categories' || collection === 'tags'

/**
 * The control character NUL, which a service refuses in every field and parameter. It stands for what JSON or a URL cannot express, so that
 * the service names the field or the parameter, as a calendar in process does.
 */
export const refusedText = '\u0000'
