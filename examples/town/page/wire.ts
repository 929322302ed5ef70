/** The members of a category that the pages read. */
export interface Category {
  /** Its id. */
  readonly id: number
  /** Plain text. */
  readonly name: string
  /** 0 for a root. */
  readonly parent: number
}

/** The members of a venue that the pages read. */
export interface Venue {
  /** Its id. */
  readonly id: number
  /** Its name, plain text. */
  readonly venue: string
  /** Street and number; empty when unknown. */
  readonly address: string
  /** Empty when unknown. */
  readonly city: string
}

/** The members of an organizer that the pages read. */
export interface Organizer {
  /** Its id. */
  readonly id: number
  /** The name, plain text. */
  readonly organizer: string
  /** An address; empty when there is none. */
  readonly email: string
}

/** The members of a recurrence that the pages read, of a series and of each of its occurrences. */
export interface Recurrence {
  /** The id of the series. */
  readonly series: number
  /** The original start of this occurrence, as local time; empty on the series itself. */
  readonly id: string
  /** The rule (RRULE of RFC 5545) in canonical form; empty for a series with listed dates only. */
  readonly rule: string
  /** Dates besides those of the rule. */
  readonly dates: readonly string[]
  /** Excluded dates. */
  readonly except: readonly string[]
}

/** The members of an event that the pages read, by the names of the interface. */
export interface EventBody {
  /** Its id. */
  readonly id: number
  /** Plain text. */
  readonly title: string
  /** Its name in URLs. */
  readonly slug: string
  /** Such as `publish` or `draft`. */
  readonly status: string
  /** `scheduled`, `cancelled`, `postponed` or `moved_online`. */
  readonly event_status: string
  /** `offline`, `online` or `mixed`. */
  readonly attendance_mode: string
  /** Where people attend online; empty when there is no such address. */
  readonly online_url: string
  /** How it repeats; null for a single event. */
  readonly recurrence: Recurrence | null
  /** HTML that was sanitized when it was written. */
  readonly description: string
  /** Whether it is a range of whole days. */
  readonly all_day: boolean
  /** Local time in its zone, `YYYY-MM-DD HH:MM:SS`. */
  readonly start_date: string
  /** Local time in its zone. */
  readonly end_date: string
  /** The start in UTC. */
  readonly utc_start_date: string
  /** The end in UTC. */
  readonly utc_end_date: string
  /** Its time zone. */
  readonly timezone: string
  /** As text. */
  readonly cost: string
  /** An http or https address; empty when there is none. */
  readonly website: string
  /** By name. */
  readonly categories: readonly Category[]
  /** By name. */
  readonly tags: readonly { readonly name: string }[]
  /** A list of venues; an object for a single venue. */
  readonly venue: Venue | readonly Venue[]
  /** In the order given. */
  readonly organizer: readonly Organizer[]
  /** The fields that the service declares. */
  readonly custom_fields: {
    /** For whom it is: `beginner` or `pro`. */
    readonly level?: string
    /** How many people can take part. */
    readonly seats?: number
  }
}

/** The venues of an event, as a list. */
export const venuesOf = ({ venue }: Pick<EventBody, 'venue'>): readonly Venue[] => [venue].flat()

/** For whom an event is. */
export const levelNames: Readonly<Record<string, string>> = { beginner: 'Beginners', pro: 'Professionals' }

/** The remarks on events with a status other than `publish`. */
export const statusNames: Readonly<Record<string, string>> = {
  draft: 'Draft',
  pending: 'Pending',
  private: 'Private',
  future: 'Not yet published',
}

/** The remarks on events that do not take place as announced. */
const eventStatusNames: Readonly<Record<string, string>> = {
  cancelled: 'Cancelled',
  postponed: 'Postponed',
  moved_online: 'Moved online',
}

/** The remarks on an event by its two statuses; none for a published event that takes place as announced. */
export const remarksOn = ({ status, event_status }: { readonly status: string; readonly event_status: string }): readonly string[] =>
  [statusNames[status], eventStatusNames[event_status]].filter((name) => name !== undefined)
