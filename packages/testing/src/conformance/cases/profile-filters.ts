import type { CalendarStore, Collection, ProfileFilter, PublishedRecord, SortKey, VenueRecord } from '@kalends/core/store'
import type { ConformanceCase, ConformanceContext } from '../case.ts'
import { type FilterRow, type FilterTable, filterCases, pairsCase, row, seedBySlug } from '../tables.ts'

type Name = 'venues' | 'organizers'

const linkOf = { venues: 'venueIds', organizers: 'organizerIds' } as const

/** a has two events, b one of them and a draft, c a draft, d a hidden event, e none. */
async function seed(name: Name, { store, draft }: ConformanceContext): Promise<unknown> {
  return store.transaction(async (tx) => {
    const insert =
      name === 'venues' ? inserter(tx.venues, (given) => draft.venue(given)) : inserter(tx.organizers, (given) => draft.organizer(given))
    const ids = new Map<string, number>()
    for (const [index, slug] of ['a', 'b', 'c', 'd', 'e'].entries()) {
      const uid = slug === 'e' ? '' : `uid-${slug}`
      const changed = { uid, authorId: String(1 + Math.floor(index / 2)), updatedMs: 10 + 10 * index }
      ids.set(slug, await insert({ slug, nameKey: slug === 'b' ? 'a' : slug, ...changed }))
    }
    const link = (...slugs: string[]) => ({ [linkOf[name]]: slugs.map((slug) => ids.get(slug) ?? 0) })
    await seedBySlug(tx.events, [
      draft.event({ slug: 'one', ...link('a') }),
      draft.event({ slug: 'both', featured: true, ...link('b', 'a') }),
      draft.event({ slug: 'draft', status: 'draft', ...link('b', 'c') }),
      draft.event({ slug: 'hidden', hidden: true, ...link('d') }),
      draft.event({ slug: 'elsewhere' }),
    ])
  })
}

/** The given members of each record. */
type Given = Pick<VenueRecord, 'slug' | 'nameKey' | 'uid' | 'authorId' | 'updatedMs'>

function inserter<D>(
  collection: { insert(draft: D): Promise<{ readonly id: number }> },
  build: (given: Given) => D,
): (given: Given) => Promise<number> {
  return async (given) => (await collection.insert(build(given))).id
}

const listed = { readable: [{ status: 'publish' }], hidden: false } as const

const rows: readonly FilterRow<unknown, ProfileFilter>[] = [
  row('name', 'nameKeys: names need not be unique', () => ({ nameKeys: ['a', 'zzz'] }), 'a b'),
  row('names', 'nameKeys: any of several names', () => ({ nameKeys: ['d', 'c', 'd'] }), 'c d'),
  row('names-empty', 'nameKeys: an empty list matches nothing', () => ({ nameKeys: [] }), ''),
  row('names-other-case', 'nameKeys: compared by code point', () => ({ nameKeys: ['C', 'c ', 'ć'] }), ''),
  row('author', 'authorIds: one author', () => ({ authorIds: ['1'] }), 'a b'),
  row('authors', 'authorIds: any of several authors', () => ({ authorIds: ['3', '2', '3', '900000001'] }), 'c d e'),
  row('authors-empty', 'authorIds: an empty list matches nothing', () => ({ authorIds: [] }), ''),
  row('uid', 'uids: one uid', () => ({ uids: ['uid-b'] }), 'b'),
  row('uids', 'uids: any of several uids', () => ({ uids: ['uid-d', 'uid-b', 'uid-d', 'UID-A', 'uid-a '] }), 'b d'),
  row('uids-empty', 'uids: an empty list matches nothing', () => ({ uids: [] }), ''),
  row('uids-without', 'uids: the empty text does not match records without a uid', () => ({ uids: ['', 'null', 'uid-a'] }), 'a'),
  row('updated', 'updatedMs: the lower bound is included', () => ({ updatedMs: { gte: 30 } }), 'c d e'),
  row('updated-before', 'updatedMs: the upper bound is excluded', () => ({ updatedMs: { lt: 30 } }), 'a b'),
  row('updated-within', 'updatedMs: both bounds', () => ({ updatedMs: { gte: 20, lt: 40 } }), 'b c'),
  row('events', 'events: records with an event', () => ({ events: { some: true, filter: {} } }), 'a b c d'),
  row('events-none', 'events: records without an event', () => ({ events: { some: false, filter: {} } }), 'e'),
  row('events-listed', 'events: records with a matching event', () => ({ events: { some: true, filter: listed } }), 'a b'),
  row('events-not-listed', 'events: records without a matching event', () => ({ events: { some: false, filter: listed } }), 'c d e'),
  row('events-draft', 'events: filtered by status', () => ({ events: { some: true, filter: { readable: [{ status: 'draft' }] } } }), 'b c'),
  row('events-slug', 'events: filtered by slug', () => ({ events: { some: true, filter: { slugs: ['both'] } } }), 'a b'),
  row(
    'events-all-members',
    'events: one event must match all members',
    () => ({ events: { some: true, filter: { featured: true, slugs: ['one', 'draft'] } } }),
    '',
  ),
  row(
    'events-nothing',
    'events: if no event matches, no record has such an event',
    () => ({ events: { some: true, filter: { ids: [] } } }),
    '',
  ),
  row(
    'events-no-nothing',
    'events: if no event matches, every record is without such an event',
    () => ({ events: { some: false, filter: { ids: [] } } }),
    'a b c d e',
  ),
  row('events-text', 'events: filtered by text', () => ({ events: { some: true, filter: { textAll: ['event 4'] } } }), 'd'),
  row(
    'events-start',
    'events: filtered by time',
    () => ({ events: { some: false, filter: { startLocal: { gte: '2026-06-02T00:00:00', lt: '2026-06-04T00:00:00' } } } }),
    'd e',
  ),
]

function casesOf<R extends PublishedRecord>(
  name: Name,
  of: (store: CalendarStore) => Collection<R, ProfileFilter, SortKey<'id'>>,
): ConformanceCase[] {
  const table: FilterTable<unknown, R, ProfileFilter> = {
    prefix: `${name}/filter`,
    rows,
    collection: ({ store }) => of(store),
    seed: (context) => seed(name, context),
  }
  return [...filterCases(table), pairsCase(table)]
}

/** The members that only filters of venues and organizers have, alone and in pairs. */
export const profileFilterCases: readonly ConformanceCase[] = [
  ...casesOf('venues', (store) => store.venues),
  ...casesOf('organizers', (store) => store.organizers),
]
