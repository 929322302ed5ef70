import { type EventFilter, matchesEvent, type Range } from '@kalends/core/store'
import { buildEventDraft } from '@kalends/testing/conformance'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { kyselyStore, storeInSlices } from '../src/kysely-store.ts'
import { enginesOfLane } from './engines.ts'

const dayMs = 86_400_000
const firstMs = Date.UTC(2026, 0, 1)
const local = (ms: number): string => new Date(ms).toISOString().slice(0, 19)
const hours = (...some: readonly number[]): fc.Arbitrary<number> => fc.constantFrom(...some).map((hour) => hour * 3_600_000)

/** Days around which events start, with times on both sides of each midnight. */
const wall = fc.tuple(fc.nat(9), fc.constantFrom(-1_000, 0, 1_000, dayMs / 2)).map(([day, restMs]) => firstMs + day * dayMs + restMs)

/** The distances between wall clock and instant are those of zones, and longer ones, which no zone has. */
const times = fc
  .record({ start: wall, lengthMs: hours(0, 1, 30, 240, 20_000, -1, -60), gapMs: hours(0, 0, -24, 14, 24, 25, -200) })
  .map(({ start, lengthMs, gapMs }) => ({
    ...{ startLocal: local(start), endLocal: local(start + lengthMs) },
    ...{ startMs: start + gapMs, endMs: start + lengthMs + gapMs },
  }))

const range = fc.record({ gte: wall, lt: wall }, { requiredKeys: [] })
const toLocal = ({ gte, lt }: Range<number>): Range<string> => ({
  ...(gte !== undefined && { gte: local(gte) }),
  ...(lt !== undefined && { lt: local(lt) }),
})
const overlap = fc.tuple(wall, fc.constantFrom(1_000, 0, dayMs, -dayMs)).map(([start, laterMs]) => ({ start, end: start + laterMs }))

const window: fc.Arbitrary<EventFilter> = fc.oneof(
  range.map((startMs) => ({ startMs })),
  fc.tuple(range, range).map(([startMs, starts]) => ({ startMs, startLocal: toLocal(starts) })),
  fc.tuple(overlap, range).map(([fromMs, startMs]) => ({ fromMs, startMs })),
  fc.tuple(overlap, range).map(([fromMs, endMs]) => ({ fromMs, endMs })),
  fc.tuple(overlap, range).map(([fromMs, starts]) => ({ fromMs, startLocal: toLocal(starts) })),
  overlap.map((fromMs) => ({ fromMs })),
  overlap.map(({ start, end }) => ({ fromLocal: { start: local(start), end: local(end) } })),
  fc.tuple(overlap, overlap).map(([fromMs, { start, end }]) => ({ fromMs, fromLocal: { start: local(start), end: local(end) } })),
)

const filters = fc.record({
  window,
  others: fc.constantFrom<EventFilter>({}, {}, { featured: true }, { endMs: { gte: firstMs + 3 * dayMs } }),
  readable: fc.constantFrom<NonNullable<EventFilter['readable']>>(
    [{ status: 'publish', publishedMs: { lt: 5 } }],
    [{ status: 'publish' }, { status: 'draft' }],
  ),
})

const events = fc.array(
  fc.record({
    times,
    featured: fc.boolean(),
    status: fc.constantFrom('publish' as const, 'publish' as const, 'draft' as const),
    publishedMs: fc.constantFrom(1, 2, 9),
  }),
  { minLength: 20, maxLength: 60 },
)

test.each(enginesOfLane)('totals of windows are the numbers of events that match, on $name', { timeout: 120_000 }, async (engine) => {
  const database = await engine.open()
  onTestFinished(() => database.close())
  const stores = [kyselyStore(database.db, database.options), storeInSlices(database.db, database.options, 5)]
  const asked = fc.array(filters, { minLength: 20, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(events, asked, async (parts, questions) => {
      await database.clear()
      await stores[0]?.events.insertMany(parts.map((part, index) => buildEventDraft(part, index)))
      const all = await stores[0]?.events.find({ filter: {}, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: 100 })
      for (const { window, others, readable } of questions) {
        const filter: EventFilter = { roles: ['single', 'occurrence'], hidden: false, readable, ...others, ...window }
        const matching = all?.filter((event) => matchesEvent(filter, event, { venue: () => undefined }))
        for (const store of stores) expect(await store.events.count(filter), JSON.stringify(filter)).toBe(matching?.length)
      }
    }),
    { numRuns: engine.name === 'node-sqlite-memory' ? 60 : 6 },
  )
})
