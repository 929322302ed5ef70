import { type CalendarStore, createCalendar } from '@kalends/core'
import { atom } from '@kalends/formats/atom'
import { csv } from '@kalends/formats/csv'
import { geoJson } from '@kalends/formats/geojson'
import { icalendar } from '@kalends/formats/icalendar'
import { jsonFeed } from '@kalends/formats/jsonfeed'
import { jsonLd } from '@kalends/formats/jsonld'
import { rss } from '@kalends/formats/rss'
import { kyselyStore } from '@kalends/kysely'
import { memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import { theEventsCalendar } from '@kalends/the-events-calendar'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, type TestDatabase } from '../../../kysely/test/engines.ts'
import { formats as useFormats } from '../../src/formats.ts'
import { createHandler, type Handler, type HandlerOptions } from '../../src/index.ts'
import { toRequest, withStandard } from '../support.ts'
import { type ReadPlan, readPlans } from './read-plans.ts'
import { fill, readAccessOf, type Viewer, viewers, type WorldIds, type Worlds, worlds } from './worlds.ts'

/** Scales the number of cases to the lane: a tenth in the quick lane, ten times as many in the long one. */
const times = Number(process.env['KALENDS_TIMES'] ?? 1)

const formats = [icalendar(), jsonLd(), geoJson(), csv(), rss(), atom(), jsonFeed()]

/** The statuses of all responses, so that the test cannot pass by reading only missing records. A 410 is rare, and not demanded. */
const statuses = new Set<number>()

/** Everything that a caller can observe. */
async function answerOf(handler: Handler, method: string, path: string, tag?: string): Promise<object> {
  const condition: Readonly<Record<string, string>> = tag === undefined ? {} : { 'if-none-match': tag }
  const response = await handler(toRequest(method, path, undefined, { 'x-request-id': 'same', ...condition }))
  statuses.add(response.status)
  return { path, status: response.status, headers: [...response.headers], text: await response.text() }
}

async function compare(one: Handler, other: Handler, plan: ReadPlan, ids: WorldIds): Promise<void> {
  const path = plan.path(ids)
  const askBoth = (tag?: string): Promise<readonly [object, object]> =>
    Promise.all([answerOf(one, plan.method, path, tag), answerOf(other, plan.method, path, tag)])
  const [answer, same] = await askBoth()
  expect(same).toEqual(answer)
  // The second response comes from the cache.
  const tag = new Map('headers' in answer ? (answer.headers as [string, string][]) : []).get('etag')
  const [again, sameAgain] = await askBoth(plan.isRepeated ? tag : undefined)
  expect(sameAgain).toEqual(again)
  if (!plan.isRepeated) expect(again).toEqual(answer)
}

/** Writes two worlds into two empty stores and compares all reads. */
async function compareWorlds(
  stores: readonly [CalendarStore, CalendarStore],
  viewer: Viewer,
  given: Worlds,
  plans: readonly ReadPlan[],
  options: Partial<HandlerOptions> = {},
): Promise<void> {
  const sees = await readAccessOf(viewer)
  const open = async (world: 0 | 1): Promise<{ handler: Handler; ids: WorldIds }> => {
    const calendar = createCalendar({ store: stores[world], clock: fixedClock('2026-03-04T12:00:00Z') })
    const ids = await calendar.transaction((tx) => fill(tx, given, world, sees))
    return {
      handler: createHandler(calendar, {
        access: viewer.access,
        authenticate: () => viewer.actor,
        use: withStandard([useFormats(formats)]),
        ...options,
      }),
      ids,
    }
  }
  const [one, other] = await Promise.all([open(0), open(1)])
  expect(one.ids).toEqual(other.ids)
  // Who may create events learns when a venue is taken, also by events that they may not read.
  const seesBusy = (await viewer.access.may({ actor: viewer.actor, action: 'create', kind: 'event' })) === true
  for (const plan of plans)
    if (!(seesBusy && plan.path(one.ids).startsWith('/free-busy'))) await compare(one.handler, other.handler, plan, one.ids)
}

/** The number of runs by engine: database servers take longer for each world than the stores of this process. */
const runsOf: Readonly<Record<string, number>> = { postgres: 100, mariadb: 30, mysql: 30 }

describe('records that a viewer cannot read change no byte of a response', () => {
  test('on memory', async () => {
    statuses.clear()
    const property = fc.asyncProperty(worlds, fc.constantFrom(...viewers), readPlans, (given, viewer, all) =>
      compareWorlds([memoryStore(), memoryStore()], viewer, given, all),
    )
    await fc.assert(property, { numRuns: Math.ceil(300 * times) })
    expect([200, 304, 400, 404].filter((status) => !statuses.has(status))).toEqual([])
  })

  // The adapter has errors, counts and lookups of its own.
  test('on memory, with the adapter of The Events Calendar', async () => {
    statuses.clear()
    const options = { use: withStandard([theEventsCalendar(), useFormats(formats)]) }
    const property = fc.asyncProperty(worlds, fc.constantFrom(...viewers), readPlans, (given, viewer, all) =>
      compareWorlds([memoryStore(), memoryStore()], viewer, given, all, options),
    )
    await fc.assert(property, { numRuns: Math.max(30, Math.ceil(100 * times)) })
    expect([200, 304, 400, 404].filter((status) => !statuses.has(status))).toEqual([])
  })

  // A file database and an in-process one add nothing to the other engines.
  describe.each(engines.filter(({ name }) => name !== 'node-sqlite' && name !== 'pglite'))('on $name', (engine) => {
    const databases: TestDatabase[] = []
    beforeAll(async () => {
      for (const _ of [0, 1]) databases.push(await engine.open())
    })
    afterAll(async () => {
      for (const database of databases) await database.close()
    })

    test('in two databases', { timeout: 300_000 * Math.max(1, times) }, async () => {
      const [one, other] = databases
      if (one === undefined || other === undefined) throw new Error('expected two databases')
      const property = fc.asyncProperty(worlds, fc.constantFrom(...viewers), readPlans, async (given, viewer, all) => {
        await Promise.all(databases.map((database) => database.clear()))
        await compareWorlds([kyselyStore(one.db, one.options), kyselyStore(other.db, other.options)], viewer, given, all)
      })
      await fc.assert(property, { numRuns: Math.ceil((runsOf[engine.name] ?? 300) * times) })
    })
  })
})
