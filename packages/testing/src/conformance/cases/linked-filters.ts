import type { EventFilter, EventRecord, Range, StoredRecord, TermSort } from '@kalends/core/store'
import { assertEqual } from '../../assert.ts'
import { buildCircle } from '../../factories/place.ts'
import { isEvent, naiveEvents } from '../../naive-match.ts'
import { type ConformanceCase, type ConformanceContext, defineCase } from '../case.ts'
import { unusualValues, usualValues } from '../equal-values.ts'
import { assertFinds, findAll, slugsOf } from '../expectations.ts'
import { assertCounts } from '../facet-counts.ts'
import { indices, type LinkedWorld, seedLinkedWorld } from './linked-world.ts'

/** The ids of the records at these indices, between two ids that no record has. */
const some = (records: readonly StoredRecord[], ...at: readonly number[]): number[] => [
  900_000_001,
  ...at.map((i) => records[i]?.id ?? 0),
  900_000_002,
]

/** The range from the fourth to the tenth of the sorted values of all events. */
function between<T extends number | string>(events: readonly EventRecord[], read: (event: EventRecord) => T): Range<T> {
  const values = events.map(read).sort((a, b) => (a < b ? -1 : 1))
  const [gte, lt] = [values.at(3), values.at(9)]
  return { ...(gte !== undefined && { gte }), ...(lt !== undefined && { lt }) }
}

const anyStatus = (['publish', 'draft', 'pending', 'private', 'trash'] as const).map((status) => ({ status }))

/** For each member of a filter, a filter with this member alone. */
const eachAlone = (what: string, values: EventFilter): readonly (readonly [what: string, filter: () => EventFilter])[] =>
  Object.entries(values).map(([member, value]) => [`${what} ${member}`, () => ({ [member]: value })])

/** Filters with every member of event filters. Each finds other events than without its value, and than with a part of its value. */
const rows: readonly (readonly [what: string, filter: (world: LinkedWorld) => EventFilter])[] = [
  ['nothing', () => ({})],
  ['ids', ({ events }) => ({ ids: some(events, 7, 2) })],
  ['no ids', () => ({ ids: [] })],
  ['excludeIds', ({ events }) => ({ excludeIds: some(events, 7, 2) })],
  ['no excludeIds', () => ({ excludeIds: [] })],
  ['afterId', ({ events }) => ({ afterId: events[6]?.id ?? 0 })],
  ['slugs', ({ events }) => ({ slugs: ['none', ...slugsOf(events.slice(3, 5)), 'neither'] })],
  ['no slugs', () => ({ slugs: [] })],
  ['uids', () => ({ uids: ['none', 'uid-3', 'uid-4', 'neither'] })],
  ['no uids', () => ({ uids: [] })],
  ['textAll', () => ({ textAll: ['odd', 'other'] })],
  ['no textAll', () => ({ textAll: [] })],
  ['no clause', () => ({ readable: [] })],
  ['two statuses', () => ({ readable: [{ status: 'draft' }, { status: 'private' }] })],
  ['authors of a clause', () => ({ readable: [{ status: 'pending' }, { status: 'draft', authorIds: ['9', '1', '2', '8'] }] })],
  ['no author of a clause', () => ({ readable: anyStatus.map((clause) => ({ ...clause, authorIds: [''] })) })],
  ['no authors of a clause', () => ({ readable: anyStatus.map((clause) => ({ ...clause, authorIds: [] })) })],
  [
    'publication of a clause',
    ({ events }) => ({
      readable: anyStatus.map((clause) => ({ ...clause, publishedMs: between(events, ({ publishedMs }) => publishedMs) })),
    }),
  ],
  ['venues of a clause', ({ venues }) => ({ readable: anyStatus.map((clause) => ({ ...clause, venueIds: some(venues, 8, 1) })) })],
  [
    'organizers of a clause',
    ({ organizers }) => ({ readable: [{ status: 'publish', organizerIds: some(organizers, 8, 2) }, { status: 'draft' }] }),
  ],
  [
    'categories and authors of a clause',
    ({ categories }) => ({
      readable: anyStatus.map((clause) => ({ ...clause, authorIds: ['1', '2'], categoryIds: some(categories, 8, 3) })),
    }),
  ],
  [
    'links of two clauses',
    ({ venues, categories }) => ({
      readable: anyStatus.flatMap((clause) => [
        { ...clause, venueIds: some(venues, 1), categoryIds: some(categories, 1, 3) },
        { ...clause, venueIds: some(venues, 8) },
      ]),
    }),
  ],
  ['no venues of a clause', () => ({ readable: anyStatus.map((clause) => ({ ...clause, venueIds: [] })) })],
  ['status before the trash', () => ({ readable: [{ status: 'trash', statusBeforeTrash: 'draft' }] })],
  ['startMs', ({ events }) => ({ startMs: between(events, ({ times }) => times.startMs) })],
  ['endMs', ({ events }) => ({ endMs: between(events, ({ times }) => times.endMs) })],
  ['startLocal', ({ events }) => ({ startLocal: between(events, ({ times }) => times.startLocal) })],
  ['endLocal', ({ events }) => ({ endLocal: between(events, ({ times }) => times.endLocal) })],
  ['fromMs', ({ events }) => ({ fromMs: { end: events[5]?.times.endMs ?? 0, start: events[6]?.times.startMs ?? 0 } })],
  ['fromLocal', ({ events }) => ({ fromLocal: { end: events[5]?.times.endLocal ?? '', start: events[6]?.times.startLocal ?? '' } })],
  ['updatedMs', ({ events }) => ({ updatedMs: between(events, ({ updatedMs }) => updatedMs) })],
  ...eachAlone('unusual', unusualValues),
  ...eachAlone('usual', usualValues),
  ['hidden', () => ({ hidden: true })],
  ['not hidden', () => ({ hidden: false })],
  ['hiddenBy', () => ({ hiddenBy: ['9', '1', '2', '8'] })],
  ['hiddenBy nobody', () => ({ hiddenBy: [] })],
  ['authorIds', () => ({ authorIds: ['9', '3', '', '8'] })],
  ['no authorIds', () => ({ authorIds: [] })],
  ['parentIds', ({ events }) => ({ parentIds: [900_000_001, 0, events[1]?.id ?? 0, 900_000_002] })],
  ['no parentIds', () => ({ parentIds: [] })],
  ['venueIds', ({ venues }) => ({ venueIds: some(venues, 8, 1) })],
  ['no venueIds', () => ({ venueIds: [] })],
  ['organizerIds', ({ organizers }) => ({ organizerIds: some(organizers, 8, 2) })],
  ['no organizerIds', () => ({ organizerIds: [] })],
  ['categoryIds', ({ categories }) => ({ categoryIds: some(categories, 8, 3) })],
  ['no categoryIds', () => ({ categoryIds: [] })],
  ['tagIds', ({ tags }) => ({ tagIds: some(tags, 8, 4) })],
  ['no tagIds', () => ({ tagIds: [] })],
  ['roles', () => ({ roles: ['single', 'occurrence'] })],
  ['series', () => ({ roles: ['series'] })],
  ['no roles', () => ({ roles: [] })],
  ['seriesIds', ({ events }) => ({ seriesIds: some(events, 1) })],
  ['the series of no event', ({ events }) => ({ seriesIds: [0, ...some(events, 2, 6)] })],
  ['no seriesIds', () => ({ seriesIds: [] })],
  ['changed', () => ({ changed: true })],
  ['not changed', () => ({ changed: false })],
  ['extendedBefore', () => ({ extendedBefore: '2027-04-01T00:00:00' })],
  ['distinct', () => ({ distinct: 'series' })],
  ['distinct of a series', ({ events }) => ({ distinct: 'series', afterId: events[7]?.id ?? 0, seriesIds: some(events, 1, 4) })],
  ['located', () => ({ geo: { located: true, readable: [{ status: 'pending' }, { status: 'draft' }, { status: 'publish' }] } })],
  ['not located', () => ({ geo: { located: false, readable: anyStatus } })],
  ['within', () => ({ geo: { within: buildCircle(5, 5, 400), readable: anyStatus } })],
  ['venues of authors', () => ({ geo: { located: true, readable: anyStatus.map((clause) => ({ ...clause, authorIds: ['1', '3'] })) } })],
  [
    'venues by publication',
    ({ events }) => ({
      geo: {
        located: true,
        readable: anyStatus.map((clause) => ({ ...clause, publishedMs: between(events, ({ publishedMs }) => publishedMs) })),
      },
    }),
  ],
  ['hasImage', () => ({ hasImage: true })],
  ['no image', () => ({ hasImage: false })],
  ['hasDescription', () => ({ hasDescription: true })],
  ['no description', () => ({ hasDescription: false })],
  ['hasCategory', () => ({ hasCategory: true })],
  ['no category', () => ({ hasCategory: false })],
  ['hasVenue', () => ({ hasVenue: { some: true, readable: [{ status: 'pending' }, { status: 'draft' }] } })],
  ['no venue', () => ({ hasVenue: { some: false, readable: [{ status: 'publish', authorIds: ['1', '2'] }] } })],
  ['hasOrganizer', () => ({ hasOrganizer: { some: true, readable: [{ status: 'draft' }, { status: 'private' }] } })],
  ['no organizer', () => ({ hasOrganizer: { some: false, readable: [{ status: 'trash' }] } })],
  ['everything at once', () => ({ ...unusualValues, hiddenBy: ['2'], authorIds: ['', '2'], geo: { located: true, readable: anyStatus } })],
]

/** Checks a filter of events in one kind of read; `matching` has the indices of the events that match it. */
type Check = (
  context: ConformanceContext,
  world: LinkedWorld,
  filter: EventFilter,
  matching: readonly number[],
  what: string,
) => Promise<void>

const at = (records: readonly StoredRecord[], found: readonly number[]): string[] => found.flatMap((i) => records[i]?.slug ?? [])

const byCount = (filter: EventFilter): readonly TermSort[] => [
  { key: 'eventCount', direction: 'desc', filter },
  { key: 'id', direction: 'asc' },
]

const checks: Readonly<Record<string, readonly [title: string, check: Check]>> = {
  find: [
    'lists of events and their counts by facets',
    async ({ store }, { events, venues, organizers }, filter, _, what) => {
      const matching = naiveEvents(filter, events, venues, organizers)
      await assertFinds(store.events, filter, slugsOf(matching), what)
      await assertCounts(store, filter, matching, what)
    },
  ],
  countByLink: [
    'counts by every kind of link',
    async ({ store }, world, filter, found, what) => {
      const links = { venueIds: world.venues, organizerIds: world.organizers, categoryIds: world.categories, tagIds: world.tags }
      for (const linkField of ['venueIds', 'organizerIds', 'categoryIds', 'tagIds'] as const) {
        const ids = links[linkField].map(({ id }) => id)
        assertEqual(await store.countByLink(linkField, ids, filter), new Map(found.map((i) => [ids[i] ?? 0, 1])), `${what}, ${linkField}`)
      }
    },
  ],
  venues: [
    'lists of venues with such events, or without',
    async ({ store }, { venues }, filter, found, what) => {
      assertEqual(slugsOf(await findAll(store.venues, { events: { some: true, filter } })), at(venues, found), what)
      assertEqual(await store.venues.count({ events: { some: false, filter } }), others(found).length, `without ${what}`)
    },
  ],
  organizers: [
    'lists of organizers with such events, or without',
    async ({ store }, { organizers }, filter, found, what) => {
      assertEqual(slugsOf(await findAll(store.organizers, { events: { some: true, filter } })), at(organizers, found), what)
      assertEqual(await store.organizers.count({ events: { some: false, filter } }), others(found).length, `without ${what}`)
    },
  ],
  terms: [
    'lists of categories and tags with such events, or without',
    async ({ store }, { categories, tags }, filter, found, what) => {
      for (const [taxonomy, terms] of [['category', categories] as const, ['tag', tags] as const]) {
        const having = (has: boolean) => ({ taxonomy, events: { some: has, filter } })
        assertEqual(slugsOf(await findAll(store.terms, having(true))), at(terms, found), `${what}, ${taxonomy}`)
        assertEqual(await store.terms.count(having(false)), others(found).length, `without ${what}, ${taxonomy}`)
      }
    },
  ],
  'shown-by': [
    'lists of the terms shown by such events',
    async ({ store }, { categories, tags }, filter, found, what) => {
      const shown = await findAll(store.terms, { taxonomy: 'category', shownBy: filter })
      assertEqual(slugsOf(shown), at(categories, found), `${what}, categories`)
      assertEqual(await store.terms.count({ taxonomy: 'tag', shownBy: filter }), at(tags, found).length, `${what}, tags`)
    },
  ],
  'event-count': [
    'orders by the number of such events',
    async ({ store }, { categories, tags }, filter, found, what) => {
      for (const [taxonomy, terms] of [['category', categories] as const, ['tag', tags] as const]) {
        const listed = await store.terms.find({ filter: { taxonomy }, order: byCount(filter), offset: 0, limit: 100 })
        assertEqual(slugsOf(listed), [...at(terms, found), ...at(terms, others(found))], `${what}, ${taxonomy}`)
      }
    },
  ],
}

/** The indices of the events that do not match. */
const others = (found: readonly number[]): number[] => indices.filter((i) => !found.includes(i))

/** Every member of event filters, in every read that takes such a filter. */
export const linkedFilterCases: readonly ConformanceCase[] = Object.entries(checks).map(([key, [title, check]]) =>
  defineCase(`linked-filters/${key}`, `each member of event filters works in ${title}`, async (context) => {
    const world = await seedLinkedWorld(context)
    for (const [what, filterOf] of rows) {
      const filter = filterOf(world)
      const matching = indices.filter((i) => {
        const event = world.events[i]
        return event !== undefined && isEvent(filter, event, world.venues, world.organizers)
      })
      await check(context, world, filter, matching, what)
    }
  }),
)
