import { runExplanations } from '@kalends/suites/differential'
import { expect, test } from 'vitest'
import { memoryStore } from '../src/index.ts'

test('10,000 explanations agree with lists', { timeout: 300_000 }, async () => {
  const createStore = async () => ({ store: memoryStore(), close: () => {} })
  await expect(runExplanations({ createStore, worlds: 25, runs: 400 })).resolves.toBeUndefined()
})
