import type { Calendar, EventListInput, TermListInput, VenueListInput } from '@kalends/core'

/** A list, with the exceptions that its statements may make. */
export interface ListCase {
  /** Its description. */
  readonly name: string
  /** Reads it. */
  readonly run: (calendar: Calendar) => Promise<{ readonly total: number }>
  /** The reason why its page may sort its matches. */
  readonly sorts?: string
  /** The reason why its page may scan a whole table. */
  readonly scans?: string
  /** The reason why its total may read all events or links. */
  readonly totalScans?: string
}

type Reasons = Pick<ListCase, 'sorts' | 'scans' | 'totalScans'>

const few = 'few events match, so they are sorted'
/** SQLite reads such a page in slices with a limited number of rows, and sorts a slice if it has several categories or statuses. */
const sliced = 'only a slice is sorted'
const allRead = 'the total reads every event that the rest of the filter matches'
const featuredFirst = 'PostgreSQL reads all featured events first if it expects few'
/** Few of the events of these tests lack a category or an organizer. */
const linksAtOnce = 'PostgreSQL reads all links at once if it expects few events without one'
const most = 'nearly all events match'
const changedFirst = 'up to 100,000 changed events are sorted, by an index that contains their starts'
const alongKey = 'the scan along the primary key stops when the page is full'

/** Includes every event, so that no window is small enough to be sorted. */
const whole: EventListInput = { startsFrom: '2000-01-01', startsUntil: '2100-01-01' }
/** Includes every event too, in a window with fewer quarters than a statement may have branches. */
const years: EventListInput = { startsFrom: '2020-01-01', startsUntil: '2030-12-31' }
const now = '2026-12-31 00:00:00'

const event = (name: string, input: EventListInput, reasons: Reasons = {}): ListCase => ({
  name,
  run: (calendar) => calendar.events.list(input),
  ...reasons,
})

/** Lists in both directions of an order, each with several filters. */
const ordered = (orderBy: NonNullable<EventListInput['orderBy']>): readonly ListCase[] =>
  (['asc', 'desc'] as const).flatMap((order) => [
    event(`by ${orderBy} ${order}`, { ...whole, orderBy, order }, orderBy === 'id' ? { scans: alongKey } : {}),
    event(`by ${orderBy} ${order}, eleven years`, { ...years, orderBy, order }, orderBy === 'id' ? { scans: alongKey } : {}),
    event(`by ${orderBy} ${order}, a month`, { startsFrom: '2027-01-01', startsUntil: '2027-01-31', orderBy, order }, { sorts: few }),
    event(`by ${orderBy} ${order}, a category`, { ...whole, categories: [1], orderBy, order }, orderBy === 'id' ? { scans: alongKey } : {}),
  ])

/** At least one case for each parameter of lists of events; a missing parameter is a type error. */
export const eventLists: Readonly<Record<Exclude<keyof EventListInput, 'page' | 'perPage' | 'order'>, readonly ListCase[]>> = {
  from: [
    event('from', { from: now }),
    event('from an instant', { from: '2026-12-31T00:00:00Z' }),
    event('from, by end', { from: now, orderBy: 'end' }, { sorts: few }),
    event('from, by instant', { from: now, orderBy: 'startInstant' }, { sorts: few, scans: 'PostgreSQL expects more of them than match' }),
    event('from, by publication', { from: now, orderBy: 'published' }, { sorts: few }),
    event('from, in a category', { from: now, categories: [1] }),
    event('from an instant, at venues', { from: '2026-12-31T00:00:00Z', venueIds: [7, 8] }, { sorts: few }),
    event('from, in a category, by title', { from: now, categories: [2], orderBy: 'title' }, { sorts: few }),
  ],
  to: [
    event('to', { to: now }),
    event('a month by overlap', { from: '2027-01-01', to: '2027-01-31' }),
    event('a month by overlap, backwards', { from: '2027-01-01', to: '2027-01-31', order: 'desc' }),
    event('a month by overlap, by title', { from: '2027-01-01', to: '2027-01-31', orderBy: 'title' }, { sorts: few }),
    event('a month by overlap, by instants', { from: '2027-01-01T00:00Z', to: '2027-01-31T23:59Z' }),
  ],
  startsFrom: [
    event('without a window', {}),
    event('two years', { startsFrom: 'today', startsUntil: '+2 years' }),
    event('everything', whole),
    event('a month of the past', { startsFrom: '2025-03-01', startsUntil: '2025-03-31' }),
    event('a window by instants', { startsFrom: '2024-01-01T00:00:00Z', startsUntil: '2029-01-01T00:00:00Z' }),
  ],
  startsUntil: [event('up to a day', { startsFrom: '2000-01-01', startsUntil: '2024-01-02' })],
  startsAfter: [event('startsAfter', { startsAfter: now }), event('startsAfter an instant', { startsAfter: '2026-12-31T00:00:00Z' })],
  startsBefore: [event('startsBefore', { startsBefore: now }), event('startsBefore an instant', { startsBefore: '2026-12-31T00:00:00Z' })],
  endsAfter: [
    event('endsAfter', { endsAfter: now }),
    event('endsAfter an instant', { endsAfter: '2026-12-31T00:00:00Z' }),
    event('running now', { startsBefore: now, endsAfter: now }),
    event('running now, by instants', { startsBefore: '2026-12-31T00:00:00Z', endsAfter: '2026-12-31T00:00:00Z' }),
    event('running events, in a window of starts', { startsAfter: '2000-01-01', endsAfter: now, startsBefore: now }),
    event('endsAfter, by publication', { endsAfter: now, orderBy: 'published' }, { sorts: few }),
    event('endsAfter, by the last change', { endsAfter: now, orderBy: 'updated' }),
    event('running now, by title', { startsBefore: now, endsAfter: now, orderBy: 'title' }, { sorts: few }),
  ],
  endsBefore: [event('endsBefore', { endsBefore: now }), event('endsBefore an instant', { endsBefore: '2026-12-31T00:00:00Z' })],
  search: [
    event('search', { ...whole, search: 'event' }, { totalScans: allRead }),
    event('search, a month', { startsFrom: '2027-01-01', startsUntil: '2027-01-31', search: 'none' }),
  ],
  categories: [
    event('a frequent category', { ...whole, categories: [1] }),
    event('a category with its descendants', { ...whole, categories: [2] }),
    event('any of three categories', { ...whole, categories: [3, 4, 5] }),
    event('a category and a tag', { ...whole, categories: [1], tags: [45] }),
    event(
      'a category, featured',
      { ...whole, categories: [1], featured: true },
      { scans: featuredFirst, totalScans: allRead, sorts: sliced },
    ),
  ],
  tags: [event('a tag', { ...whole, tags: [50] })],
  venueIds: [event('a venue', { ...whole, venueIds: 7 }), event('three venues', { ...whole, venueIds: [7, 8, 9] })],
  organizerIds: [event('an organizer', { ...whole, organizerIds: 7 })],
  afterId: [
    event('pages by afterId', { ...whole, afterId: 20_000, orderBy: 'id', order: 'asc' }),
    event('pages of a category by afterId', { ...whole, afterId: 20_000, categories: [1], orderBy: 'id', order: 'asc' }),
  ],
  featured: [
    event('featured', { ...whole, featured: true }),
    event('not featured', { ...whole, featured: false }, { totalScans: allRead }),
  ],
  status: [
    event('any status', { ...whole, status: 'any' }),
    event('drafts', { ...whole, status: 'draft' }),
    event('scheduled', { ...whole, status: 'future' }, { sorts: few }),
    event('any status, by title', { ...whole, status: 'any', orderBy: 'title' }, { sorts: sliced }),
  ],
  hasLocation: [
    event('with a place', { ...whole, hasLocation: true }, { totalScans: allRead }),
    event('without a place', { ...whole, hasLocation: false }, { totalScans: allRead }),
  ],
  hasImage: [
    event('with an image', { ...whole, hasImage: true }, { totalScans: allRead }),
    event('without an image', { ...whole, hasImage: false }, { totalScans: allRead }),
  ],
  hasDescription: [
    event('with a description', { ...whole, hasDescription: true }, { totalScans: allRead }),
    event('without a description', { ...whole, hasDescription: false }, { totalScans: allRead }),
  ],
  hasCategory: [
    event('with a category', { ...whole, hasCategory: true }, { totalScans: allRead }),
    event('without a category', { ...whole, hasCategory: false }, { sorts: few, scans: linksAtOnce, totalScans: allRead }),
  ],
  hasVenue: [
    event('with a venue', { ...whole, hasVenue: true }, { totalScans: allRead }),
    event('without a venue', { ...whole, hasVenue: false }, { totalScans: allRead }),
  ],
  hasOrganizer: [
    event('with an organizer', { ...whole, hasOrganizer: true }, { totalScans: allRead }),
    event('without an organizer', { ...whole, hasOrganizer: false }, { sorts: few, scans: linksAtOnce, totalScans: allRead }),
  ],
  near: [
    event('near a place', { ...whole, near: { lat: 47.37, lng: 6.61 } }),
    event('on a continent', { ...whole, near: { lat: 50, lng: 10, radiusKm: 5_000 } }, { totalScans: allRead }),
    event('in a region', { ...whole, near: { lat: 50, lng: 10, radiusKm: 200 } }),
  ],
  ids: [event('ids', { ids: [1, 2, 3, 500] }, { sorts: few })],
  uids: [event('uids', { uids: ['uid-3', 'uid-7', 'none', 500] }, { sorts: few }), event('a uid', { uids: 'uid-9' })],
  // The first series has the next id after the 30,000 single events.
  seriesIds: [
    event('the occurrences of a series', { ...whole, seriesIds: 30_001 }, { sorts: few }),
    event(
      'the occurrences of a series in a month',
      { startsFrom: '2027-01-01', startsUntil: '2027-01-31', seriesIds: 30_001 },
      { sorts: few },
    ),
  ],
  series: [
    event('the next occurrence of each series', { ...whole, series: 'next' }, { totalScans: allRead }),
    event('the next occurrence of each series, page 50', { ...whole, series: 'next', page: 50 }, { totalScans: allRead }),
    event('the next occurrence of each series without a window', { series: 'next' }, { totalScans: allRead }),
    event(
      'the next occurrence of each series in a category',
      { ...whole, series: 'next', categories: [1] },
      { totalScans: allRead, sorts: sliced },
    ),
    event('the next occurrence of each series by title', { ...whole, series: 'next', orderBy: 'title' }, { totalScans: allRead }),
    event('the next occurrence of each series with a word', { ...whole, series: 'next', search: 'event' }, { totalScans: allRead }),
  ],
  parentIds: [
    event('children', { ...whole, parentIds: 1 }, { sorts: few }),
    event('without a parent', { ...whole, parentIds: 0 }, { totalScans: allRead }),
  ],
  authorIds: [
    event('an author', { authorIds: '5' }),
    event('authors', { ...whole, authorIds: ['5', '6', '7'] }),
    event('an author by title', { ...whole, authorIds: '5', orderBy: 'title' }, { sorts: few }),
    event('an author, any status', { ...whole, authorIds: '5', status: 'any' }),
  ],
  updatedAfter: [
    event('changed lately', { ...whole, updatedAfter: '2026-12-30' }, { sorts: few }),
    event('changed lately, in order', { ...whole, updatedAfter: '2026-12-30', orderBy: 'updated' }),
    // The store checks whether more than 100,000 events have changed. PostgreSQL may scan the table for that, because half of its events have.
    event(
      'changed since long ago, in order',
      { ...whole, updatedAfter: '2024-06-01', orderBy: 'updated' },
      { scans: most, totalScans: most },
    ),
    event('changed lately, in order, ending later', { endsAfter: '1900-01-01', updatedAfter: '2026-12-30', orderBy: 'updated' }),
    event(
      'changed since long ago in a month',
      { startsFrom: '2025-03-01', startsUntil: '2025-03-31', updatedAfter: '2024-06-01' },
      { scans: most, sorts: changedFirst },
    ),
  ],
  fields: [
    event('a frequent word', { ...whole, fields: { word: 'often' } }),
    event('a rare word', { ...whole, fields: { word: 'rarely' } }, { sorts: few }),
    event('any of two words', { ...whole, fields: { word: ['often', 'rarely'] } }, { sorts: few }),
    event('a range of words', { ...whole, fields: { word: { gte: 'r', lte: 's' } } }, { sorts: few }),
    event('a word in a month', { startsFrom: '2027-01-01', startsUntil: '2027-01-31', fields: { word: 'often' } }, { sorts: few }),
  ],
  hidden: [
    event('hidden ones too', { ...whole, hidden: 'include' }),
    event('hidden ones too, any status', { ...whole, hidden: 'include', status: 'any' }),
    event('only hidden ones', { ...whole, hidden: 'only' }),
    event('hidden ones too, by title', { ...whole, hidden: 'include', orderBy: 'title' }, { sorts: sliced }),
  ],
  orderBy: [
    ...(['start', 'startInstant', 'end', 'title', 'published', 'updated', 'id'] as const).flatMap(ordered),
    event('page 100', { ...whole, page: 100 }),
    event('page 100 by title', { ...whole, page: 100, orderBy: 'title' }),
  ],
}

const profile = (kind: 'venues' | 'organizers', name: string, input: VenueListInput, reasons: Reasons = {}): ListCase => ({
  name: `${kind}: ${name}`,
  run: (calendar) => calendar[kind].list(input),
  ...reasons,
})

/** At least one case for each parameter of lists of venues and organizers. */
export const profileLists = (
  kind: 'venues' | 'organizers',
): Readonly<Record<Exclude<keyof VenueListInput, 'page' | 'perPage' | 'order'>, readonly ListCase[]>> => ({
  search: [profile(kind, 'search', { search: 'a' })],
  ids: [profile(kind, 'ids', { ids: [1, 2] })],
  uids: [profile(kind, 'uids', { uids: ['uid-3', 'none', 5] })],
  afterId: [profile(kind, 'pages by afterId', { afterId: 10, orderBy: 'id' })],
  event: [profile(kind, 'event', { event: 5 })],
  hasEvents: [profile(kind, 'hasEvents', { hasEvents: true }), profile(kind, 'has no events', { hasEvents: false })],
  onlyWithUpcoming: [profile(kind, 'onlyWithUpcoming', { onlyWithUpcoming: true })],
  status: [profile(kind, 'any status', { status: 'any' })],
  authorIds: [profile(kind, 'authorIds', { authorIds: '5' })],
  updatedAfter: [profile(kind, 'updatedAfter', { updatedAfter: '2026-12-30' })],
  fields: [profile(kind, 'a word', { fields: { word: 'rarely' } })],
  orderBy: (['published', 'name', 'updated', 'id'] as const).map((orderBy) => profile(kind, `by ${orderBy}`, { orderBy })),
})

const counts = 'every term has to be compared'

const term = (kind: 'categories' | 'tags', name: string, input: TermListInput, reasons: Reasons = {}): ListCase => ({
  name: `${kind}: ${name}`,
  run: (calendar) => calendar[kind].list(input),
  ...reasons,
})

/** At least one case for each parameter of lists of terms. */
export const termLists = (
  kind: 'categories' | 'tags',
): Readonly<Record<Exclude<keyof TermListInput, 'page' | 'perPage' | 'order'>, readonly ListCase[]>> => ({
  search: [term(kind, 'search', { search: 'a' })],
  ids: [term(kind, 'ids', { ids: [1, 2, 50] })],
  afterId: [term(kind, 'pages by afterId', { afterId: 10, orderBy: 'id' })],
  exclude: [term(kind, 'exclude', { exclude: [1, 2, 50] })],
  parentIds: kind === 'categories' ? [term(kind, 'parentIds', { parentIds: 1 })] : [],
  event: [term(kind, 'event', { event: 5 })],
  slug: [term(kind, 'slug', { slug: 'term-1' })],
  fields: [term(kind, 'a word', { fields: { word: 'rarely' } })],
  hasEvents: [term(kind, 'all', {}), term(kind, 'hasEvents', { hasEvents: true }), term(kind, 'has no events', { hasEvents: false })],
  orderBy: (['name', 'id', 'slug', 'count', 'description'] as const).map((orderBy) =>
    term(kind, `by ${orderBy}`, { orderBy }, orderBy === 'count' ? { sorts: counts } : {}),
  ),
})
