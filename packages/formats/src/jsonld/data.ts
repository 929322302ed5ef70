/** An event of schema.org. */
export interface EventData {
  readonly '@context': 'https://schema.org'
  readonly '@type': 'Event'
  readonly name: string
  /** A time with its offset from UTC; of an all-day event, a date. */
  readonly startDate: string
  /** As `startDate`; absent where the event has no length. */
  readonly endDate?: string
  readonly eventStatus: `https://schema.org/Event${'Scheduled' | 'Cancelled' | 'Postponed' | 'MovedOnline' | 'Rescheduled'}`
  /** The first announced start of an event that has moved. */
  readonly previousStartDate?: string
  readonly eventAttendanceMode: `https://schema.org/${'Offline' | 'Online' | 'Mixed'}EventAttendanceMode`
  readonly location?: PlaceData | VirtualLocationData | readonly (PlaceData | VirtualLocationData)[]
  /** Plain text. */
  readonly description?: string
  readonly image?: readonly string[]
  readonly url?: string
  /** The web site of the event. */
  readonly sameAs?: string
  readonly offers?: OfferData
  readonly organizer?: OrganizationData | readonly OrganizationData[]
  /** The names of its categories and tags. */
  readonly keywords?: string
}

/** A venue. */
export interface PlaceData {
  readonly '@type': 'Place'
  readonly name: string
  readonly address?: AddressData
  readonly geo?: { readonly '@type': 'GeoCoordinates'; readonly latitude: number; readonly longitude: number }
  readonly telephone?: string
  readonly url?: string
}

/** The address of a venue. */
export interface AddressData {
  readonly '@type': 'PostalAddress'
  readonly streetAddress?: string
  readonly addressLocality?: string
  readonly addressRegion?: string
  readonly postalCode?: string
  readonly addressCountry?: string
}

/** A place in the web. */
export interface VirtualLocationData {
  readonly '@type': 'VirtualLocation'
  readonly url: string
}

/** What an event costs: one amount, or a range of amounts. */
export type OfferData =
  | { readonly '@type': 'Offer'; readonly price: string; readonly priceCurrency: string; readonly url?: string }
  | {
      readonly '@type': 'AggregateOffer'
      readonly lowPrice: string
      readonly highPrice: string
      readonly priceCurrency: string
      readonly url?: string
    }

/** An organizer. */
export interface OrganizationData {
  readonly '@type': 'Organization'
  readonly name: string
  readonly telephone?: string
  readonly url?: string
}
