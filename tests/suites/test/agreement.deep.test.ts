import { memoryStore } from '@kalends/memory'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runAgreement, runFieldFilters, runRoundTrips } from '../differential/index.ts'
import { storeMutants } from '../mutants/index.ts'

/** Opens a memory store with the mistake of a mutant. */
const openMutant = (key: string) => async () => {
  const mutant = storeMutants.find((one) => one.key === key)
  if (mutant === undefined) throw new Error(`there is no mutant ${key}`)
  return { store: mutant.plant(memoryStore()), close() {} }
}

describe('random commands', () => {
  // The search for a shorter counterexample takes most of the time of a run that fails.
  const configured = fc.readConfigureGlobal()
  beforeAll(() => fc.configureGlobal({ ...configured, endOnFailure: true }))
  afterAll(() => fc.configureGlobal(configured))

  test.each([
    'forgotten/slugs',
    'forgotten/geo',
    'empty-list/tagIds',
    'search/wildcards',
    'range/closed-ms',
    'links/joined-rows',
    'text-order/utf-16',
    'order/ties',
    'paging/off-by-one',
    'countByLink/unfiltered',
    'events/none-as-some',
    'version/ignored-by-update',
    'unique/slug-first',
    'unlink/organizers',
    'transaction/leaking',
    'transaction/aborted',
    'revision/contents',
    'revision/stale-now',
    'distinct/ignored',
    'inherit/stale',
    'changed/without-trash',
    'uids/occurrences',
    'keys/no-exchange',
    'fields/first-condition',
    'fields/update-keeps-keys',
  ])('detect the mutant %s, and the error shows the seed and the path of the run', { timeout: 300_000 }, async (key) => {
    const run = runAgreement({ createStore: openMutant(key), runs: 4_000, commands: 60, seed: 4 })
    await expect(run).rejects.toThrow(/seed: 4, path: .*Counterexample: .*Got error: /s)
  })
})

test('random commands that detect a mutant are shortened to the few that it takes', async () => {
  const run = runAgreement({ createStore: openMutant('forgotten/slugs'), runs: 1_200, commands: 60, seed: 4 })
  await expect(run).rejects.toThrow(/Shrunk [1-9]\d* time\(s\)/)
})

test.each(['records/basic-plane', 'records/composed', 'records/trimmed', 'records/single-precision'])(
  'random records detect the mutant %s',
  async (key) => {
    await expect(runRoundTrips({ createStore: openMutant(key), runs: 300, seed: 4 })).rejects.toThrow('Got error: ')
  },
)

test.each(['fields/first-condition', 'fields/closed-range', 'fields/keys-or-range'])(
  'random filters by fields detect the mutant %s',
  async (key) => {
    await expect(runFieldFilters({ createStore: openMutant(key), runs: 2_000, seed: 4 })).rejects.toThrow('Got error: ')
  },
)

test('a store is opened and closed once per run', async () => {
  const counts = { opened: 0, closed: 0 }
  const createStore = async () => {
    counts.opened++
    return { store: memoryStore(), close: () => void counts.closed++ }
  }
  await runAgreement({ createStore, runs: 5, commands: 5 })
  expect(counts).toEqual({ opened: 5, closed: 5 })
})
