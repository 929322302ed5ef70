import { runFieldFilters } from '@kalends/suites/differential'
import { expect, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { storeInSlices } from '../src/kysely-store.ts'
import { engines } from './engines.ts'

test.each(engines)('some filters by fields find the same events as a naive filter on $name', { timeout: 600_000 }, async ({ open }) => {
  const createStore = async () => {
    const { db, options, close } = await open()
    return { store: kyselyStore(db, options), close }
  }
  await expect(runFieldFilters({ createStore, runs: 60 })).resolves.toBeUndefined()
})

const sqlite = engines.filter(({ name }) => name === 'node-sqlite-memory')

test.each(sqlite)('totals of some filters by fields are right in slices of some rows on $name', { timeout: 600_000 }, async ({ open }) => {
  const createStore = async () => {
    const { db, options, close } = await open()
    return { store: storeInSlices(db, options, 7), close }
  }
  await expect(runFieldFilters({ createStore, runs: 120 })).resolves.toBeUndefined()
})
