/** An event of schema.org. */
export interface EventData {
  /** The vocabulary. */
  readonly '@context': 'https://schema.org'
  /** The type in the vocabulary. */
  readonly '@type': 'Event'
  /** Plain text. */
  readonly name: string
  /** A time with its offset from UTC; of an all-day event, a date. */
  readonly startDate: string
  /** As `startDate`; absent where the event has no length. */
  readonly endDate?: string
  /** Whether it takes place as announced. */
  readonly eventStatus: `https://schema.org/Event${'Scheduled' | 'Cancelled' | 'Postponed' | 'MovedOnline' | 'Rescheduled'}`
  /** The first announced start of an event that has moved. */
  readonly previousStartDate?: string
  /** Where people take part. */
  readonly eventAttendanceMode: `https://schema.org/${'Offline' | 'Online' | 'Mixed'}EventAttendanceMode`
  /** Its venues, and its page for those who take part online. */
  readonly location?: PlaceData | VirtualLocationData | readonly (PlaceData | VirtualLocationData)[]
  /** Plain text. */
  readonly description?: string
  /** Addresses of images. */
  readonly image?: readonly string[]
  /** The address of a web page. */
  readonly url?: string
  /** The web site of the event. */
  readonly sameAs?: string
  /** What it costs. */
  readonly offers?: OfferData
  /** Its organizers. */
  readonly organizer?: OrganizationData | readonly OrganizationData[]
  /** The names of its categories and tags. */
  readonly keywords?: string
  /** Its declared fields. */
  readonly additionalProperty?: readonly PropertyData[]
}

/** A repeating event of schema.org: the times are those of the dates to come. */
export interface EventSeriesData extends Omit<EventData, '@type'> {
  /** The type in the vocabulary. */
  readonly '@type': 'EventSeries'
  /** Its dates to come, without the description that all share. */
  readonly subEvent: readonly Omit<EventData, '@context' | 'description'>[]
}

/** A declared field with its value. */
export interface PropertyData {
  /** The type in the vocabulary. */
  readonly '@type': 'PropertyValue'
  /** The name of the field. */
  readonly name: string
  /** Lists and objects are JSON texts. */
  readonly value: string | number | boolean
}

/** A venue. */
export interface PlaceData {
  /** The type in the vocabulary. */
  readonly '@type': 'Place'
  /** Plain text. */
  readonly name: string
  /** Its postal address. */
  readonly address?: AddressData
  /** Its point, in degrees. */
  readonly geo?: { readonly '@type': 'GeoCoordinates'; readonly latitude: number; readonly longitude: number }
  /** In the form to display. */
  readonly telephone?: string
  /** The address of a web page. */
  readonly url?: string
  /** Its declared fields. */
  readonly additionalProperty?: readonly PropertyData[]
}

/** The address of a venue. */
export interface AddressData {
  /** The type in the vocabulary. */
  readonly '@type': 'PostalAddress'
  /** Street and number. */
  readonly streetAddress?: string
  /** The town. */
  readonly addressLocality?: string
  /** The state or province. */
  readonly addressRegion?: string
  /** The postal code. */
  readonly postalCode?: string
  /** The country. */
  readonly addressCountry?: string
}

/** An online location. */
export interface VirtualLocationData {
  /** The type in the vocabulary. */
  readonly '@type': 'VirtualLocation'
  /** The address where people take part. */
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
  /** The type in the vocabulary. */
  readonly '@type': 'Organization'
  /** Plain text. */
  readonly name: string
  /** In the form to display. */
  readonly telephone?: string
  /** The address of a web page. */
  readonly url?: string
}
