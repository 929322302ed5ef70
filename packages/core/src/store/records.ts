/** An integer that the store's engine assigns to a record and never reuses. */
export type EntityId = number

/**
 * The stored statuses. Views show `publish` with a `publishedMs` in the future as `future`. A hidden occurrence that is deleted
 * stays as one with `deleted`, which no caller can read. To viewers who could not read it before, its series stays the same, also after later
 * writes.
 */
export type StoredStatus = 'publish' | 'draft' | 'pending' | 'private' | 'trash' | 'deleted'

/** A value that JSON can express. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [name: string]: JsonValue }

/** The values of the fields that the host declares, with the keys by which filters find them. */
export interface StoredFields {
  /** The values by the names of the fields; a field without a value is left out. The values are stored as JSON, and returned equal to it. */
  readonly values: { readonly [name: string]: JsonValue }
  /** The keys of the fields with a filter, by name: texts of 1 to 201 code points, each once, sorted and compared by code point. */
  readonly keys: { readonly [name: string]: readonly string[] }
}

/** The members of every stored record. */
export interface StoredRecord {
  /** Assigned by the store at insert. */
  readonly id: EntityId
  /** 1 at insert; the store increments it at each update. */
  readonly version: number
  /** Unique among records of its kind (terms: of its taxonomy), compared by code point; at most 255 code points. */
  readonly slug: string
  /** The instant of its creation. */
  readonly createdMs: number
  /** The instant of its last change. */
  readonly updatedMs: number
  /** `updatedMs` as wall time in the calendar's zone, `YYYY-MM-DDTHH:mm:ss`. */
  readonly updatedLocal: string
  /** The values of the fields that the host declares. */
  readonly fields: StoredFields
}

/** The shared members of events, venues and organizers: author, status and publication date. */
export interface PublishedRecord extends StoredRecord {
  /**
   * The identity that the record keeps across systems, such as the UID of RFC 5545; empty without one. Unique among records of its kind
   * unless empty, in the trash too, compared by code point; at most 255 code points.
   */
  readonly uid: string
  /** The host's id of the author; empty without one. At most 255 code points, compared by code point. */
  readonly authorId: string
  /** The stored status. */
  readonly status: StoredStatus
  /** The status before the trash; null outside of it. */
  readonly statusBeforeTrash: StoredStatus | null
  /** The publication time as an instant. */
  readonly publishedMs: number
  /** The publication time as wall time in the calendar's zone, `YYYY-MM-DDTHH:mm:ss`. */
  readonly publishedLocal: string
  /** HTML, made safe before it is stored. */
  readonly description: string
  /** HTML, made safe before it is stored. */
  readonly excerpt: string
  /** A media id of the host (number), an address (text), or null. */
  readonly image: number | string | null
  /** Title and texts, folded (text/fold.ts), fields separated by LF; `textAll` searches it. */
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
  /** The position of the symbol. */
  readonly currencyPosition: 'prefix' | 'postfix'
  /** The amounts in the text, each once: decimal point, ascending; at most 1,000,000,000,000, with at most 4 decimals. */
  readonly values: readonly string[]
}

/** Whether an event takes place as announced. It is separate from the publication status, and hides nothing. */
export type EventStatus = 'scheduled' | 'cancelled' | 'postponed' | 'movedOnline'

/** Where people attend an event: at its venue, online, or in either way. */
export type Attendance = 'offline' | 'online' | 'mixed'

/** When an event takes place. */
export interface EventTimes {
  /** Whether it is a range of whole days. */
  readonly allDay: boolean
  /** Wall time in `timeZone`, `YYYY-MM-DDTHH:mm:ss`: authoritative, together with the zone. In a series, clocks may skip it. */
  readonly startLocal: string
  /** Wall time in `timeZone`, `YYYY-MM-DDTHH:mm:ss`. */
  readonly endLocal: string
  /** An IANA name in canonical spelling, `UTC` or `±HH:MM`. */
  readonly timeZone: string
  /** The zone's abbreviation at the start, such as `CET`. */
  readonly timeZoneAbbreviation: string
  /** The start as an instant, derived at write; distinguishes the two passes of a repeated hour. */
  readonly startMs: number
  /** The end as an instant, derived at write. */
  readonly endMs: number
}

/** Whether an event stands alone, repeats, or is one date of an event that repeats. */
export type EventRole = 'single' | 'series' | 'occurrence'

/** How a series repeats. */
export interface StoredRecurrence {
  /** The rule of RFC 5545 in canonical form, without `RRULE:` and with UNTIL as local time; empty for a series with listed dates only. */
  readonly rule: string
  /** The dates beside those of the rule: keys of occurrences, ascending, each once. */
  readonly dates: readonly string[]
  /** The excluded dates: keys of occurrences, ascending, each once. */
  readonly except: readonly string[]
}

/** The members of an event that follow from others, or that no occurrence has of its own. */
export type NeverOverridden =
  | Exclude<keyof StoredRecord, 'fields'>
  | keyof SeriesMembers
  | 'uid'
  | 'statusBeforeTrash'
  | 'publishedLocal'
  | 'searchText'
  | 'titleKey'
  | 'previousStartLocal'
  | 'previousStartMs'

/** A member that an occurrence may have of its own. `times` stands for all of its times, `publishedMs` for the whole publication date. */
export type OverridableField = Exclude<keyof EventRecord, NeverOverridden>

/** The members of events that repeat; a single event has `singleEvent`. */
export interface SeriesMembers {
  /** Whether the event stands alone, repeats, or is one date of an event that repeats. */
  readonly role: EventRole
  /** The id of an occurrence's series; 0 for other events. */
  readonly seriesId: EntityId
  /**
   * Identifies an occurrence within its series, where it is unique: its original start as wall time in the series' zone,
   * `YYYY-MM-DDTHH:mm:ss` (the recurrenceId of RFC 8984, section 4.3.1). Moving an occurrence keeps it. Empty for other events.
   */
  readonly occurrenceKey: string
  /**
   * The members that an occurrence has of its own, sorted, each once; the others equal those of its series. Empty for other events. In the
   * trash, `status` is among them if the occurrence was put there by itself: then it stays there when its series is restored.
   */
  readonly overridden: readonly OverridableField[]
  /** How a series repeats; for an occurrence that of its series; null for a single event. */
  readonly recurrence: StoredRecurrence | null
  /**
   * All occurrences of a series with keys before this wall time, `YYYY-MM-DDTHH:mm:ss`, are stored; empty if all of them are, and for
   * single events. For an occurrence that of its series.
   */
  readonly extendedTo: string
}

/**
 * One event is one aggregate: the record contains its links.
 *
 * An occurrence reads `uid`, `recurrence` and `extendedTo` from its series, and also those of `description`, `excerpt`, `image`, `cost`,
 * `website` and `fields` that are not overridden; `searchText` too, unless `title`, `excerpt` or `description` is overridden. A store may store them
 * with the series alone; `inheritFrom` has the rule. The core writes an occurrence with the values of its series.
 */
export interface EventRecord extends PublishedRecord, SeriesMembers {
  /** Plain text. */
  readonly title: string
  /** The folded title, for order by title. */
  readonly titleKey: string
  /** When it takes place. */
  readonly times: EventTimes
  /** The cost. */
  readonly cost: StoredCost
  /** An address, or empty. */
  readonly website: string
  /** Whether to show a map. */
  readonly showMap: boolean
  /** Whether to show a link to a map. */
  readonly showMapLink: boolean
  /** Whether lists leave it out, unless they ask for hidden events. */
  readonly hidden: boolean
  /** Whether it is shown above the others of its day. */
  readonly sticky: boolean
  /** Whether it is featured. */
  readonly featured: boolean
  /** Whether it takes place as announced. */
  readonly eventStatus: EventStatus
  /** Why it does not take place as announced, or empty. */
  readonly eventStatusReason: string
  /** Where people attend it. */
  readonly attendance: Attendance
  /** The address at which people attend online, or empty. */
  readonly onlineUrl: string
  /** The first announced start, if the event has moved: wall time in `timeZone`, `YYYY-MM-DDTHH:mm:ss`; empty otherwise. */
  readonly previousStartLocal: string
  /** The first announced start as an instant; null where `previousStartLocal` is empty. Distinguishes the two passes of a repeated hour. */
  readonly previousStartMs: number | null
  /** The id of the parent event; 0 without one. */
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

/** A place where events happen. */
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
  /** Whether writes that would make events overlap there are refused. */
  readonly exclusive: boolean
  /** Its coordinates, or null. */
  readonly point: StoredPoint | null
}

/** A person or group that organizes events. */
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

/** The two taxonomies of terms. */
export type Taxonomy = 'category' | 'tag'

/** A category or a tag. */
export interface TermRecord extends StoredRecord {
  /** Its taxonomy; slugs and names are unique within it. */
  readonly taxonomy: Taxonomy
  /** Plain text. */
  readonly name: string
  /** The folded name; unique by `(taxonomy, parentId, nameKey)`. */
  readonly nameKey: string
  /** Whether everybody may know it: a call of its own has made or changed it. Other terms are known with the events that have them. */
  readonly known: boolean
  /** Plain text or safe HTML. */
  readonly description: string
  /** Name, slug and description, folded. */
  readonly searchText: string
  /** The parent category; 0 for roots and for tags. */
  readonly parentId: EntityId
  /** All ancestors, from the root down to the parent; empty for roots and tags. The core updates it when a parent changes. */
  readonly ancestorIds: readonly EntityId[]
}

/** A record before the store has assigned an id and a version. */
export type Draft<R extends StoredRecord> = Omit<R, 'id' | 'version'>
