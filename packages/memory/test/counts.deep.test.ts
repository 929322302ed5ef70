import { runCounts } from '@kalends/suites/differential'
import { expect, test } from 'vitest'
import { memoryStore } from '../src/index.ts'

test('counts of 5,000 random lists agree with their events', { timeout: 300_000 }, async () => {
  const createStore = async () => ({ store: memoryStore(), close: () => {} })
  await expect(runCounts({ createStore, worlds: 25, runs: 200 })).resolves.toBeUndefined()
})
