import { runFieldFilters } from '@kalends/suites/differential'
import { expect, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { engines } from './engines.ts'

const times = Number(process.env['KALENDS_TIMES'] ?? 1)
// The databases take a minute for 5,000, which the long lane tries.
const runs = Math.min(5_000, 1_000 * times)

test.each(engines)(`${runs} filters by fields find the same events as a naive filter on $name`, { timeout: 600_000 }, async ({ open }) => {
  const createStore = async () => {
    const { db, options, close } = await open()
    return { store: kyselyStore(db, options), close }
  }
  await expect(runFieldFilters({ createStore, runs })).resolves.toBeUndefined()
})
