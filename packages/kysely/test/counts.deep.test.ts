import { runCounts } from '@kalends/suites/differential'
import { expect, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { engines } from './engines.ts'

const times = Number(process.env['KALENDS_TIMES'] ?? 1)

test.each(engines)('counts agree with lists on $name', { timeout: 300_000 }, async ({ name, open }) => {
  const createStore = async () => {
    const { db, options, close } = await open()
    return { store: kyselyStore(db, options), close }
  }
  const runs = Math.ceil((name === 'node-sqlite-memory' ? 400 : 60) * Math.min(times, 1))
  await expect(runCounts({ createStore, worlds: 3, runs })).resolves.toBeUndefined()
})
