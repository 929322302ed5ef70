/** What the pages read of a category. */
export interface Category {
  readonly id: number
  readonly name: string
  /** 0 for a root. */
  readonly parent: number
}

/** What the pages read of a venue. */
export interface Venue {
  readonly id: number
  readonly venue: string
  readonly address: string
  readonly city: string
}

/** What the pages read of an organizer. */
export interface Organizer {
  readonly id: number
  readonly organizer: string
  readonly email: string
  readonly website: string
}

/** What the pages read of an event, by the names of the interface. */
export interface EventBody {
  readonly id: number
  readonly title: string
  readonly slug: string
  readonly url: string
  readonly status: string
  /** HTML that was made safe when it was written. */
  readonly description: string
  readonly all_day: boolean
  readonly start_date: string
  readonly end_date: string
  readonly utc_start_date: string
  readonly utc_end_date: string
  readonly timezone: string
  readonly cost: string
  readonly website: string
  readonly categories: readonly Category[]
  readonly tags: readonly { readonly name: string }[]
  /** A list, but one venue stands alone. */
  readonly venue: Venue | readonly Venue[]
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
