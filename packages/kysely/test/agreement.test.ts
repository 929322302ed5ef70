import { runAgreement, runCreateMany, runRoundTrips } from '@kalends/testing'
import fc from 'fast-check'
import { afterAll, describe, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { engines, type TestDatabase } from './engines.ts'

const times = Number(process.env['KALENDS_TIMES'] ?? 1)

/** The amount of work for each engine in the full lane; a sequence is half as long as `commands` on average. */
const amounts: Readonly<Record<string, { readonly runs: number; readonly commands: number }>> = {
  'node-sqlite-memory': { runs: 400, commands: 120 },
  'node-sqlite': { runs: 25, commands: 120 },
  pglite: { runs: 25, commands: 80 },
  postgres: { runs: 100, commands: 120 },
  mysql: { runs: 100, commands: 120 },
}

describe.each(engines)('$name', (engine) => {
  const { runs = 25, commands = 80 } = amounts[engine.name] ?? {}
  let opened: Promise<TestDatabase> | undefined
  afterAll(async () => (await opened)?.close())

  const createStore = async () => {
    opened ??= engine.open()
    const database = await opened
    await database.clear()
    return { store: kyselyStore(database.db, database.options), close: () => {} }
  }

  test('any sequence of commands has the same outcome as on a naive model', { timeout: 300_000 * Math.max(1, times) }, async () => {
    await runAgreement({ fc, createStore, runs: Math.ceil(runs * times), commands })
  })

  test('any record comes back as it was written', { timeout: 300_000 * Math.max(1, times) }, async () => {
    await runRoundTrips({ fc, createStore, runs: Math.ceil((engine.name === 'node-sqlite-memory' ? 2_000 : 500) * times) })
  })

  test('many events created at once come out as one after the other', { timeout: 300_000 * Math.max(1, times) }, async () => {
    await runCreateMany({ fc, createStore, runs: Math.ceil((engine.name === 'node-sqlite-memory' ? 100 : 15) * times) })
  })
})
