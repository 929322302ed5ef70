import type { CalendarStore, EventFilter } from '@kalends/core/store'
import { buildEventDraft, buildTermDraft, type PartialEventDraft } from '@kalends/testing/conformance'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { compactCounts } from '../src/count/compact.ts'
import { dialectOf } from '../src/engine/dialect-of.ts'
import { contextOf } from '../src/engine/store-context.ts'
import { kyselyStore } from '../src/index.ts'
import { engines, type OpenOptions, type TestDatabase, type TestEngine } from './engines.ts'

const published: EventFilter = {
  readable: [{ status: 'publish', publishedMs: { lt: 5 } }],
  hidden: false,
  roles: ['single', 'occurrence'],
}
const part = {
  status: 'publish',
  publishedMs: 0,
  times: { startLocal: '2031-05-31T19:30:00', endLocal: '2031-05-31T21:00:00' },
} as const
let last = 0
const draftOf = (some: PartialEventDraft = {}) => buildEventDraft({ ...part, ...some }, ++last)
const many = (count: number, some: PartialEventDraft) => Array.from({ length: count }, () => draftOf(some))

interface Opened extends TestDatabase {
  readonly store: CalendarStore
  /** Creates a category, and returns its id. */
  createCategory(): Promise<number>
  /** The number of rows in a table. */
  rows(table: string): Promise<number>
  /** Compacts the counts in a transaction of another write. */
  compact(): Promise<void>
}

async function open(engine: TestEngine, options?: OpenOptions): Promise<Opened> {
  const database = await engine.open(options)
  onTestFinished(() => database.close())
  const { db } = database
  const store = kyselyStore(db, database.options)
  return {
    ...database,
    store,
    createCategory: async () => (await store.terms.insert(buildTermDraft({ taxonomy: 'category' }, ++last))).id,
    rows: async (table) => {
      const { rows } = await sql<{ n: unknown }>`select count(*) as n from ${sql.table(database.options.prefix + table)}`.execute(db)
      return Number(rows[0]?.n)
    },
    compact: () =>
      db
        .transaction()
        .setIsolationLevel('read committed')
        .execute((trx) => compactCounts(contextOf(dialectOf, trx, database.options))),
  }
}

describe.each(engines)('event counts on $name', (engine) => {
  test.each([
    ['left the term', () => ({ categoryIds: [] })],
    ['went to another term', (other: number) => ({ categoryIds: [other] })],
    ['was hidden', () => ({ hidden: true })],
    ['became a draft', () => ({ status: 'draft' as const })],
    ['was scheduled', () => ({ publishedMs: 9 })],
  ])('contain no term whose only event %s', async (_what, changed) => {
    const { store, createCategory } = await open(engine)
    const [category, other] = [await createCategory(), await createCategory()]
    await store.events.update({ ...(await store.events.insert(draftOf({ categoryIds: [category] }))), ...changed(other) })
    expect((await store.countByLink('categoryIds', [category, other], published)).has(category)).toBe(false)
  })

  test('are compacted for all days that were written since the last compaction', async () => {
    const { compact, rows, ...database } = await open(engine)
    const { db, parts, tables } = contextOf(dialectOf, database.db, database.options)
    // In the order of the days, as when a calendar is filled one event at a time. Compaction reads the newest 20,000 rows.
    const ofDays = Array.from({ length: 8_000 }, (_, index) => ({
      kind: 'day',
      counted_id: Math.floor(index / 20),
      period: 0,
      status: 'publish',
      events: 1,
    }))
    for (let done = 0; done < ofDays.length; done += 100)
      await db
        .insertInto(tables.event_counts)
        .values(ofDays.slice(done, done + 100))
        .execute()
    await compact()
    expect(await rows('event_counts')).toBe(400)
    const { rows: sums } = await sql<{ n: unknown }>`select sum(events) as n from ${parts.event_counts}`.execute(db)
    expect(Number(sums[0]?.n)).toBe(8_000)
  })
})

const shared = engines.filter(({ address }) => address !== undefined)
// On MariaDB a serializable read locks out all writers by itself.
const strictCases = [
  ...shared.map((engine) => ({ engine, name: engine.name, isolation: 'repeatable read' as const })),
  ...shared.filter(({ name }) => name === 'postgres').map((engine) => ({ engine, name: engine.name, isolation: 'serializable' as const })),
]

describe.each(strictCases)('compaction in a transaction of the host on $name, $isolation', ({ engine, isolation }) => {
  test('does not block other writers', async () => {
    const { db, options, store, rows, createCategory } = await open(engine)
    const id = await createCategory()
    for (const draft of many(20, { categoryIds: [id] })) await store.events.insert(draft)
    await db
      .transaction()
      .setIsolationLevel(isolation)
      .execute(async (trx) => {
        await compactCounts(contextOf(dialectOf, trx, options))
        await store.events.insert(draftOf({ categoryIds: [id] }))
      })
    expect(await rows('event_counts')).toBe(6)
    expect(await store.countByLink('categoryIds', [id], published)).toEqual(new Map([[id, 21]]))
  })

  test('may fail because another one was faster, and the write of the host remains', async () => {
    const { db, options, store, compact, createCategory } = await open(engine)
    const id = await createCategory()
    for (let chunk = 0; chunk < 20; chunk++) await store.events.insertMany(many(100, { categoryIds: [id] }))
    await db
      .transaction()
      .setIsolationLevel(isolation)
      .execute(async (trx) => {
        const inside = kyselyStore(trx, options)
        expect(await inside.countByLink('categoryIds', [id], published)).toEqual(new Map([[id, 2_000]]))
        await compact()
        // One write in 2,003 compacts the counts: this one.
        await inside.events.insertMany(many(100, { categoryIds: [id] }))
      })
    expect(await store.countByLink('categoryIds', [id], published)).toEqual(new Map([[id, 2_100]]))
  })
})

describe.each(engines.filter(({ dialect }) => dialect === 'mysql'))('on $name', (engine) => {
  test('compaction runs even if a server assigns only every second id', async () => {
    const { db, store, rows, createCategory } = await open(engine, { poolSize: 1 })
    const id = await createCategory()
    await sql`set session auto_increment_increment = 2, session auto_increment_offset = 1`.execute(db)
    await store.transaction(async (tx) => {
      for (const draft of many(2_010, { categoryIds: [id] })) await tx.events.insert(draft)
    })
    expect(await rows('event_counts')).toBeLessThan(3_100)
    expect(await store.countByLink('categoryIds', [id], published)).toEqual(new Map([[id, 2_010]]))
  })
})
