import type { CalendarStore, EventFilter, EventRecord, EventSort } from '@kalends/core/store'
import { buildCircle, buildOccurrenceDraft, buildSeriesDraft, buildTermDraft } from '@kalends/testing/conformance'
import { type CompiledQuery, Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kyselyStore, migrateToLatest } from '../../src/index.ts'
import { nodeSqliteDialect } from '../../src/node-sqlite.ts'

/** SQLite's plans without any statistics, the state of every new calendar. */
describe('plans of SQLite', () => {
  let sent: CompiledQuery[] = []
  const db = new Kysely<unknown>({
    dialect: nodeSqliteDialect(':memory:'),
    log: ({ query }) => void sent.push(query),
  })
  const store: CalendarStore = kyselyStore(db, { prefix: '' })
  beforeAll(async () => {
    await migrateToLatest(db, { prefix: '' })
    await store.terms.insert(buildTermDraft())
  })
  afterAll(() => db.destroy())

  const planOf = async (read: () => Promise<unknown>): Promise<string> => {
    sent = []
    await read()
    const plans: string[] = []
    for (const query of sent.filter((one) => one.sql.includes('select'))) {
      const { rows } = await db.executeQuery<{ detail: string }>({ ...query, sql: `explain query plan ${query.sql}` })
      plans.push(...rows.map(({ detail }) => detail))
    }
    return plans.join('\n')
  }

  const seen: EventFilter = { roles: ['single', 'occurrence'], hidden: false, readable: [{ status: 'publish', publishedMs: { lt: 5 } }] }
  /** The read scope of an author for published events: a clause for everybody, and one for the author's own, which the first includes. */
  const seenByAuthor: EventFilter = {
    ...seen,
    readable: [...(seen.readable ?? []), { status: 'publish', publishedMs: { lt: 5 }, authorIds: ['7'] }],
  }
  const window = { startLocal: { gte: '2026-01-01T00:00:00', lt: '2028-01-01T00:00:00' } }
  const from = { fromLocal: { start: '2026-01-01T00:00:00', end: '2026-01-01T00:00:01' } }
  const byStart: readonly EventSort[] = [
    { key: 'startLocal', direction: 'asc' },
    { key: 'id', direction: 'asc' },
  ]
  const series: EventRecord = { ...buildSeriesDraft(), id: 1, version: 1 }
  const page = (filter: EventFilter, order = byStart) => store.events.find({ filter, order, offset: 0, limit: 35 })

  test.each<readonly [name: string, read: () => Promise<unknown>, index: string]>([
    [
      'a window',
      () => page({ ...seen, ...window }),
      'e USING COVERING INDEX events_window (status=? AND hidden=? AND start_wall>? AND start_wall<?)',
    ],
    [
      'a window by instant',
      () => page({ ...seen, startMs: { gte: 1 } }),
      'e USING COVERING INDEX events_window (status=? AND hidden=? AND start_wall>?)',
    ],
    [
      'a total by instant',
      () => store.events.count({ ...seen, startMs: { gte: 1 }, endMs: { gte: 1 } }),
      'e USING COVERING INDEX events_instant (status=? AND hidden=? AND start_ms>?)',
    ],
    [
      'running events',
      () => page({ ...seen, endLocal: { gte: '2026-01-01T00:00:00' } }),
      'e USING COVERING INDEX events_span (status=? AND hidden=? AND span_class=? AND start_wall>?)',
    ],
    [
      'one category',
      () => page({ ...seen, ...window, categoryIds: [1] }),
      'l USING COVERING INDEX event_terms_list (term_id=? AND taxonomy=? AND status=? AND hidden=? AND start_wall>? AND start_wall<?)',
    ],
    [
      'running and coming events of one category',
      () => page({ ...seen, ...from, categoryIds: [1] }),
      'l USING COVERING INDEX event_terms_list (term_id=? AND taxonomy=? AND status=? AND hidden=? AND start_wall>?)',
    ],
    [
      'running and coming events of one category: long events',
      () => page({ ...seen, ...from, categoryIds: [1] }),
      'e USING COVERING INDEX events_span (status=? AND hidden=? AND span_class=? AND start_wall>? AND start_wall<?)',
    ],
    [
      'a total of running and coming events of one category',
      () => store.events.count({ ...seen, ...from, categoryIds: [1] }),
      'l USING COVERING INDEX event_terms_list (term_id=? AND taxonomy=? AND status=? AND hidden=? AND start_wall>?)',
    ],
    [
      'some venues',
      () => page({ ...seen, ...window, venueIds: [1, 2, 3] }),
      'l USING COVERING INDEX event_venues_list (venue_id=? AND status=? AND hidden=? AND start_wall>? AND start_wall<?)',
    ],
    [
      'one key of a field',
      () => page({ ...seen, ...window, fields: [{ name: 'level', keys: ['spro'] }] }),
      'l USING COVERING INDEX event_fields_list (name=? AND key_text=? AND status=? AND hidden=? AND start_wall>? AND start_wall<?)',
    ],
    [
      'a key of a field, and a range of another one with few events',
      () =>
        page({
          ...seen,
          fields: [
            { name: 'seats', range: { gte: 'n1' } },
            { name: 'level', keys: ['spro'] },
          ],
        }),
      'l USING COVERING INDEX event_fields_list (name=? AND key_text>?)',
    ],
    [
      'a key beside a range with few events, which is checked on each event',
      () =>
        page({
          ...seen,
          fields: [
            { name: 'seats', range: { gte: 'n1' } },
            { name: 'level', keys: ['spro'] },
          ],
        }),
      'f USING PRIMARY KEY (event_id=? AND name=? AND key_text=?)',
    ],
    [
      'a range of keys with few events',
      () => page({ ...seen, ...window, fields: [{ name: 'seats', range: { gte: 'n1', lt: 'n2' } }] }),
      'l USING COVERING INDEX event_fields_list (name=? AND key_text>? AND key_text<?)',
    ],
    [
      'the total of one key',
      () => store.events.count({ ...seen, fields: [{ name: 'level', keys: ['spro'] }] }),
      'l USING COVERING INDEX event_fields_list (name=? AND key_text=? AND status=? AND hidden=?)',
    ],
    [
      'the total of a range of keys, which is checked on each event',
      () => store.events.count({ ...seen, fields: [{ name: 'seats', range: { gte: 'n1', lt: 'n2' } }] }),
      'USING PRIMARY KEY (event_id=? AND name=? AND key_text>? AND key_text<?)',
    ],
    [
      'a key of a field of venues',
      () => store.venues.count({ readable: [{ status: 'publish' }], fields: [{ name: 'level', keys: ['spro'] }] }),
      'USING PRIMARY KEY (record_id=? AND name=? AND key_text=?)',
    ],
    [
      'a search without index, which looks up texts alone',
      () => page({ ...seen, ...window, textAll: ['ja'] }),
      'e USING COVERING INDEX events_window (status=? AND hidden=? AND start_wall>? AND start_wall<?)',
    ],
    [
      'the total of a search without index',
      () => store.events.count({ ...seen, ...window, textAll: ['ja'] }),
      'e USING COVERING INDEX events_window (status=? AND hidden=? AND start_wall>? AND start_wall<?)',
    ],
    [
      'a total',
      () => store.events.count({ ...seen, ...window, featured: true }),
      'e USING COVERING INDEX events_window (status=? AND hidden=? AND start_wall>? AND start_wall<?)',
    ],
    [
      'a total from counts of days',
      () => store.events.count({ ...seen, ...window }),
      't USING COVERING INDEX event_counts_sum (kind=? AND status=? AND counted_id>? AND counted_id<?)',
    ],
    [
      'a total from counts of days for an author',
      () => store.events.count({ ...seenByAuthor, ...window }),
      't USING COVERING INDEX event_counts_sum (kind=? AND status=? AND counted_id>? AND counted_id<?)',
    ],
    [
      'a total from an instant on',
      () => store.events.count({ ...seen, fromMs: { start: Date.UTC(2026, 0, 1), end: Date.UTC(2026, 0, 1) + 1_000 } }),
      't USING COVERING INDEX event_counts_sum (kind=? AND status=? AND counted_id>?)',
    ],
    [
      'a total from an instant on: running events',
      () => store.events.count({ ...seen, fromMs: { start: Date.UTC(2026, 0, 1), end: Date.UTC(2026, 0, 1) + 1_000 } }),
      'e USING INDEX events_span (status=? AND hidden=? AND span_class=? AND start_wall>? AND start_wall<?)',
    ],
    [
      'a total from an instant on: featured events',
      () => store.events.count({ ...seen, featured: true, fromMs: { start: 1, end: 2 } }),
      'e USING INDEX events_instant (status=? AND hidden=? AND start_ms>?)',
    ],
    [
      'event counts of categories for an author',
      () => store.countByLink('categoryIds', [1, 2], seenByAuthor),
      't USING COVERING INDEX event_counts_sum (kind=? AND status=? AND counted_id=?)',
    ],
    [
      'a total from counts of days: scheduled events',
      () => store.events.count({ ...seen, ...window }),
      'e USING COVERING INDEX events_publication (status=? AND published_ms>?)',
    ],
    [
      'event counts of categories',
      () => store.countByLink('categoryIds', [1, 2], seen),
      't USING COVERING INDEX event_counts_sum (kind=? AND status=? AND counted_id=?)',
    ],
    [
      'counts by category of a window: stored counts',
      () => store.events.countBy({ by: ['category'], filter: { ...seen, ...window }, limit: 9 }),
      't USING COVERING INDEX event_counts_sum (kind=? AND status=?)',
    ],
    [
      'counts by category of a window: links at its ends',
      () => store.events.countBy({ by: ['category'], filter: { ...seen, ...window }, limit: 9 }),
      'l USING COVERING INDEX event_terms_list (term_id=? AND taxonomy=? AND status=? AND hidden=? AND start_wall>? AND start_wall<?)',
    ],
    [
      'a total of a category',
      () => store.events.count({ ...seen, categoryIds: [1] }),
      'l USING COVERING INDEX event_terms_list (term_id=? AND taxonomy=? AND status=? AND hidden=?)',
    ],
    [
      'events with a place',
      () => store.events.count({ ...seen, geo: { located: true, readable: [{ status: 'publish', publishedMs: { lt: 5 } }] } }),
      'm USING PRIMARY KEY (event_id=?)',
    ],
    [
      'an author',
      () => page({ ...seen, ...window, authorIds: ['7'] }),
      'e USING COVERING INDEX events_authored (author_id=? AND status=? AND hidden=? AND start_wall>? AND start_wall<?)',
    ],
    [
      'a total of authors',
      () => store.events.count({ ...seen, ...window, authorIds: ['7', '8'] }),
      'e USING COVERING INDEX events_authored (author_id=? AND status=? AND hidden=? AND start_wall>? AND start_wall<?)',
    ],
    [
      'changed events',
      () => page({ ...seen, ...window, updatedMs: { gte: 5 } }),
      'e USING COVERING INDEX events_changed (status=? AND hidden=? AND updated_ms>?)',
    ],
    [
      'a total of changed events',
      () => store.events.count({ ...seen, ...window, updatedMs: { gte: 5 } }),
      'e USING COVERING INDEX events_changed (status=? AND hidden=? AND updated_ms>?)',
    ],
    [
      'a total of changed events, by instants',
      () =>
        store.events.count({
          ...seen,
          updatedMs: { gte: 5 },
          startMs: { gte: 1 },
          endMs: { gte: 1 },
          endLocal: { gte: '2026-01-01T00:00:00' },
        }),
      'e USING COVERING INDEX events_changed (status=? AND hidden=? AND updated_ms>?)',
    ],
    [
      'a total of changed events, featured and without a parent',
      () => store.events.count({ ...seen, updatedMs: { gte: 5 }, featured: true, parentIds: [0] }),
      'e USING COVERING INDEX events_changed (status=? AND hidden=? AND updated_ms>?)',
    ],
    [
      'hidden events too',
      () => page({ readable: seen.readable ?? [], roles: ['single', 'occurrence'], ...window, hiddenBy: ['7'] }),
      'e USING COVERING INDEX events_authored (author_id=? AND status=? AND hidden=? AND start_wall>? AND start_wall<?)',
    ],
    ['a few ids', () => page({ ...seen, ids: [1, 2, 3] }), 'e USING INTEGER PRIMARY KEY (rowid=?)'],
    ['a slug', () => page({ ...seen, slugs: ['a'] }), 'e USING INDEX events_unique_slug (slug=?)'],
    ['a uid', () => page({ ...seen, uids: ['a'] }), 'e USING INDEX events_unique_uid (uid=?)'],
    ['children', () => page({ parentIds: [1] }), 'e USING INDEX events_parent (parent_id=?)'],
    [
      'the revision: scheduled events',
      async () => store.revision(5),
      'SEARCH events USING COVERING INDEX events_publication (status=? AND published_ms>?)',
    ],
    [
      'the revision: the next series to extend',
      async () => store.revision(5),
      'SEARCH events USING COVERING INDEX events_extension (extended_to>?)',
    ],
    [
      'series to extend',
      () => page({ roles: ['series'], extendedBefore: '2028-01-01T00:00:00' }),
      'e USING INDEX events_extension (extended_to<?)',
    ],
    ['the occurrences of a series', () => page({ ...seen, seriesIds: [1] }), 'e USING COVERING INDEX events_series (series_id=?)'],
    [
      'occurrences by key',
      () => store.events.insert(buildOccurrenceDraft(series, '2026-06-01T10:00:00')),
      'events USING INDEX events_unique_occurrence (series_id=? AND key_wall=?)',
    ],
    [
      'the first of each series',
      () => page({ ...seen, ...window, distinct: 'series' }),
      'p USING COVERING INDEX events_series (series_id=? AND status=? AND hidden=? AND start_wall>? AND start_wall<?)',
    ],
    [
      'the first of each series in a category',
      () => page({ ...seen, ...window, categoryIds: [1], distinct: 'series' }),
      'p USING COVERING INDEX events_series (series_id=? AND status=? AND hidden=? AND start_wall>? AND start_wall<?)',
    ],
    [
      'a total of the first of each series',
      () => store.events.count({ ...seen, ...window, distinct: 'series' }),
      'e USING COVERING INDEX events_window (status=? AND hidden=? AND start_wall>? AND start_wall<?)',
    ],
    ['texts of series', () => page({ ...seen, ...window, textAll: ['a'] }), 's USING INTEGER PRIMARY KEY (rowid=?)'],
    [
      'venues by name, with events',
      () =>
        store.venues.find({
          filter: { readable: [{ status: 'publish' }], events: { some: true, filter: seen } },
          order: [{ key: 'nameKey', direction: 'asc' }],
          offset: 0,
          limit: 35,
        }),
      'r USING COVERING INDEX venues_name (status=?)',
    ],
    [
      'a countByLink',
      () => store.countByLink('organizerIds', [1, 2], seen),
      'l USING COVERING INDEX event_organizers_list (organizer_id=? AND status=? AND hidden=?)',
    ],
  ])('the expected index is read for %s', async (_name, read, index) => {
    const plan = await planOf(read)
    expect(plan).toContain(index)
    expect(plan).not.toMatch(/SCAN [elv]\b/)
    // If the index were not covering, each event would be looked up in the table.
    expect(plan).not.toContain('USING INDEX events_changed')
    // Whether events are hidden is the second column of every index for lists.
    expect(plan).not.toContain('events_changed (status=?)')
    // Without a bound on the instant, a total would read all past events.
    expect(plan).not.toContain('events_instant (status=? AND hidden=?)')
  })

  test.each<readonly [name: string, filter: EventFilter]>([
    ['a window', { ...seen, ...window }],
    ['one category', { ...seen, ...window, categoryIds: [1] }],
    ['one author', { ...seen, ...window, authorIds: ['1'] }],
  ])('the ids of %s come in order from the index', async (_name, filter) => {
    expect(await planOf(() => page(filter))).not.toContain('TEMP B-TREE')
  })

  test('in slices, venues within a circle are looked up by the links of each event', async () => {
    const geo = { within: buildCircle(50, 8, 25), readable: [{ status: 'publish' }] } as const
    const plan = await planOf(() => store.venues.count({ events: { some: true, filter: { ...seen, geo } } }))
    // Each slice would otherwise list all venues in the circle again.
    expect(plan).toContain('m USING PRIMARY KEY (event_id=?')
    expect(plan).toContain('v USING INTEGER PRIMARY KEY (rowid=?)')
    expect(plan).not.toContain('v USING INDEX venues_place')
  })

  test('links are read by their key, without any statistics', async () => {
    expect((await planOf(() => store.events.getMany([1]))).match(/SEARCH m USING PRIMARY KEY/g)).toHaveLength(4)
    expect((await sql<{ n: number }>`select count(*) as n from sqlite_master where name = 'sqlite_stat1'`.execute(db)).rows[0]?.n).toBe(0)
  })
})
