import type { EventData, PlaceData, VirtualLocationData } from './jsonld/data.ts'

/** A property that search engines expect and an event's data lacks. */
export interface JsonLdIssue {
  /** The property, such as `location.address`. */
  readonly property: string
  /** `required`: Google does not show the event; `recommended`: Google shows less of it. */
  readonly level: 'required' | 'recommended'
  /** A sentence for the person who writes the event. */
  readonly text: string
}

interface Rule extends JsonLdIssue {
  isMet(event: EventData): boolean
}

const locationsOf = ({ location }: EventData): readonly (PlaceData | VirtualLocationData)[] =>
  location === undefined ? [] : ([location].flat() as readonly (PlaceData | VirtualLocationData)[])

const placesOf = (event: EventData): readonly PlaceData[] => locationsOf(event).filter((location) => location['@type'] === 'Place')

/** The checks. Google recommends performers, too, but events have no such field. */
const rules: readonly Rule[] = [
  {
    property: 'location',
    level: 'required',
    text: 'It has no venue: Google shows only events that people attend in person.',
    isMet: (event) => placesOf(event).length > 0,
  },
  {
    property: 'location.address',
    level: 'required',
    text: 'A venue has no address.',
    isMet: (event) => placesOf(event).every(({ address }) => address !== undefined),
  },
  { property: 'endDate', level: 'recommended', text: 'It has no end.', isMet: ({ endDate }) => endDate !== undefined },
  { property: 'description', level: 'recommended', text: 'It has no description.', isMet: ({ description }) => description !== undefined },
  { property: 'image', level: 'recommended', text: 'It has no image.', isMet: ({ image }) => image !== undefined },
  {
    property: 'offers',
    level: 'recommended',
    text: 'It has no cost with an amount and a currency.',
    isMet: ({ offers }) => offers !== undefined,
  },
  { property: 'organizer', level: 'recommended', text: 'It has no organizer.', isMet: ({ organizer }) => organizer !== undefined },
  {
    property: 'organizer.url',
    level: 'recommended',
    text: 'An organizer has no web site.',
    isMet: ({ organizer }) => [organizer ?? []].flat(2).every((one) => 'url' in one),
  },
]

/**
 * Lists the properties that Google requires or recommends and that an event's data lacks, the required ones first.
 * @example
 * const event = await calendar.events.get('choir')
 * for (const { level, text } of lintJsonLd(toJsonLd(event))) console.warn(level, text)
 */
export const lintJsonLd = (event: EventData): readonly JsonLdIssue[] =>
  rules.filter((rule) => !rule.isMet(event)).map(({ property, level, text }) => ({ property, level, text }))
