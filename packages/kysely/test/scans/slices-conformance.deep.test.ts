import { registerConformance } from '@kalends/testing/conformance'
import { afterAll, describe, test } from 'vitest'
import { storeInSlices } from '../../src/kysely-store.ts'
import { engines, type TestDatabase } from '../engines.ts'

/** The rows of a slice: so few that a scan of more than three rows takes several. */
const rows = 3

for (const engine of engines.filter(({ name }) => name === 'node-sqlite-memory')) {
  let opened: Promise<TestDatabase> | undefined
  afterAll(async () => (await opened)?.close())
  registerConformance({
    name: `${engine.name}, in small slices`,
    createStore: async () => {
      opened ??= engine.open()
      const database = await opened
      await database.clear()
      return { store: storeInSlices(database.db, database.options, rows), close: () => {} }
    },
    describe,
    test,
  })
}
