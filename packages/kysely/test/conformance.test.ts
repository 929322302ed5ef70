import { registerConformance } from '@kalends/testing'
import { afterAll, describe, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { engines, type TestDatabase } from './engines.ts'

// A pool of one connection waits for ever when anything inside a transaction asks the pool for another.
// The quick lane leaves that size to the full one.
const sizes = process.env['KALENDS_LANE'] === 'quick' ? [4] : [4, 1]
const pools: Readonly<Record<string, readonly number[]>> = { postgres: sizes, mysql: sizes }

// What a store answers is asked here, not how soon: a machine with a slow disk may stop for more than the two seconds of the default.
const deadlineMs = 30_000

for (const engine of engines) {
  for (const poolSize of pools[engine.name] ?? [1]) {
    // Tables are made once and emptied before each case: making them takes longer than a case.
    let opened: Promise<TestDatabase> | undefined
    afterAll(async () => (await opened)?.close())
    registerConformance({
      name: `${engine.name}, ${poolSize === 1 ? 'one connection' : `${poolSize} connections`}`,
      createStore: async () => {
        opened ??= engine.open({ poolSize })
        const database = await opened
        await database.clear()
        return { store: kyselyStore(database.db, { ...database.options, scans: { deadlineMs } }), close: () => {} }
      },
      describe,
      // PostgreSQL takes a second to find out that two transactions wait for each other.
      test: (name, body) => test(name, body, 60_000),
    })
  }
}
