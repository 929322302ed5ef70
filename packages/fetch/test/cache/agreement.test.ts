import { type Actor, createCalendar, roles } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { failingStore, fixedClock } from '@kalends/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createHandler } from '../../src/index.ts'
import { readPlans } from '../access/read-plans.ts'
import { fill, readAccessOf, viewers, worlds } from '../access/worlds.ts'
import { now, toRequest } from '../support.ts'
import { readFrom } from './support.ts'

/** Scales the number of worlds to the lane: the long lane checks ten times as many. */
const times = Number(process.env['KALENDS_TIMES'] ?? 1)

const callers: readonly (Actor | null)[] = [
  null,
  { id: '5', roles: ['author'] },
  { id: '6', roles: ['author'] },
  { id: '1', roles: ['admin'] },
]
const [everybody = never()] = viewers

function never(): never {
  throw new Error('there are no viewers')
}

const texts = fc.constantFrom('alpha', 'beta', 'gamma')
const change = fc.oneof(
  fc.record({
    method: fc.constant('PATCH'),
    path: fc
      .constantFrom('/events', '/venues', '/organizers', '/categories', '/tags')
      .chain((list) => fc.integer({ min: 1, max: 5 }).map((id) => `${list}/${id}`)),
    body: fc.record({ description: texts, status: fc.constantFrom('publish', 'draft', 'trash', 'private') }),
  }),
  fc.record({
    method: fc.constant('POST'),
    path: fc.constant('/events'),
    body: fc.record({
      title: texts,
      start_date: fc.constant('2026-03-05 10:00:00'),
      end_date: fc.constant('2026-03-05 11:00:00'),
      tags: fc.subarray(['free', 'new']),
      // Some events become public while the test reads, some later.
      date: fc.integer({ min: 0, max: 50 }).map((minute) => `2026-03-04 12:${10 + minute}:00`.replace(':60:', ':59:')),
    }),
  }),
  fc.record({
    method: fc.constant('DELETE'),
    path: fc
      .constantFrom('/events', '/venues', '/tags')
      .chain((list) => fc.integer({ min: 1, max: 5 }).map((id) => `${list}/${id}?force=1`)),
    body: fc.constant(undefined),
  }),
  // The clock advances, and sometimes goes back.
  fc.record({ advanceMs: fc.integer({ min: -1_800_000, max: 3_600_000 }) }),
)

/** Counts responses from the cache, so that the test cannot pass without any. */
let cachedCount = 0

test('a cached response equals a fresh one, for every caller, after every write, and at every time', async () => {
  const property = fc.asyncProperty(
    worlds,
    fc.array(fc.record({ change, plans: readPlans, caller: fc.constantFrom(...callers) }), { maxLength: 6 }),
    async (given, rounds) => {
      const clock = fixedClock(now)
      const store = failingStore(memoryStore(), { failAt: Number.POSITIVE_INFINITY })
      let caller: Actor | null = null
      const options = { access: roles(), authenticate: () => caller }
      const calendar = createCalendar({ store, clock })
      const ids = await calendar.transaction(async (tx) => fill(tx, given, 0, await readAccessOf(everybody)))
      const caching = createHandler(calendar, options)
      const uncached = createHandler(createCalendar({ store, clock, cache: false }), options)
      for (const round of rounds) {
        if ('advanceMs' in round.change) clock.advance(round.change.advanceMs)
        else {
          caller = { id: '1', roles: ['admin'] }
          await uncached(toRequest(round.change.method, round.change.path, round.change.body))
        }
        for (const plan of round.plans) {
          for (caller of [round.caller, null]) {
            const [answer, fresh] = [
              await readFrom(caching, store, plan.path(ids), {}, plan.method),
              await readFrom(uncached, store, plan.path(ids), {}, plan.method),
            ]
            expect(answer).toEqual({ ...fresh, calls: answer.calls })
            if (answer.calls === 1 && fresh.calls > 1) cachedCount++
          }
        }
      }
    },
  )
  const numRuns = Math.ceil(60 * Math.max(1 / 3, times))
  await fc.assert(property, { numRuns })
  expect(cachedCount).toBeGreaterThan(numRuns)
})
