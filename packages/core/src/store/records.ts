/** An integer that the store's engine assigns to a record and never gives to another one. */
export type EntityId = number

/** The states that are stored. What readers call `future` is `publish` with a `publishedMs` that is yet to come. */
export type StoredStatus = 'publish' | 'draft' | 'pending' | 'private' | 'trash'

/** What every stored record has. */
export interface StoredRecord {
  /** Assigned by the store at insert. */
  readonly id: EntityId
  /** 1 at insert, one more at each update; the store counts it. */
  readonly version: number
  /** Unique among records of its kind (terms: of its taxonomy), compared by code point; at most 255 code points. */
  readonly slug: string
  /** When it was created, as an instant. */
  readonly createdMs: number
  /** When it was last changed, as an instant. */
  readonly updatedMs: number
  /** `updatedMs` as wall time in the calendar's zone, `YYYY-MM-DDTHH:mm:ss`. */
  readonly updatedLocal: string
}

/** What events, venues and organizers have in common: a writer, a status and a publication date. */
export interface PublishedRecord extends StoredRecord {
  /** The host's id of who wrote it; 0 when nobody is named. */
  readonly authorId: number
  /** The stored state. */
  readonly status: StoredStatus
  /** The state before it went into the trash; null outside it. */
  readonly statusBeforeTrash: StoredStatus | null
  /** The publication time as an instant. */
  readonly publishedMs: number
  /** The publication time as wall time in the calendar's zone, `YYYY-MM-DDTHH:mm:ss`. */
  readonly publishedLocal: string
  /** HTML, made safe before it is stored. */
  readonly description: string
  /** HTML, made safe before it is stored. */
  readonly excerpt: string
  /** A media id of the host (number), an address (text), or nothing. */
  readonly image: number | string | null
  /** Title and texts, folded (text/fold.ts), fields separated by LF; what `textAll` looks into. */
  readonly searchText: string
}

/** The amounts of a cost, ready to show. */
export interface StoredCost {
  /** The text to show; empty when there is no cost. */
  readonly text: string
  /** The currency's symbol. */
  readonly currencySymbol: string
  /** The currency's ISO 4217 code. */
  readonly currencyCode: string
  /** Where the symbol stands. */
  readonly currencyPosition: 'prefix' | 'postfix'
  /** The amounts in the text, each once: decimal point, ascending; at most 1,000,000,000,000, with at most 4 decimals. */
  readonly values: readonly string[]
}

/** One event is one aggregate: its links are part of the record. */
export interface EventRecord extends PublishedRecord {
  /** Plain text. */
  readonly title: string
  /** The folded title, for order by title. */
  readonly titleKey: string
  /** Whether it is a range of whole days. */
  readonly allDay: boolean
  /** Wall time in `timeZone`, `YYYY-MM-DDTHH:mm:ss`: with the zone, the truth. */
  readonly startLocal: string
  /** Wall time in `timeZone`, `YYYY-MM-DDTHH:mm:ss`. */
  readonly endLocal: string
  /** An IANA name in its own spelling, `UTC` or `±HH:MM`. */
  readonly timeZone: string
  /** The zone's abbreviation at the start, such as `CET`. */
  readonly timeZoneAbbreviation: string
  /** The start as an instant, derived at write; tells the two passes of a repeated hour apart. */
  readonly startMs: number
  /** The end as an instant, derived at write. */
  readonly endMs: number
  /** What it costs. */
  readonly cost: StoredCost
  /** An address, or empty. */
  readonly website: string
  /** Whether to show a map. */
  readonly showMap: boolean
  /** Whether to show a link to a map. */
  readonly showMapLink: boolean
  /** Whether it is left out of every list. */
  readonly hidden: boolean
  /** Whether it sticks to the top of a day. */
  readonly sticky: boolean
  /** Whether it is featured. */
  readonly featured: boolean
  /** The id of the event that it belongs to; 0 when none. */
  readonly parentId: EntityId
  /** In the order given, without repeats. */
  readonly venueIds: readonly EntityId[]
  /** In the order given, without repeats. */
  readonly organizerIds: readonly EntityId[]
  /** Ascending, without repeats. */
  readonly categoryIds: readonly EntityId[]
  /** Ascending, without repeats. */
  readonly tagIds: readonly EntityId[]
}

/** A place on the earth, with the unit vector that distances are computed from. */
export interface StoredPoint {
  /** Degrees north, -90 to 90. */
  readonly lat: number
  /** Degrees east, -180 to 180. */
  readonly lng: number
  /** The unit vector's component towards 0°N 0°E. */
  readonly x: number
  /** The unit vector's component towards 0°N 90°E. */
  readonly y: number
  /** The unit vector's component towards the north pole. */
  readonly z: number
}

/** Where events take place. */
export interface VenueRecord extends PublishedRecord {
  /** Plain text. */
  readonly name: string
  /** The folded name; not unique. */
  readonly nameKey: string
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
  /** An address, or empty. */
  readonly website: string
  /** State or province, as given or derived from them. */
  readonly stateProvince: string
  /** Whether events linked to it show a map. */
  readonly showMap: boolean
  /** Whether events linked to it show a link to a map. */
  readonly showMapLink: boolean
  /** Its coordinates, or null. */
  readonly point: StoredPoint | null
}

/** Who holds events. */
export interface OrganizerRecord extends PublishedRecord {
  /** Plain text. */
  readonly name: string
  /** The folded name; not unique. */
  readonly nameKey: string
  /** Telephone number, as given. */
  readonly phone: string
  /** An address, or empty. */
  readonly website: string
  /** An e-mail address, or empty. */
  readonly email: string
}

/** The two taxonomies. */
export type Taxonomy = 'category' | 'tag'

/** A category or a tag. */
export interface TermRecord extends StoredRecord {
  /** Which of the two it is; slugs and names are unique within it. */
  readonly taxonomy: Taxonomy
  /** Plain text. */
  readonly name: string
  /** The folded name; unique by `(taxonomy, parentId, nameKey)`. */
  readonly nameKey: string
  /** Plain text or safe HTML. */
  readonly description: string
  /** Name, slug and description, folded. */
  readonly searchText: string
  /** The parent category; 0 for roots and for tags. */
  readonly parentId: EntityId
  /** All ancestors, from the root down to the parent; empty for roots and tags. Kept right by the core when a parent changes. */
  readonly ancestorIds: readonly EntityId[]
}

/** A record before the store has given it an id and a version. */
export type Draft<R extends StoredRecord> = Omit<R, 'id' | 'version'>
