import { runFieldFilters } from '@kalends/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { engines } from './engines.ts'

test.each(engines)('5,000 filters by fields find the same events as a naive filter on $name', { timeout: 600_000 }, async ({ open }) => {
  const createStore = async () => {
    const { db, options, close } = await open()
    return { store: kyselyStore(db, options), close }
  }
  await expect(runFieldFilters({ fc, createStore, runs: 5_000 })).resolves.toBeUndefined()
})
