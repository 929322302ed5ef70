import {
  type Draft,
  type EventFilter,
  type EventRecord,
  type EventSort,
  eventSortValue,
  matchesEvent,
  type ReadScope,
} from '@kalends/core/store'
import { buildEventDraft, buildTermDraft } from '@kalends/testing/conformance'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { quarterMs, quarterOf } from '../src/list/times.ts'
import { oneEngineOfEachDialect, type TestDatabase } from './engines.ts'
import { dialectName } from './schema.ts'

const local = (ms: number): string => new Date(ms).toISOString().slice(0, 19)
const quarter = (local: string): number => quarterOf(Date.parse(`${local}Z`))
const edgeMs = quarter('2026-06-01T00:00:00') * quarterMs
const scattered = (index: number, below: number): number => Math.floor((((index * 2_654_435_761) % 2 ** 32) / 2 ** 32) * below)

/** The first and last instants of a calendar, and both sides of the bounds of some quarters, also before 1970. */
const edges = [
  '1900-01-01T00:00:00',
  '2200-12-31T23:59:59',
  ...[edgeMs, edgeMs + 2 * quarterMs, 0, -quarterMs].flatMap((ms) => [local(ms - 1_000), local(ms), local(ms + 1_000)]),
]

/**
 * The number of events: too many to be sorted for a page by update in a window of two years, or for a page by publication with the read
 * scope `many`.
 */
const size = 3_600

/** The lengths of some events in days: a few of each class. */
const lengths = [1, 2, 8, 9, 64, 65, 512, 513, 2_000]

function draftOf(index: number): Draft<EventRecord> {
  const isLong = index % 13 === 5
  const startLocal = edges[index] ?? local(Date.UTC(2026, 0, 1) + scattered(index, 2 * 365 * 24) * 3_600_000)
  const startMs = Date.parse(`${startLocal}Z`)
  const endMs = startMs + (isLong ? (lengths[index % lengths.length] ?? 0) * 86_400_000 : 0)
  return buildEventDraft(
    {
      slug: `event-${index}`,
      times: { startLocal, endLocal: local(endMs), startMs, endMs: index % 301 === 100 ? 0 : endMs },
      status: index % 9 === 3 ? 'draft' : 'publish',
      authorId: String(index % 3),
      hidden: index % 50 === 7,
      publishedMs: scattered(index + 1, 90),
      updatedMs: scattered(index + 2, 900),
      categoryIds: index % 4 === 1 ? [1] : [],
    },
    index,
  )
}

const compare = (a: number | string, b: number | string): number => (a < b ? -1 : a > b ? 1 : 0)

const everybody: ReadScope = [{ status: 'publish', publishedMs: { lt: 85 } }]
const author: ReadScope = [...everybody, { status: 'draft', authorIds: ['1'] }, { status: 'publish', authorIds: ['1', '2'] }]

/** A scope with many clauses, for each of which the limit for sorting is lower. */
const many: ReadScope = [...everybody, ...Array.from({ length: 15 }, (_, id) => ({ status: 'draft', authorIds: [String(id)] }) as const)]

const scopes = [everybody, author, many]

const windows: readonly EventFilter[] = [
  { startLocal: { gte: '2026-01-01T00:00:00', lt: '2028-01-01T00:00:00' } },
  { startLocal: { gte: local(edgeMs), lt: local(edgeMs + 4 * quarterMs) } },
  { startLocal: { gte: local(edgeMs - 1_000), lt: local(edgeMs + 2 * quarterMs + 1_000) } },
  { startLocal: { gte: '1969-01-01T00:00:00', lt: '2027-12-31T12:00:00' } },
  { startLocal: { gte: '2026-01-01T00:00:00', lt: '2028-01-01T00:00:00' }, categoryIds: [1] },
  { endLocal: { gte: '2026-06-15T00:00:00' }, startLocal: { lt: '2027-03-01T00:00:00' } },
  { endMs: { gte: Date.UTC(2026, 5, 15) }, startMs: { lt: Date.UTC(2027, 2, 1) } },
  { endLocal: { gte: '2026-06-15T00:00:00' } },
  { startMs: { gte: Date.UTC(2026, 5, 15), lt: Date.UTC(2027, 2, 1) } },
  { startLocal: { gte: '1900-01-01T00:00:00', lt: '2201-01-01T00:00:00' } },
  { startLocal: { gte: '2028-01-01T00:00:00', lt: '2026-01-01T00:00:00' } },
]

/** An order that is read by quarter, or with long events in separate branches. */
type Sort = EventSort & { readonly key: 'publishedMs' | 'updatedMs' | 'startMs' | 'endLocal' }

const orders: readonly Sort[] = (['publishedMs', 'updatedMs', 'startMs', 'endLocal'] as const).flatMap((key) => [
  { key, direction: 'asc' },
  { key, direction: 'desc' },
])

describe.each(oneEngineOfEachDialect)('pages by quarter on $name', (engine) => {
  let database: TestDatabase
  let sent: string[] = []
  let stored: EventRecord[] = []
  beforeAll(async () => {
    database = await engine.open({ log: ({ query }) => void sent.push(query.sql) })
    const { events, terms } = kyselyStore(database.db, database.options)
    // In new tables, ids begin with 1.
    await terms.insert(buildTermDraft({ taxonomy: 'category' }))
    for (let done = 0; done < size; done += 400) {
      const some = await events.insertMany(Array.from({ length: 400 }, (_, index) => draftOf(done + index)))
      stored.push(...some.filter((event) => event !== null))
    }
    // Without statistics of a table that was just filled, PostgreSQL takes seconds for some of these pages.
    if (dialectName(database.db) === 'postgres') await sql`analyze ${sql.table(`${database.options.prefix}events`)}`.execute(database.db)
  })
  afterAll(() => database.close())

  async function comparePages(filter: EventFilter, sort: Sort): Promise<void> {
    // A busy machine may take longer than the default deadline.
    const { events } = kyselyStore(database.db, { ...database.options, scans: { deadlineMs: 60_000 } })
    const { key, direction } = sort
    const sign = direction === 'asc' ? 1 : -1
    const matching = stored
      .filter((event) => matchesEvent(filter, event, { venue: () => undefined, organizer: () => undefined }))
      .toSorted((a, b) => sign * compare(eventSortValue(a, key), eventSortValue(b, key)) || a.id - b.id)
    for (const [offset, limit] of [
      [0, 35],
      [35, 100],
      [1_990, 10],
      [2_000, 10],
    ] as const) {
      const found = await events.find({ filter, order: [sort, { key: 'id', direction: 'asc' }], offset, limit })
      expect(found.map(({ id }) => id)).toEqual(matching.slice(offset, offset + limit).map(({ id }) => id))
    }
  }

  // Every window is combined with every order, and both with all scopes.
  const cases = windows.flatMap((window, row) =>
    orders.map((sort, column) => {
      const readable = scopes[(row + column) % scopes.length]
      return {
        filter: { ...window, hidden: false, ...(readable && { readable }) },
        sort,
        name: `${sort.key} ${sort.direction}, window ${row + 1}`,
      }
    }),
  )
  test.each(cases)('have the matching events in order: $name', ({ filter, sort }) => comparePages(filter, sort))

  test.each([
    [orders[0], windows[1], many],
    [orders[2], windows[0], everybody],
  ] as const)('are read from the index by quarter in the order %o', async (sort, window, readable) => {
    sent = []
    if (sort !== undefined) await comparePages({ ...window, hidden: false, readable, roles: ['single', 'occurrence'] }, sort)
    // On SQLite such a page is read in slices instead, each of which names its index.
    expect(sent.some((statement) => /start_quarter|indexed by/.test(statement))).toBe(true)
  })

  test('contain moved events in their new quarter', async () => {
    const { events } = kyselyStore(database.db, database.options)
    const moved = stored.filter(({ id }) => id % 40 === 5)
    for (const event of moved) {
      const startMs = event.times.startMs + 3 * quarterMs
      const startLocal = local(startMs)
      const after = await events.update({ ...event, times: { ...event.times, startLocal, endLocal: startLocal, startMs, endMs: startMs } })
      stored = stored.map((before) => (before.id === after.id ? after : before))
    }
    for (const window of windows.slice(0, 3))
      for (const sort of orders) await comparePages({ ...window, hidden: false, readable: everybody }, sort)
  })
})
