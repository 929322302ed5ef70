import { createCalendar } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { describeAgreement, runAgreement, runCreateMany, runRoundTrips } from '@kalends/suites/differential'
import { registerMount } from '@kalends/suites/mounts'
import { registerRefusedBodies } from '@kalends/suites/node'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { registerConformance } from '../src/conformance.ts'
import { failingStore, seedSeason, strictStore } from '../src/index.ts'

// Untyped callers can pass any value.
// biome-ignore lint/suspicious/noExplicitAny: this test passes options of any shape.
type Untyped = any

const store = memoryStore()
const runs: Untyped = { fc, createStore: async () => ({ store: memoryStore(), close: () => undefined }), runs: 1 }
const runner: Untyped = { name: 'mine', describe: (_: string, body: () => void) => body(), test: () => undefined }

test.each<[string, () => unknown]>([
  ['registerConformance has no option knownGap. Is it knownGaps?', () => registerConformance({ ...runner, knownGap: [] })],
  ['describeAgreement has no option roundTrip. Is it roundTrips?', () => describeAgreement({ ...runs, ...runner, roundTrip: 1 })],
  ['runAgreement has no option command. Is it commands?', () => runAgreement({ ...runs, command: 1 })],
  ['runCreateMany has no option seeds. Is it seed?', () => runCreateMany({ ...runs, seeds: 1 })],
  ['runRoundTrips has no option run. Is it runs?', () => runRoundTrips({ ...runs, run: 1 })],
  ['registerMount has no option base. It has: name, basePath', () => registerMount({ ...runner, base: '/api' })],
  [
    'registerRefusedBodies has no option host. It has: createServer, echo',
    () => registerRefusedBodies({ test: runner.test, host: '/echo' } as Untyped),
  ],
  ['seedSeason has no option nowMS. Is it nowMs?', () => seedSeason(createCalendar({ store }), { nowMS: 1 } as Untyped)],
  ['failingStore has no option failsAt. Is it failAt?', () => failingStore(store, { failsAt: 1 } as Untyped)],
  ['strictStore has no option contexts. Is it context?', () => strictStore(store, { contexts: 1 } as Untyped)],
])('%s', async (message, call) => {
  await expect((async () => call())()).rejects.toThrow(TypeError)
  await expect((async () => call())()).rejects.toThrow(message)
})
