import { registerConformance } from '@kalends/testing'
import { afterAll, describe, test } from 'vitest'
import { storeInSlices } from '../../src/kysely-store.ts'
import { engines, type TestDatabase } from '../engines.ts'

/** Slices that are so small that a scan of more than three rows takes several. */
const small = { first: 3, most: 40 }

for (const engine of engines.filter(({ name }) => name === 'node-sqlite-memory')) {
  let opened: Promise<TestDatabase> | undefined
  afterAll(async () => (await opened)?.close())
  registerConformance({
    name: `${engine.name}, in small slices`,
    createStore: async () => {
      opened ??= engine.open()
      const database = await opened
      await database.clear()
      return { store: storeInSlices(database.db, database.options, small), close: () => {} }
    },
    describe,
    test: (name, body) => test(name, body, 60_000),
  })
}
