import { registerConformance } from '@kalends/testing'
import { afterAll, describe, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { engines, type TestDatabase } from './engines.ts'

// With a pool of one connection, code that acquires a second one inside a transaction waits forever. SQLite and PGlite always have one
// connection. The full lane tests one of MariaDB (sql-modes.deep.test.ts), and the long lane one of PostgreSQL, too.
const pools: Readonly<Record<string, readonly number[]>> = {
  postgres: process.env['KALENDS_LANE'] === 'long' ? [4, 1] : [4],
  mysql: [4],
}

// These tests check results, not durations: a machine with a slow disk may stall for more than the default deadline of two seconds.
const deadlineMs = 30_000

for (const engine of engines) {
  for (const poolSize of pools[engine.name] ?? [1]) {
    // Tables are created once and emptied before each case: creating them takes longer than a case.
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
      // PostgreSQL takes a second to detect a deadlock.
      test: (name, body) => test(name, body, 60_000),
    })
  }
}
