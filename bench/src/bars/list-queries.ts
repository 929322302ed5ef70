import type { Calendar } from '@kalends/core'
import { frequentWord, rareWord } from '../data/texts.ts'

/** A list request. */
export interface ListQuery {
  /** Its name in tables. */
  readonly name: string
  /** The reason why it may take longer than other lists. */
  readonly slowBecause?: 'search' | 'deep page'
  run(calendar: Calendar): Promise<unknown>
}

type EventListInput = Parameters<Calendar['events']['list']>[0]

/** The default window of lists over HTTP. */
const window: EventListInput = { startsFrom: 'today', startsUntil: '+2 years' }

const events = (name: string, input: EventListInput, slowBecause?: ListQuery['slowBecause']): ListQuery =>
  bounded(name, { ...window, ...input }, slowBecause)

const bounded = (name: string, input: EventListInput, slowBecause?: ListQuery['slowBecause']): ListQuery => ({
  name: `events, ${name}`,
  ...(slowBecause && { slowBecause }),
  run: (calendar) => calendar.events.list(input),
})

/** The most common list: 35 events from today on. */
export const windowQuery = events('default window', {})

/** The list of events that are running or begin later. */
export const runningQuery = bounded('`ends_after`: still running', { endsAfter: '2026-06-01 12:00:00', startsBefore: '2028-06-02' })

/** The page by start for comparison with {@link runningQuery}. */
export const startingQuery = bounded('`starts_after`', { startsAfter: '2026-06-01 12:00:00', startsBefore: '2028-06-02' })

/** A frequent category. */
export const categoryQuery = events('`categories`: a frequent one', { categories: [1] })

/** Any of three categories, neither frequent nor rare. */
export const categoriesQuery = events('`categories`: any of three', { categories: [8, 10, 12] })

/** The search for a frequent word. */
export const frequentQuery = events('`search`: a frequent word', { search: frequentWord }, 'search')

/** The search for a rare word. */
export const rareQuery = events('`search`: a rare word', { search: rareWord }, 'search')

/** The thousandth page. */
export const deepQuery = events('page 1000', { page: 1_000 }, 'deep page')

/** Lists of events, a query for each parameter that a store handles differently. */
const eventQueries: readonly ListQuery[] = [
  windowQuery,
  bounded('`window=all`', {}),
  bounded('`from`: running and coming', { from: 'now' }),
  bounded('`from`, `categories`: running and coming, of a frequent one', { from: 'now', categories: [1] }),
  bounded('`from`, `to`: a month', { from: '2026-07-01', to: '2026-07-31' }),
  bounded('`from`, `to`: a month of the past', { from: '2025-03-01', to: '2025-03-31' }),
  events('`start_date`, `end_date`: a month of the past', { startsFrom: '2025-03-01', startsUntil: '2025-03-31' }),
  startingQuery,
  runningQuery,
  frequentQuery,
  rareQuery,
  categoryQuery,
  events('`categories`: a rare one', { categories: [20] }),
  categoriesQuery,
  events('`tags`: a frequent one', { tags: ['tag-1'] }),
  events('`venue`', { venueIds: 5 }),
  events('`organizer`', { organizerIds: 5 }),
  events('`featured`', { featured: true }),
  events('`geoloc`', { hasLocation: true }),
  events('`geoloc_lat`, `geoloc_lng`: 100 km', { near: { lat: 48.2, lng: 16.4, radiusKm: 100 } }),
  events('`include`: 35 ids', { ids: Array.from({ length: 35 }, (_, index) => 1 + index * 20) }),
  events('`post_parent`', { parentIds: 0 }),
  events('`orderby=title`', { orderBy: 'title' }),
  events('`orderby=end_date`', { orderBy: 'end' }),
  events('`orderby=utc_start_date`', { orderBy: 'startInstant' }),
  events('`orderby=date`', { orderBy: 'published' }),
  events('`orderby=modified`', { orderBy: 'updated' }),
  events('`orderby=id`', { orderBy: 'id' }),
  events('`order=desc`', { order: 'desc' }),
  deepQuery,
]

const profiles = (kind: 'venues' | 'organizers'): readonly ListQuery[] => [
  { name: kind, run: (calendar) => calendar[kind].list({}) },
  { name: `${kind}, \`search\``, slowBecause: 'search', run: (calendar) => calendar[kind].list({ search: 'choir' }) },
  { name: `${kind}, \`has_events\``, run: (calendar) => calendar[kind].list({ hasEvents: true }) },
  { name: `${kind}, \`only_with_upcoming\``, run: (calendar) => calendar[kind].list({ onlyWithUpcoming: true }) },
  { name: `${kind}, \`event\``, run: (calendar) => calendar[kind].list({ event: 1 }) },
]

const terms = (kind: 'categories' | 'tags'): readonly ListQuery[] => [
  { name: kind, run: (calendar) => calendar[kind].list({ hasEvents: true }) },
  { name: `${kind}, \`hide_empty=false\``, run: (calendar) => calendar[kind].list() },
  { name: `${kind}, \`orderby=count\``, run: (calendar) => calendar[kind].list({ orderBy: 'count' }) },
  { name: `${kind}, \`event\``, run: (calendar) => calendar[kind].list({ event: 1 }) },
]

/** All lists. */
export const listQueries: readonly ListQuery[] = [
  ...eventQueries,
  ...profiles('venues'),
  ...profiles('organizers'),
  ...terms('categories'),
  ...terms('tags'),
]
