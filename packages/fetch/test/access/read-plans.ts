import fc from 'fast-check'
import type { WorldIds } from './worlds.ts'

/** One read request, to be sent in both worlds. */
export interface ReadPlan {
  readonly method: 'GET' | 'HEAD'
  /** The path below the namespace. */
  path(ids: WorldIds): string
  /** Whether the read is repeated with the entity tag of its first response. */
  readonly isRepeated: boolean
}

type Parameter = fc.Arbitrary<(ids: WorldIds) => string>

const plain = (...texts: readonly string[]): Parameter => fc.constantFrom(...texts).map((text) => () => text)
const idOf = (collection: keyof WorldIds): Parameter =>
  fc.nat(collection === 'events' ? 11 : 6).map((place) => (ids) => String(ids[collection][place] ?? 9_999_999))
const idsOf = (collection: keyof WorldIds): Parameter =>
  fc.array(idOf(collection), { minLength: 1, maxLength: 3 }).map((some) => (ids) => some.map((one) => one(ids)).join(','))

const paging = { page: plain('1', '1', '2', '3', '0'), per_page: plain('1', '2', '3', '50') }
const status = plain('any', 'publish', 'draft', 'trash', 'future', 'private,pending', 'any,trash', 'odd')

const eventFilters: Readonly<Record<string, Parameter>> = {
  ...paging,
  status,
  from: plain('2020-01-01', '2026-03-10 10:00', '2026-03-29T01:00:00Z', 'now', 'today'),
  to: plain('2026-03-10', '2026-03-10 10:30', 'now', '+2 weeks'),
  window: plain('all', 'odd'),
  starts_after: plain('2020-01-01', '22 hours', 'now', 'today', '-6 years'),
  ends_after: plain('2020-01-01', '2026-04-30', 'now'),
  search: plain('alpha', 'about', '"event beta"'),
  categories: fc.oneof(plain('music', 'jazz', 'sport,jazz', 'secret-music', 'hidden-seven', 'above'), idsOf('categories')),
  tags: fc.oneof(plain('free', 'new', 'silent-music', 'silent'), idsOf('tags')),
  venue: idsOf('venues'),
  organizer: idsOf('organizers'),
  include: idsOf('events'),
  series: idsOf('events'),
  recurring: plain('all', 'next'),
  post_parent: idOf('events'),
  featured: plain('true', 'false'),
  geoloc: plain('true', 'false'),
  has_image: plain('true', 'false'),
  has_venue: plain('true', 'false'),
  has_organizer: plain('true', 'false'),
  has_category: plain('true', 'false'),
  has_description: plain('true', 'false'),
  geoloc_lat: plain('1'),
  geoloc_lng: plain('1'),
  author: plain('5', '6', '5,6', '7'),
  modified_after: plain('2020-01-01', 'now', '2026-03-04 12:00:00'),
  hidden: plain('include', 'only', 'exclude', 'odd'),
  orderby: plain('title', 'date', 'modified', 'id'),
  order: plain('asc', 'desc'),
}
const profileFilters: Readonly<Record<string, Parameter>> = {
  ...paging,
  status,
  search: plain('alpha', 'venue'),
  event: idOf('events'),
  has_events: plain('true', 'false'),
  only_with_upcoming: plain('true'),
  author: plain('5', '6', '5,6', '7'),
  modified_after: plain('2020-01-01', 'now'),
  orderby: plain('name', 'date', 'id'),
}
const termFilters: Readonly<Record<string, Parameter>> = {
  ...paging,
  hide_empty: plain('true', 'false'),
  post: idOf('events'),
  orderby: plain('count', 'name', 'id'),
  order: plain('asc', 'desc'),
  search: plain('s', 'secret', 'seven'),
  include: idsOf('categories'),
  slug: plain('music', 'secret-music', 'silent-seven'),
}

const listPath = (path: string, filters: Readonly<Record<string, Parameter>>): Parameter =>
  fc
    .subarray(Object.entries(filters), { maxLength: 4 })
    .chain((some) => fc.tuple(...some.map(([name, value]) => value.map((toText) => [name, toText] as const))))
    .map((some) => (ids) => `${path}?${some.map(([name, toText]) => `${name}=${encodeURIComponent(toText(ids))}`).join('&')}`)

const itemPath = (collection: 'events' | 'venues' | 'organizers' | 'categories' | 'tags'): Parameter =>
  idOf(collection).map((toId) => (ids) => `/${collection}/${toId(ids)}`)

const slugPath = (collection: 'events' | 'venues' | 'organizers'): Parameter =>
  fc.tuple(fc.nat(4), fc.constantFrom('', '-alpha', '-beta', '-gamma', '__trashed', '-alpha__trashed')).map(
    ([place, end]) =>
      () =>
        `/${collection}/by-slug/${collection.charAt(0)}${place}${end}`,
  )

const seriesSlug = plain('/events/by-slug/s0', '/events/by-slug/s0-2026-03-10', '/events/by-slug/s0-2026-03-03')

const formatPath: Parameter = fc.constantFrom('ics', 'jsonld', 'geojson', 'csv', 'rss', 'atom', 'feedjson').chain((extension) =>
  fc.oneof(
    listPath(`/events.${extension}`, eventFilters),
    fc.oneof(itemPath('events'), slugPath('events'), seriesSlug).map((toPath) => (ids: WorldIds) => `${toPath(ids)}.${extension}`),
  ),
)

const facet = plain('day', 'month', 'category', 'tag', 'venue', 'organizer', 'category,month', 'venue,day')
const countsPath: Parameter = fc.tuple(facet, listPath('/events/counts', eventFilters)).map(
  ([by, toList]) =>
    (ids) =>
      `${toList(ids)}&by=${by(ids)}`,
)

const busyPath: Parameter = fc
  .tuple(idsOf('venues'), fc.constantFrom('start=2025-05-01&end=2026-04-30', 'start=2026-03-10&end=2026-03-10 10:30'))
  .map(
    ([venues, window]) =>
      (ids) =>
        `/free-busy?venue=${venues(ids)}&${window}`,
  )

const path: Parameter = fc.oneof(
  { weight: 3, arbitrary: countsPath },
  { weight: 2, arbitrary: busyPath },
  { weight: 8, arbitrary: formatPath },
  { weight: 2, arbitrary: listPath('/venues.geojson', profileFilters) },
  { weight: 6, arbitrary: listPath('/events', eventFilters) },
  { weight: 3, arbitrary: listPath('/venues', profileFilters) },
  { weight: 2, arbitrary: listPath('/organizers', profileFilters) },
  { weight: 3, arbitrary: listPath('/categories', termFilters) },
  { weight: 2, arbitrary: listPath('/tags', termFilters) },
  { weight: 4, arbitrary: itemPath('events') },
  { weight: 1, arbitrary: seriesSlug },
  ...(['venues', 'organizers', 'categories', 'tags'] as const).map((collection) => ({ weight: 1, arbitrary: itemPath(collection) })),
  ...(['events', 'venues', 'organizers'] as const).map((collection) => ({ weight: 2, arbitrary: slugPath(collection) })),
)

/** Reads of every kind of route. */
export const readPlans: fc.Arbitrary<readonly ReadPlan[]> = fc.array(
  fc.record({ method: fc.constantFrom('GET' as const, 'GET' as const, 'HEAD' as const), path, isRepeated: fc.boolean() }),
  { minLength: 20, maxLength: 20 },
)
