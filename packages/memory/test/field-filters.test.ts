import { runFieldFilters } from '@kalends/suites/differential'
import { expect, test } from 'vitest'
import { memoryStore } from '../src/index.ts'

test('5,000 filters by fields find the same events as a naive filter', async () => {
  const createStore = async () => ({ store: memoryStore(), close: () => {} })
  await expect(runFieldFilters({ createStore, runs: 5_000 })).resolves.toBeUndefined()
})
