import type { CalendarStore } from '@kalends/core'
import { type Kind, listOfKind } from '@kalends/core/store'
import { kyselyStore } from '@kalends/kysely'
import { memoryStore } from '@kalends/memory'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { engines } from '../../../kysely/test/engines.ts'
import { createItemsWorld, type Step, steps } from './items-world.ts'

/** Scales the number of runs to the lane. */
const times = Number(process.env['KALENDS_TIMES'] ?? 1)

/** Runs the steps in a new world. @returns the first step after which responses differ, with their paths */
async function firstDifference(stores: readonly CalendarStore[], given: readonly Step[]): Promise<unknown> {
  const world = await createItemsWorld(stores)
  for (const step of given) {
    const differing = await world.run(step)
    if (differing.length > 0) return { step, differing }
  }
  return undefined
}

/** A store that does not report writes of a kind. */
const silentAbout = (kind: Kind, store: CalendarStore): CalendarStore => ({
  ...store,
  log: { ...store.log, writtenSince: async (mark) => (await store.log.writtenSince(mark))?.filter((one) => one.kind !== kind) ?? null },
})

test('responses joined from cached events equal uncached ones, after every write of each process', async () => {
  const property = fc.asyncProperty(steps, async (given) => {
    const store = memoryStore()
    expect(await firstDifference([store, store], given)).toBeUndefined()
  })
  await fc.assert(property, { numRuns: Math.ceil(60 * Math.max(1 / 6, times)) })
})

test.each(Object.keys(listOfKind) as Kind[])(
  'the comparison finds a store that does not report writes of one kind: %s',
  async (kind) => {
    const property = fc.asyncProperty(steps, async (given) => {
      const store = silentAbout(kind, memoryStore())
      if ((await firstDifference([store, store], given)) !== undefined) throw new Error('a response differs')
    })
    const { failed, errorInstance } = await fc.check(property, { numRuns: 300, endOnFailure: true })
    expect([failed, String(errorInstance)]).toEqual([true, 'Error: a response differs'])
  },
  120_000,
)

describe.each(engines.filter(({ isShared }) => isShared))(
  'responses joined from cached events on $name',
  { timeout: 240_000 },
  (engine) => {
    test('equal uncached ones, after every write of two processes', async () => {
      const database = await engine.open()
      onTestFinished(() => database.close())
      const [here, there] = [kyselyStore(database.db, database.options), kyselyStore(await database.another(), database.options)]
      const property = fc.asyncProperty(steps, async (given) => {
        await database.clear()
        expect(await firstDifference([here, there], given)).toBeUndefined()
      })
      await fc.assert(property, { numRuns: Math.ceil(12 * Math.max(1 / 6, times)) })
    })
  },
)
