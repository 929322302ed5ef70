import type { CalendarStore } from '@kalends/core'
import {
  countFacets,
  type EventFilter,
  type EventRecord,
  type EventTimes,
  type FacetCount,
  matchesEvent,
  type ReadScope,
} from '@kalends/core/store'
import { buildEventDraft, buildTermDraft } from '@kalends/testing/conformance'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compactCounts } from '../src/count/compact.ts'
import { dialectOf } from '../src/engine/dialect-of.ts'
import { contextOf } from '../src/engine/store-context.ts'
import { kyselyStore } from '../src/index.ts'
import { engines, type TestDatabase } from './engines.ts'

const times = Number(process.env['KALENDS_TIMES'] ?? 1)
const dayMs = 86_400_000
/** A few days on both sides of the beginning of 1970. */
const firstMs = -3 * dayMs
const days = 7
const local = (ms: number): string => new Date(ms).toISOString().slice(0, 19)

type Part = Pick<EventRecord, 'status' | 'hidden' | 'publishedMs' | 'categoryIds' | 'tagIds'> & Pick<EventTimes, 'startLocal'>

/** Some are four weeks apart, as the periods of counts of categories. */
const momentMs = fc
  .tuple(fc.nat(days), fc.constantFrom(0, 1, 43_200, 86_399), fc.constantFrom(0, 0, -28, 28, 56))
  .map(([day, seconds, later]) => firstMs + (day + later) * dayMs + seconds * 1_000)
const moment = momentMs.map(local)
const status = fc.constantFrom('publish' as const, 'publish' as const, 'draft' as const, 'trash' as const)

const part: fc.Arbitrary<Part> = fc.record({
  startLocal: moment,
  status,
  hidden: fc.nat(5).map((n) => n === 0),
  publishedMs: fc.nat(9),
  categoryIds: fc.subarray([1, 2, 3]),
  tagIds: fc.subarray([4, 5]),
})

type Write =
  | { readonly does: 'insert'; readonly parts: readonly Part[] }
  | { readonly does: 'update'; readonly which: number; readonly part: Part }
  | { readonly does: 'delete'; readonly which: number }
  | { readonly does: 'undo'; readonly parts: readonly Part[] }
  | { readonly does: 'compact' }

const parts = fc.array(part, { minLength: 1, maxLength: 12 })
const write: fc.Arbitrary<Write> = fc.oneof(
  fc.record({ does: fc.constant('insert' as const), parts }),
  fc.record({ does: fc.constant('update' as const), which: fc.nat(), part }),
  fc.record({ does: fc.constant('delete' as const), which: fc.nat() }),
  fc.record({ does: fc.constant('undo' as const), parts }),
  fc.constant({ does: 'compact' as const }),
)

const scope: fc.Arbitrary<ReadScope> = fc.constantFrom<ReadScope>(
  [{ status: 'publish', publishedMs: { lt: 5 } }],
  [{ status: 'publish' }],
  [{ status: 'publish', publishedMs: { lt: 5 } }, { status: 'publish', publishedMs: { gte: 5 } }, { status: 'draft' }],
  [
    { status: 'publish', publishedMs: { lt: 5 } },
    { status: 'draft', publishedMs: { lt: 3 } },
  ],
  // The counts do not cover these filters.
  [{ status: 'publish', publishedMs: { gte: 2, lt: 7 } }],
  [
    { status: 'publish', publishedMs: { lt: 5 } },
    { status: 'publish', authorIds: ['1'] },
  ],
  [{ status: 'draft', authorIds: ['1'] }],
  [],
)
const window: fc.Arbitrary<EventFilter> = fc.oneof(
  fc.constant({}),
  fc.record({ startLocal: fc.record({ gte: moment, lt: moment }, { requiredKeys: [] }) }),
  fc.record({ startMs: fc.record({ gte: momentMs, lt: momentMs }, { requiredKeys: [] }) }),
  fc.record({ fromLocal: moment.map((start) => ({ start, end: start })), startLocal: fc.record({ lt: moment }) }),
)
/** The roles that a calendar sets in the filters of its lists and counts; without them a filter also matches series, which are not counted. */
const listed = { roles: ['single', 'occurrence'] } as const satisfies EventFilter
const hidden: fc.Arbitrary<EventFilter> = fc.constantFrom<EventFilter>(
  { ...listed, hidden: false },
  { ...listed, hidden: false },
  // The counts do not cover these filters.
  { ...listed, hidden: true },
  { hidden: false },
  {},
)

const byKey = (a: FacetCount, b: FacetCount): number => String(a.keys).localeCompare(String(b.keys))

const nothing = { venue: () => undefined, organizer: () => undefined }
let last = 0
const draftOf = ({ startLocal, ...some }: Part) =>
  buildEventDraft({ authorId: String(++last % 3), times: { startLocal, endLocal: local(firstMs + 90 * dayMs) }, ...some }, last)

describe.each(engines)('event counts on $name', (engine) => {
  let database: TestDatabase
  let store: CalendarStore
  beforeAll(async () => {
    database = await engine.open()
    store = kyselyStore(database.db, database.options)
  })
  afterAll(() => database.close())

  const all = (): Promise<readonly EventRecord[]> =>
    store.events.find({ filter: {}, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: 10_000 })
  const compact = (db = database.db): Promise<void> =>
    db
      .transaction()
      .setIsolationLevel('read committed')
      .execute((trx) => compactCounts(contextOf(dialectOf, trx, database.options)))

  async function run(step: Write): Promise<void> {
    if (step.does === 'compact') return compact()
    if (step.does === 'insert') {
      const [first, ...others] = step.parts.map(draftOf)
      if (first !== undefined) await store.events.insert(first)
      await store.events.insertMany(others)
      return
    }
    if (step.does === 'undo') {
      const undone = store.transaction(async (tx) => {
        await tx.events.insertMany(step.parts.map(draftOf))
        throw new Error('undone')
      })
      return expect(undone).rejects.toThrow('undone')
    }
    const events = await all()
    const event = events[step.which % events.length]
    if (event === undefined) return
    if (step.does === 'delete') return store.events.delete(event.id, event.version)
    const { startLocal, ...part } = step.part
    await store.events.update({ ...event, ...part, times: { ...event.times, startLocal } })
  }

  const runs = Math.ceil((engine.name === 'node-sqlite-memory' ? 150 : 20) * times)
  const numbers = fc.record({
    writes: fc.array(write, { minLength: 3, maxLength: 25 }),
    asked: fc.array(fc.tuple(scope, window, hidden), { minLength: 8, maxLength: 8 }),
  })

  test('equal the numbers of events that match, after any writes', { timeout: 300_000 * Math.max(1, times) }, async () => {
    await fc.assert(
      fc.asyncProperty(numbers, async ({ writes, asked }) => {
        await database.clear()
        await store.terms.insertMany([1, 2, 3, 4, 5].map((index) => buildTermDraft({ taxonomy: index < 4 ? 'category' : 'tag' }, ++last)))
        const terms = await store.terms.find({ filter: {}, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: 9 })
        const named = (ids: readonly number[]) => ids.map((id) => terms[id - 1]?.id ?? 0)
        const known = (some: Part): Part => ({ ...some, categoryIds: named(some.categoryIds), tagIds: named(some.tagIds) })
        for (const step of writes) {
          if (step.does === 'insert' || step.does === 'undo') await run({ ...step, parts: step.parts.map(known) })
          else if (step.does === 'update') await run({ ...step, part: known(step.part) })
          else await run(step)
        }
        const events = await all()
        for (const [readable, times, shown] of asked) {
          const filter: EventFilter = { readable, ...times, ...shown }
          const matching = events.filter((event) => matchesEvent(filter, event, nothing))
          expect(await store.events.count(filter), JSON.stringify(filter)).toBe(matching.length)
          for (const facet of ['category', 'month'] as const) {
            const query = { by: [facet], filter, limit: 100 }
            const [found, expected] = [await store.events.countBy(query), countFacets(matching, query, nothing)]
            expect(found.toSorted(byKey), JSON.stringify(query)).toEqual(expected.toSorted(byKey))
          }
          const counted: EventFilter = { readable, ...shown }
          const linking = events.filter((event) => matchesEvent(counted, event, nothing))
          const ofTerm = (id: number) => linking.filter(({ categoryIds, tagIds }) => categoryIds.includes(id) || tagIds.includes(id)).length
          for (const linkField of ['categoryIds', 'tagIds'] as const) {
            const ids = linkField === 'categoryIds' ? named([1, 2, 3]) : named([4, 5])
            const countByLink = await store.countByLink(linkField, ids, counted)
            expect(ids.map((id) => countByLink.get(id) ?? 0)).toEqual(ids.map(ofTerm))
          }
          const order = [
            { key: 'eventCount', direction: 'desc', filter: counted },
            { key: 'id', direction: 'asc' },
          ] as const
          const found = await store.terms.find({ filter: {}, order, offset: 0, limit: 9 })
          const expected = terms.toSorted((a, b) => ofTerm(b.id) - ofTerm(a.id) || a.id - b.id)
          expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
        }
      }),
      { numRuns: runs },
    )
  })

  /** Empties the tables, and creates a category. */
  async function clear(): Promise<{ readonly category: number; readonly published: Part }> {
    await database.clear()
    const { id } = await store.terms.insert(buildTermDraft({ taxonomy: 'category' }, ++last))
    return {
      category: id,
      published: { startLocal: local(firstMs), status: 'publish', hidden: false, publishedMs: 0, categoryIds: [id], tagIds: [] },
    }
  }

  const inCategory = async (id: number): Promise<number | undefined> =>
    (await store.countByLink('categoryIds', [id], { ...listed, readable: [{ status: 'publish' }], hidden: false })).get(id)

  async function countRows(): Promise<number> {
    const { rows } = await sql<{
      total: unknown
    }>`select count(*) as total from ${sql.table(`${database.options.prefix}event_counts`)}`.execute(database.db)
    return Number(rows[0]?.total)
  }

  test('keep their values when they are compacted', async () => {
    const { category, published } = await clear()
    for (let events = 0; events < 20; events++) await store.events.insert(draftOf(published))
    const later = local(firstMs + 28 * dayMs)
    for (let events = 0; events < 3; events++) await store.events.insert(draftOf({ ...published, startLocal: later }))
    expect(await countRows()).toBe(69)
    await compact()
    // Three rows are too few to compact: of the later day, and of its four weeks.
    expect(await countRows()).toBe(9)
    expect(await inCategory(category)).toBe(23)
    const filter: EventFilter = { ...listed, readable: [{ status: 'publish' }], hidden: false, startLocal: { gte: local(firstMs + dayMs) } }
    expect(await store.events.countBy({ by: ['category'], filter, limit: 9 })).toEqual([{ keys: [category], count: 3 }])
  })

  test('are compacted by one write in two thousand', async () => {
    const { category, published } = await clear()
    const many = Array.from({ length: 100 }, () => draftOf(published))
    for (let chunks = 0; chunks < 41; chunks++)
      await store.events.insertMany(many.map((draft, i) => ({ ...draft, slug: `${chunks}-${i}` })))
    expect(await countRows()).toBeLessThan(70)
    expect(await inCategory(category)).toBe(4_100)
  })

  test('are right for terms even if too many events are scheduled to subtract them', async () => {
    const { category, published } = await clear()
    const events = Array.from({ length: 2_110 }, (_, index) => draftOf({ ...published, publishedMs: index < 10 ? 0 : 9 }))
    await store.events.insertMany(events)
    const filter: EventFilter = { ...listed, readable: [{ status: 'publish', publishedMs: { lt: 5 } }], hidden: false }
    expect(await store.countByLink('categoryIds', [category], filter)).toEqual(new Map([[category, 10]]))
    expect(await store.events.count(filter)).toBe(10)
    const window = { startLocal: { gte: local(firstMs - 60 * dayMs) } }
    expect(await store.events.countBy({ by: ['category'], filter: { ...filter, ...window }, limit: 9 })).toEqual([
      { keys: [category], count: 10 },
    ])
    const order = [{ key: 'eventCount', direction: 'desc', filter }] as const
    expect(await store.terms.find({ filter: {}, order, offset: 0, limit: 9 })).toMatchObject([{ id: category }])
  })

  test('stay right when several connections write and compact at the same time', async () => {
    const { category, published } = await clear()
    const connections = engine.isShared ? await Promise.all([1, 2, 3, 4].map(() => database.another())) : [database.db]
    const writers = connections.map(async (db) => {
      const own = kyselyStore(db, database.options)
      for (let events = 0; events < 25; events++) {
        const event = await own.events.insert(draftOf(published))
        if (events % 5 === 0) await own.events.update({ ...event, hidden: true })
        if (events % 6 === 0) await compact(db)
      }
    })
    await Promise.all(writers)
    await compact()
    expect(await inCategory(category)).toBe(connections.length * 20)
  })
})
