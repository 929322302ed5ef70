import { runAgreement, runChangeMany, runCreateMany, runRoundTrips, runSeries } from '@kalends/suites/differential'
import { afterAll, describe, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { enginesOfLane, type TestDatabase } from './engines.ts'

const times = Number(process.env['KALENDS_TIMES'] ?? 1)

/** The number of generated cases for an engine in the full lane; a sequence is half as long as `commands` on average. */
interface Amounts {
  readonly runs: number
  readonly commands: number
  readonly roundTrips: number
  readonly bulkRuns: number
}

/** For an engine whose dialect another engine of the list tests more thoroughly. */
const few: Amounts = { runs: 10, commands: 120, roundTrips: 100, bulkRuns: 5 }

/** SQLite in memory is the fastest by far, so it gets most of the cases. Servers only add their own types, plans and errors. */
const amounts: Readonly<Record<string, Amounts>> = {
  'node-sqlite-memory': { runs: 400, commands: 120, roundTrips: 2_000, bulkRuns: 100 },
  postgres: { runs: 50, commands: 120, roundTrips: 300, bulkRuns: 15 },
  mariadb: { runs: 50, commands: 120, roundTrips: 300, bulkRuns: 15 },
}

describe.each(enginesOfLane)('$name', (engine) => {
  const { runs, commands, roundTrips, bulkRuns } = amounts[engine.name] ?? few
  let opened: Promise<TestDatabase> | undefined
  afterAll(async () => (await opened)?.close())

  const createStore = async () => {
    opened ??= engine.open()
    const database = await opened
    await database.clear()
    return { store: kyselyStore(database.db, database.options), close: () => {} }
  }

  test('any sequence of commands has the same outcome as on a naive model', { timeout: 300_000 * Math.max(1, times) }, async () => {
    await runAgreement({ createStore, runs: Math.ceil(runs * times), commands })
  })

  test('any record comes back as it was written', { timeout: 300_000 * Math.max(1, times) }, async () => {
    await runRoundTrips({ createStore, runs: Math.ceil(roundTrips * times) })
  })

  test('series are the same as in a naive model after the same writes', { timeout: 300_000 * Math.max(1, times) }, async () => {
    await runSeries({ createStore, runs: Math.ceil((engine.name === 'node-sqlite-memory' ? 100 : 15) * times), commands: 16 })
  })

  test('events created in bulk are the same as events created one by one', { timeout: 300_000 * Math.max(1, times) }, async () => {
    await runCreateMany({ createStore, runs: Math.ceil(bulkRuns * times) })
  })

  test('all events of a list are changed as by a loop over the list', { timeout: 300_000 * Math.max(1, times) }, async () => {
    await runChangeMany({ createStore, runs: Math.ceil(bulkRuns * times) })
  })
})
