import { runAgreement, runRoundTrips } from '@kalends/testing'
import fc from 'fast-check'
import { test } from 'vitest'
import { memoryStore } from '../src/index.ts'

const times = process.env['KALENDS_LONG'] === '1' ? 10 : 1
const createStore = async () => ({ store: memoryStore(), close() {} })

// Sequences are half as long on average.
test('any sequence of commands has the same outcome as on a naive model', { timeout: 60_000 * times }, async () => {
  await runAgreement({ fc, createStore, runs: 400 * times, commands: 120 })
})

test('any record comes back as it was written', { timeout: 60_000 * times }, async () => {
  await runRoundTrips({ fc, createStore, runs: 2000 * times })
})
