import type { EventFilter, EventRecord, EventSort, VenueRecord } from '@kalends/core/store'
import { assertEqual } from '../../assert.ts'
import { buildCircle, buildPoint } from '../../factories/place.ts'
import { buildOccurrenceDraft } from '../../factories/series.ts'
import { byCodePoint, naiveEvents } from '../../naive-match.ts'
import { sortedMember } from '../../sorted-member.ts'
import { type ConformanceCase, type ConformanceContext, defineCase } from '../case.ts'
import { byId, downBy, findAll, insertAll, slugsOf, upBy } from '../expectations.ts'
import { assertCounts } from '../facet-counts.ts'
import { weekKey } from './series-records.ts'

const nowMs = 1000

/** The seeded records, whose ids the filters contain. */
interface World {
  readonly events: readonly EventRecord[]
  readonly venues: readonly VenueRecord[]
  readonly categoryIds: readonly number[]
}

/**
 * Four series of eight weekly occurrences, and twelve single events. Occurrences differ in status, author, publication and links. Some have
 * moved: the earliest occurrence of a series has not the smallest id, and two occurrences start at the same time.
 */
const seed = ({ store, draft }: ConformanceContext): Promise<World> =>
  store.transaction(async (tx) => {
    const venues = await insertAll(tx.venues, [draft.venue({ point: buildPoint(10, 10) }), draft.venue()])
    const categories = await insertAll(tx.terms, [draft.term(), draft.term()])
    const [venueIds, categoryIds] = [venues.map(({ id }) => id), categories.map(({ id }) => id)]
    const varied = (i: number) => ({
      status: (['publish', 'publish', 'draft', 'publish'] as const)[i % 4] ?? ('publish' as const),
      publishedMs: i % 5 === 0 ? nowMs + i : i,
      authorId: ['', '1', '2'][i % 3] ?? '',
      hidden: i % 7 === 6,
      venueIds: venueIds.slice(i % 2),
      categoryIds: i % 3 === 0 ? [] : categoryIds.slice(i % 3 === 1 ? 0 : 1),
      updatedMs: (i * 13) % 40,
    })
    const series = await insertAll(
      tx.events,
      [0, 1, 2, 3].map((i) => draft.series({ title: `Market ${i}`, uid: `uid-${i}` })),
    )
    const weeks = [4, 1, 6, 0, 3, 5, 2, 7]
    const drafts = weeks.flatMap((week, i) =>
      series.map((one, n) => {
        // The occurrence of week 5 has moved to the day of week 0, and that of week 3 to the start of week 2.
        const startLocal = week === 5 ? weekKey(0).replace('T10', `T0${n}`) : week === 3 ? weekKey(2) : weekKey(week)
        return buildOccurrenceDraft(one, weekKey(week), {
          ...varied(3 * i + n),
          times: { startLocal },
          ...(week === 6 && { title: `Night ${n}` }),
        })
      }),
    )
    const singles = Array.from({ length: 12 }, (_, i) =>
      draft.event({ ...varied(i), title: `Market day ${i}`, times: { startLocal: weekKey(i % 8) } }),
    )
    await insertAll(tx.events, [...drafts.slice(0, 16), ...singles, ...drafts.slice(16)])
    return { events: await findAll(tx.events, {}), venues, categoryIds }
  })

const listed: EventFilter = {
  readable: [{ status: 'publish', publishedMs: { lt: nowMs } }],
  hidden: false,
  roles: ['single', 'occurrence'],
}
const window: EventFilter = { ...listed, startLocal: { gte: weekKey(2), lt: weekKey(6) } }

const occurrencesIn = ({ events }: World): readonly EventRecord[] => events.filter(({ role }) => role === 'occurrence')

/** Filters of every kind for which a store may need a query of its own. */
const rows: readonly (readonly [key: string, title: string, filter: (world: World) => EventFilter])[] = [
  ['all', 'all events', () => ({})],
  ['listed', 'events that are published by now and not hidden', () => listed],
  ['window', 'events in a window', () => window],
  ['coming', 'events from a time on', () => ({ ...listed, startLocal: { gte: weekKey(3) } })],
  ['past', 'events before a time', () => ({ ...listed, startLocal: { lt: weekKey(3) } })],
  ['running', 'events that have not ended', () => ({ ...listed, endMs: { gte: Date.UTC(2026, 5, 22, 10, 30) } })],
  [
    'overlapping',
    'events that overlap a window',
    () => ({ ...listed, fromLocal: { start: '2026-06-22T10:30:00', end: '2026-06-22T10:30:01' } }),
  ],
  ['instants', 'events in a range of instants', () => ({ startMs: { gte: Date.UTC(2026, 5, 8, 10), lt: Date.UTC(2026, 6, 13) } })],
  ['every-status', 'events of several statuses', () => ({ ...window, readable: [{ status: 'publish' }, { status: 'draft' }] })],
  [
    'author',
    'events that an author sees',
    () => ({
      ...window,
      readable: [
        { status: 'publish', publishedMs: { lt: nowMs } },
        { status: 'draft', authorIds: ['1'] },
      ],
    }),
  ],
  ['of-authors', 'events of some authors', () => ({ ...listed, authorIds: ['2', ''] })],
  ['venue', 'events at a venue', ({ venues }) => ({ ...window, venueIds: [venues[0]?.id ?? 0] })],
  ['venues', 'events at one of two venues', ({ venues }) => ({ ...listed, venueIds: venues.map(({ id }) => id) })],
  ['category', 'events of a category', ({ categoryIds }) => ({ ...window, categoryIds: categoryIds.slice(1) })],
  [
    'category-and-venue',
    'events of a category, at a venue',
    ({ categoryIds, venues }) => ({ ...listed, categoryIds, venueIds: [venues[0]?.id ?? 0] }),
  ],
  ['place', 'events within a circle', () => ({ ...listed, geo: { within: buildCircle(10, 10, 5), readable: [{ status: 'publish' }] } })],
  ['search', 'events that a search finds', () => ({ ...listed, textAll: ['market', '1'] })],
  ['search-own', 'occurrences that a search finds by their own texts', () => ({ textAll: ['night'] })],
  ['changed', 'changed occurrences', () => ({ changed: true, startLocal: { gte: weekKey(1) } })],
  ['updated', 'events that have changed since a time', () => ({ ...listed, updatedMs: { gte: 20 } })],
  [
    'hidden-too',
    'published events, also the hidden ones of some authors',
    () => ({ readable: [{ status: 'publish' }], hiddenBy: ['1', '2'] }),
  ],
  ['hidden', 'hidden events', () => ({ hidden: true })],
  ['series', 'occurrences of some series', ({ events }) => ({ seriesIds: events.slice(0, 2).map(({ id }) => id) })],
  ['series-window', 'occurrences of one series in a window', ({ events }) => ({ ...window, seriesIds: [events[3]?.id ?? 0, 0] })],
  ['roles', 'series themselves', () => ({ roles: ['series'] })],
  [
    'ids',
    'events with given ids',
    (world) => ({
      ids: occurrencesIn(world)
        .slice(5, 20)
        .map(({ id }) => id),
    }),
  ],
  ['slugs', 'events with given slugs', (world) => ({ slugs: slugsOf(occurrencesIn(world).slice(2, 25)) })],
  ['uids', 'events with given uids', () => ({ uids: ['uid-0', 'uid-2'] })],
  [
    'exclude',
    'all events except the earliest occurrences',
    (world) => ({ excludeIds: naiveEvents({ distinct: 'series' }, world.events, []).map(({ id }) => id) }),
  ],
  ['after', 'events with greater ids than one', ({ events }) => ({ afterId: events[38]?.id ?? 0 })],
  ['after-listed', 'listed events with greater ids than one', ({ events }) => ({ ...listed, afterId: events[37]?.id ?? 0 })],
  ['nothing', 'no events', () => ({ ...listed, ids: [] })],
]

const orders: readonly (readonly EventSort[])[] = [
  upBy('startLocal'),
  downBy('startLocal'),
  byId,
  [{ key: 'id', direction: 'desc' }],
  upBy('titleKey'),
  downBy('publishedMs'),
  upBy('startMs'),
]

function sorted(events: readonly EventRecord[], order: readonly EventSort[]): EventRecord[] {
  return events.toSorted((a, b) => {
    for (const { key, direction } of order) {
      const [left, right] = [sortedMember(a, key), sortedMember(b, key)]
      const difference = typeof left === 'string' ? byCodePoint(left, String(right)) : Number(left) - Number(right)
      if (difference !== 0) return direction === 'asc' ? difference : -difference
    }
    return 0
  })
}

const listCases = rows.map(([key, title, filterOf]) =>
  defineCase(`series/distinct/${key}`, `distinct keeps the earliest occurrence of each series among ${title}`, async (context) => {
    const { store } = context
    const world = await seed(context)
    const filter: EventFilter = { ...filterOf(world), distinct: 'series' }
    const found = naiveEvents(filter, world.events, world.venues)
    for (const order of orders) {
      const pages: string[] = []
      for (let offset = 0; offset <= found.length; offset += 5)
        pages.push(...slugsOf(await store.events.find({ filter, order, offset, limit: 5 })))
      assertEqual(pages, slugsOf(sorted(found, order)), `pages by ${order.map((sort) => `${sort.key} ${sort.direction}`).join(', ')}`)
    }
    assertEqual(await store.events.count(filter), found.length, 'total')
    await assertCounts(store, filter, found, key)
    const afterId = world.events[30]?.id ?? 0
    const after = { ...filter, afterId }
    await assertCounts(store, after, naiveEvents(after, world.events, world.venues), `${key} after an id`)
  }),
)

const otherCases = [
  defineCase('series/distinct/after-id', 'pages by afterId list each series once', async (context) => {
    const { events } = await seed(context)
    const { store } = context
    const read: string[] = []
    let afterId = 0
    for (;;) {
      const page = await store.events.find({ filter: { ...listed, distinct: 'series', afterId }, order: byId, offset: 0, limit: 3 })
      if (page.length === 0) break
      read.push(...slugsOf(page))
      afterId = page.at(-1)?.id ?? 0
    }
    assertEqual(read, slugsOf(naiveEvents({ ...listed, distinct: 'series' }, events, [])), 'read')
  }),
  defineCase('series/distinct/transaction', 'distinct follows the changes of a transaction', async (context) => {
    const { events } = await seed(context)
    const { store } = context
    const filter = { ...listed, distinct: 'series' } as const
    await store.transaction(async (tx) => {
      const before = await findAll(tx.events, filter)
      assertEqual(slugsOf(before), slugsOf(naiveEvents(filter, events, [])), 'before')
      const occurrences = before.filter(({ role }) => role === 'occurrence')
      const [first, second] = occurrences
      if (first === undefined || second === undefined) throw new Error('expected two occurrences')
      await tx.events.update({ ...first, times: { ...first.times, startLocal: '2027-01-01T10:00:00' }, overridden: ['times'] })
      await tx.events.delete(second.id, second.version)
      const expected = naiveEvents(filter, await findAll(tx.events, {}), [])
      assertEqual(slugsOf(await findAll(tx.events, filter)), slugsOf(expected), 'afterwards')
      assertEqual(await tx.events.count(filter), expected.length, 'counted')
    })
    assertEqual(
      slugsOf(await findAll(store.events, filter)),
      slugsOf(naiveEvents(filter, await findAll(store.events, {}), [])),
      'committed',
    )
  }),
]

/** Lists with the earliest occurrence of each series. */
export const seriesDistinctCases: readonly ConformanceCase[] = [...listCases, ...otherCases]
