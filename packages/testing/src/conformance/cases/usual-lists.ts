import type { Direction, EventFilter, EventRecord, EventSort, VenueRecord } from '@kalends/core/store'
import { assertEqual } from '../../assert.ts'
import { buildCircle, buildPoint } from '../../factories/place.ts'
import { byCodePoint, isEvent } from '../../naive-match.ts'
import { type ConformanceCase, type ConformanceContext, defineCase } from '../case.ts'
import { insertAll, slugsOf } from '../expectations.ts'
import { assertCounts } from '../facet-counts.ts'
import { listedRoles } from '../listed-events.ts'

/** The current time of the lists; an event with a later publication is scheduled. */
const nowMs = 1000

/** Sixty varied events on ten days, and three records of each linked kind. Returns the events, the venues, and the linked ids by kind. */
async function seed({
  store,
  draft,
}: ConformanceContext): Promise<{ events: EventRecord[]; venues: VenueRecord[]; ids: readonly (readonly number[])[] }> {
  return store.transaction(async (tx) => {
    const venues = await insertAll(tx.venues, [
      draft.venue({ point: buildPoint(10, 10) }),
      draft.venue(),
      draft.venue({ point: buildPoint(10, 10), status: 'draft' }),
    ])
    const organizers = await insertAll(tx.organizers, [draft.organizer(), draft.organizer(), draft.organizer()])
    const terms = await insertAll(tx.terms, [draft.term(), draft.term(), draft.term()])
    const ids = [venues, organizers, terms].map((records) => records.map(({ id }) => id))
    const pick = (kind: number, i: number): number[] => (ids[kind] ?? []).filter((_, n) => ((i * 7 + kind) >> n) % 2 === 1)
    const statuses = ['publish', 'publish', 'draft', 'publish', 'private'] as const
    const events = await insertAll(
      tx.events,
      Array.from({ length: 60 }, (_, i) =>
        draft.event({
          times: { startLocal: `2026-03-${10 + ((i * 7) % 10)}T10:00:00` },
          status: statuses[i % 5] ?? 'publish',
          hidden: i % 7 === 0,
          featured: i % 3 === 0,
          publishedMs: i % 4 === 0 ? nowMs + i : i,
          authorId: ['', '1', '2'][i % 3] ?? '',
          updatedMs: (i * 13) % 60,
          searchText: i % 2 === 0 ? 'even' : 'odd',
          venueIds: pick(0, i),
          organizerIds: pick(1, i),
          categoryIds: pick(2, i),
        }),
      ),
    )
    return { events, venues, ids }
  })
}

type Ids = readonly (readonly number[])[]

const listed: EventFilter = { readable: [{ status: 'publish', publishedMs: { lt: nowMs } }], hidden: false, roles: listedRoles }
const window: EventFilter = { ...listed, startLocal: { gte: '2026-03-12T00:00:00', lt: '2026-03-18T00:00:00' } }
const some = (ids: Ids, kind: number, ...places: readonly number[]): number[] => places.map((place) => ids[kind]?.[place] ?? 0)

/** Filters as the core builds them from the inputs of a list. */
const rows: readonly (readonly [key: string, title: string, filter: (ids: Ids) => EventFilter])[] = [
  ['listed', 'events that are published by now and not hidden', () => listed],
  ['window', 'events in a window', () => window],
  ['past', 'events before a day', () => ({ ...listed, startLocal: { lt: '2026-03-15T00:00:00' } })],
  ['coming', 'events from a day on', () => ({ ...listed, startLocal: { gte: '2026-03-15T00:00:00' } })],
  ['category', 'events of a category', (ids) => ({ ...window, categoryIds: some(ids, 2, 0) })],
  ['categories', 'events of one of several categories', (ids) => ({ ...window, categoryIds: some(ids, 2, 2, 0, 1) })],
  ['venue', 'events at a venue', (ids) => ({ ...window, venueIds: some(ids, 0, 1) })],
  ['organizers', 'events of one of two organizers', (ids) => ({ ...listed, organizerIds: some(ids, 1, 0, 2) })],
  [
    'category-and-venue',
    'events of two categories, at two venues',
    (ids) => ({ ...listed, categoryIds: some(ids, 2, 0, 1), venueIds: some(ids, 0, 0, 2) }),
  ],
  ['search', 'events that contain a word', (ids) => ({ ...window, textAll: ['even'], categoryIds: some(ids, 2, 0, 2) })],
  ['featured', 'featured events', () => ({ ...window, featured: true })],
  ['place', 'events within a circle', () => ({ ...listed, geo: { within: buildCircle(10, 10, 5), readable: [{ status: 'publish' }] } })],
  ['running', 'events that have not ended at an instant', () => ({ ...listed, endMs: { gte: Date.UTC(2026, 2, 14, 11) } })],
  [
    'overlapping',
    'events that overlap a window',
    () => ({
      ...listed,
      startLocal: { lt: '2026-03-16T00:00:00' },
      fromLocal: { start: '2026-03-14T10:30:00', end: '2026-03-14T10:30:01' },
    }),
  ],
  [
    'overlapping-at-venue',
    'events at a venue that overlap a window',
    (ids) => ({ ...listed, venueIds: some(ids, 0, 1), fromLocal: { start: '2026-03-14T10:30:00', end: '2026-03-14T10:30:01' } }),
  ],
  [
    'overlapping-instant',
    'events that overlap a window of instants',
    () => ({ ...listed, fromMs: { start: Date.UTC(2026, 2, 14, 10, 30), end: Date.UTC(2026, 2, 14, 10, 30, 1) } }),
  ],
  ['scheduled', 'scheduled events', () => ({ ...window, readable: [{ status: 'publish', publishedMs: { gte: nowMs } }] })],
  [
    'published-between',
    'events published within a range',
    () => ({ ...window, readable: [{ status: 'publish', publishedMs: { gte: 20, lt: nowMs + 30 } }] }),
  ],
  [
    'every-status',
    'events of several statuses',
    () => ({ ...window, readable: [{ status: 'publish' }, { status: 'draft' }, { status: 'private' }] }),
  ],
  [
    'author',
    'events that an author sees',
    () => ({
      ...window,
      readable: [
        { status: 'publish', publishedMs: { lt: nowMs } },
        { status: 'publish', authorIds: ['1'] },
        { status: 'draft', authorIds: ['1'] },
      ],
    }),
  ],
  ['of-author', 'events of one author', () => ({ ...window, authorIds: ['1'] })],
  [
    'of-authors',
    'events of several authors, hidden or not',
    () => ({ readable: listed.readable ?? [], roles: listedRoles, authorIds: ['2', '', '7'] }),
  ],
  [
    'of-author-at-venue',
    'events of two authors, at two venues',
    (ids) => ({ ...listed, authorIds: ['1', '2'], venueIds: some(ids, 0, 0, 1) }),
  ],
  ['changed', 'events changed since an instant', () => ({ ...window, updatedMs: { gte: 30 } })],
  ['changed-by-author', 'events of an author, changed since an instant', () => ({ ...listed, authorIds: ['1'], updatedMs: { gte: 20 } })],
  [
    'hidden-of-authors',
    'published events, also the hidden ones of some authors',
    () => ({ readable: listed.readable ?? [], roles: listedRoles, hiddenBy: ['', '2'] }),
  ],
  [
    'only-hidden',
    'hidden events of some authors, of two statuses',
    () => ({ readable: [{ status: 'publish' }, { status: 'draft' }], hidden: true, roles: listedRoles, hiddenBy: ['1', '2'] }),
  ],
  ['hidden-too', 'published events, hidden or not', () => ({ readable: listed.readable ?? [], roles: listedRoles })],
  [
    'empty-window',
    'events in a window that ends before it begins',
    () => ({ ...listed, startLocal: { gte: '2026-03-18T00:00:00', lt: '2026-03-12T00:00:00' } }),
  ],
]

const byStart = (direction: Direction): readonly EventSort[] => [
  { key: 'startLocal', direction },
  { key: 'id', direction },
]

/** Lists as the core reads them: pages of events by start, totals, and counts by facets and by link. */
export const usualListCases: readonly ConformanceCase[] = rows.map(([key, title, filterOf]) =>
  defineCase(`usual-lists/${key}`, `pages by start in both directions, totals and counts are right for ${title}`, async (context) => {
    const { events, venues, ids } = await seed(context)
    const filter = filterOf(ids)
    const expected = events
      .filter((event) => isEvent(filter, event, venues))
      .sort((a, b) => byCodePoint(a.times.startLocal, b.times.startLocal) || a.id - b.id)
    const { store } = context
    for (const direction of ['asc', 'desc'] as const) {
      const found: string[] = []
      for (let offset = 0; offset <= expected.length; offset += 4) {
        found.push(...slugsOf(await store.events.find({ filter, order: byStart(direction), offset, limit: 4 })))
      }
      assertEqual(found, slugsOf(direction === 'asc' ? expected : expected.toReversed()), `pages, ${direction}`)
    }
    assertEqual(await store.events.count(filter), expected.length, 'total')
    await assertCounts(store, filter, expected, key)
    for (const [kind, linkField] of (['venueIds', 'organizerIds', 'categoryIds'] as const).entries()) {
      const counts = (ids[kind] ?? []).map((id) => [id, expected.filter((event) => event[linkField].includes(id)).length] as const)
      assertEqual(
        await store.countByLink(linkField, ids[kind] ?? [], filter),
        new Map(counts.filter(([, count]) => count > 0)),
        `countByLink of ${linkField}`,
      )
    }
  }),
)
