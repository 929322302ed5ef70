/** What the pages read of a category. */
export interface Category {
  /** Its number. */
  readonly id: number
  /** Plain text. */
  readonly name: string
  /** 0 for a root. */
  readonly parent: number
}

/** What the pages read of a venue. */
export interface Venue {
  /** Its number. */
  readonly id: number
  /** Its name, plain text. */
  readonly venue: string
  /** Street and number; empty when unknown. */
  readonly address: string
  /** Empty when unknown. */
  readonly city: string
}

/** What the pages read of an organizer. */
export interface Organizer {
  /** Its number. */
  readonly id: number
  /** The name, plain text. */
  readonly organizer: string
  /** An address; empty when there is none. */
  readonly email: string
}

/** What the pages read of a series, on itself and on each of its dates. */
export interface Recurrence {
  /** The number of the series. */
  readonly series: number
  /** The original start of this date, as wall time; empty on the series itself. */
  readonly id: string
  /** The rule (RRULE of RFC 5545) in canonical form; empty for listed dates alone. */
  readonly rule: string
  /** Dates besides those of the rule. */
  readonly dates: readonly string[]
  /** Excluded dates. */
  readonly except: readonly string[]
}

/** What the pages read of an event, by the names of the interface. */
export interface EventBody {
  /** Its number. */
  readonly id: number
  /** Plain text. */
  readonly title: string
  /** Its name in addresses. */
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
  /** HTML that was made safe when it was written. */
  readonly description: string
  /** Whether it is a range of whole days. */
  readonly all_day: boolean
  /** Wall time in its zone, `YYYY-MM-DD HH:MM:SS`. */
  readonly start_date: string
  /** Wall time in its zone. */
  readonly end_date: string
  /** The start in UTC. */
  readonly utc_start_date: string
  /** The end in UTC. */
  readonly utc_end_date: string
  /** Where its clocks are. */
  readonly timezone: string
  /** As text. */
  readonly cost: string
  /** An http or https address; empty when there is none. */
  readonly website: string
  /** By name. */
  readonly categories: readonly Category[]
  /** By name. */
  readonly tags: readonly { readonly name: string }[]
  /** A list, but one venue stands alone. */
  readonly venue: Venue | readonly Venue[]
  /** In the order given. */
  readonly organizer: readonly Organizer[]
}

/** The venues of an event, as a list. */
export const venuesOf = ({ venue }: Pick<EventBody, 'venue'>): readonly Venue[] => [venue].flat()

/** What an event that is not simply published is called. */
export const statusNames: Readonly<Record<string, string>> = {
  draft: 'Draft',
  pending: 'Pending',
  private: 'Private',
  future: 'Not yet published',
}

/** What an event that does not take place as announced is called. */
const eventStatusNames: Readonly<Record<string, string>> = {
  cancelled: 'Cancelled',
  postponed: 'Postponed',
  moved_online: 'Moved online',
}

/** The words before the title of an event that is not simply published and scheduled. */
export const remarksOn = ({ status, event_status }: { readonly status: string; readonly event_status: string }): readonly string[] =>
  [statusNames[status], eventStatusNames[event_status]].filter((name) => name !== undefined)
