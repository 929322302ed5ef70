import { compareCodePoints, type EventFilter, type EventRecord, matchesEvent, type Range } from '@kalends/core/store'
import { buildEventDraft } from '@kalends/testing/conformance'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { kyselyStore, storeInSlices } from '../src/kysely-store.ts'
import { enginesOfLane } from './engines.ts'

const times = Number(process.env['KALENDS_TIMES'] ?? 1)
const dayMs = 86_400_000
const firstMs = Date.UTC(2026, 0, 1)
const local = (ms: number): string => new Date(ms).toISOString().slice(0, 19)
const hours = (...some: readonly number[]): fc.Arbitrary<number> => fc.constantFrom(...some).map((hour) => hour * 3_600_000)

/** Days around which events start, with times on both sides of each midnight. */
const wall = fc.tuple(fc.nat(9), fc.constantFrom(-1_000, 0, 1_000, dayMs / 2)).map(([day, restMs]) => firstMs + day * dayMs + restMs)

/** The distances between wall clock and instant are those of zones, and longer ones, which no zone has. */
const eventTimes = fc
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
  others: fc.constantFrom<EventFilter>(
    ...[{}, {}, { featured: true }, { endMs: { gte: firstMs + 3 * dayMs } }, { endLocal: { gte: local(firstMs + 3 * dayMs) } }],
    ...[
      { venueIds: [1] },
      { venueIds: [1, 2] },
      { venueIds: [3], featured: true },
      { fields: [{ name: 'level', keys: ['spro', 'sany'] }] },
    ],
  ),
  key: fc.constantFrom('startLocal' as const, 'startLocal' as const, 'titleKey' as const),
  direction: fc.constantFrom('asc' as const, 'desc' as const),
  readable: fc.constantFrom<NonNullable<EventFilter['readable']>>(
    [{ status: 'publish', publishedMs: { lt: 5 } }],
    [{ status: 'publish' }, { status: 'draft' }],
  ),
})

const events = fc.array(
  fc.record({
    times: eventTimes,
    featured: fc.boolean(),
    venueIds: fc.subarray([1, 2, 3]),
    fields: fc.subarray(['spro', 'sany']).map((level) => ({ values: { level: 'pro' }, keys: { level } })),
    status: fc.constantFrom('publish' as const, 'publish' as const, 'draft' as const),
    publishedMs: fc.constantFrom(1, 2, 9),
  }),
  { minLength: 20, maxLength: 60 },
)

test.each(enginesOfLane)('windows have the events that match, and their totals the number of them, on $name', async (engine) => {
  const database = await engine.open()
  onTestFinished(() => database.close())
  const stores = [kyselyStore(database.db, database.options), storeInSlices(database.db, database.options, 5)]
  const asked = fc.array(filters, { minLength: 20, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(events, asked, async (parts, questions) => {
      await database.clear()
      await stores[0]?.events.insertMany(parts.map((part, index) => buildEventDraft(part, index)))
      const all = await stores[0]?.events.find({ filter: {}, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: 100 })
      for (const { window, others, readable, key, direction } of questions) {
        const filter: EventFilter = { roles: ['single', 'occurrence'], hidden: false, readable, ...others, ...window }
        const matching = all?.filter((event) => matchesEvent(filter, event, { venue: () => undefined, organizer: () => undefined }))
        const order = [key, 'id' as const].map((one) => ({ key: one, direction }))
        const sign = direction === 'asc' ? 1 : -1
        const textOf = (event: EventRecord): string => (key === 'startLocal' ? event.times.startLocal : event.titleKey)
        const sorted = matching?.toSorted((a, b) => sign * (compareCodePoints(textOf(a), textOf(b)) || a.id - b.id))
        for (const store of stores) {
          expect(await store.events.count(filter), JSON.stringify(filter)).toBe(matching?.length)
          const page = await store.events.find({ filter, order, offset: 2, limit: 8 })
          expect(
            page.map(({ id }) => id),
            JSON.stringify({ filter, order }),
          ).toEqual(sorted?.slice(2, 10).map(({ id }) => id))
        }
      }
    }),
    { numRuns: Math.ceil((engine.name === 'node-sqlite-memory' ? 20 : 3) * times) },
  )
})
