import { registerConformance } from '@kalends/testing/conformance'
import { afterAll, describe, test } from 'vitest'
import { kyselyStore } from '../../src/index.ts'
import { availableEngines, engines, enginesOfLane, isQuick, type TestDatabase, type TestEngine } from '../engines.ts'
import { skipWithout } from '../skip-without.ts'

// With a pool of one connection, code that acquires a second one inside a transaction waits forever. SQLite and PGlite always have one
// connection. The long lane tests one of MariaDB (sql-modes.deep.test.ts) and one of PostgreSQL.
const pools: Readonly<Record<string, readonly number[]>> = {
  postgres: process.env['KALENDS_LANE'] === 'long' ? [4, 1] : [4],
  mariadb: [4],
  mysql: [4],
}

// These tests check results, not durations: a machine with a slow disk may stall for more than the default deadline of two seconds.
const deadlineMs = 30_000

/** In the quick lane, an engine that takes many times as long as SQLite runs one case in this number. */
const casesPerRun: Readonly<Record<string, number>> = { pglite: 6, postgres: 5, mariadb: 5, mysql: 5 }

/** The engines that a lane tests: in the quick lane one of each dialect without a server, and the servers that answer. */
const isTested = (engine: TestEngine): boolean => !isQuick || enginesOfLane.includes(engine) || !engines.includes(engine)

/** Registers the conformance suite for engines. Each file of this folder does so for some, so that workers can share them. */
export function registerEngines(...names: readonly string[]): void {
  const tested = availableEngines.filter((engine) => names.includes(engine.name) && isTested(engine))
  skipWithout(tested)
  for (const engine of tested) {
    for (const poolSize of pools[engine.name] ?? [1]) registerEngine(engine, poolSize)
  }
}

function registerEngine(engine: TestEngine, poolSize: number): void {
  const step = isQuick ? (casesPerRun[engine.name] ?? 1) : 1
  if (step > 1) console.info(`The quick lane runs one of ${step} cases of the conformance suite on ${engine.name}.`)
  let cases = 0
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
    test: (name, body) => {
      if (cases++ % step === 0) test(name, body, 60_000)
    },
  })
}
