/** A venue of a listed event, with the names of the REST interface. */
export interface ListedVenue {
  /** Its name. */
  readonly venue?: string | undefined
  /** Its address. */
  readonly address?: string | undefined
  /** Its postal code. */
  readonly zip?: string | undefined
  /** Its city. */
  readonly city?: string | undefined
  /** Its country. */
  readonly country?: string | undefined
}

/** An event as the REST interface sends it: the members that a list shows. Times are `YYYY-MM-DD HH:MM:SS`. */
export interface ListedEvent {
  /** Its id. */
  readonly id: number
  /** Its title, a plain text. */
  readonly title: string
  /** When it starts, in its own time zone. */
  readonly start_date: string
  /** When it ends, in its own time zone. */
  readonly end_date: string
  /** When it starts, in UTC. */
  readonly utc_start_date: string
  /** When it ends, in UTC. */
  readonly utc_end_date: string
  /** Its time zone, such as `Europe/Berlin`. */
  readonly timezone: string
  /** The abbreviation of its time zone at its start, such as `CEST`. */
  readonly timezone_abbr?: string | undefined
  /** Whether it takes whole days. */
  readonly all_day?: boolean | undefined
  /** The address of its page; that of the interface where it has none. */
  readonly url?: string | undefined
  /** Its address in the interface. */
  readonly rest_url?: string | undefined
  /** The address of its website. */
  readonly website?: string | undefined
  /** A short description, in HTML. */
  readonly excerpt?: string | undefined
  /** The description, in HTML. */
  readonly description?: string | undefined
  /** `scheduled`, `cancelled`, `postponed` or `moved_online`. */
  readonly event_status?: string | undefined
  /** Why it does not take place as announced, a plain text. */
  readonly event_status_reason?: string | undefined
  /** The address at which people attend online. */
  readonly online_url?: string | undefined
  /** Its venue; a list where it has none or several. */
  readonly venue?: ListedVenue | readonly ListedVenue[] | undefined
  /** How it repeats, with the id of its series; null for a single event. */
  readonly recurrence?: { readonly series?: number | undefined } | null | undefined
}

/** The venues at which an event takes place, each with its texts. One that has moved online takes place at none. */
export const placesOf = ({ venue = [], event_status }: ListedEvent, members: readonly (keyof ListedVenue)[]): readonly string[] =>
  event_status === 'moved_online' ? [] : [venue].flat().map((one) => members.flatMap((member) => one[member] || []).join(', '))

/** The page of an event for people, or its website; empty where it has neither. The address of the interface is for programs. */
export const pageOf = ({ url, rest_url, website }: ListedEvent): string => (url && url !== rest_url ? url : (website ?? ''))
