import { describeAgreement } from '@kalends/suites/differential'
import { describe, test } from 'vitest'
import { memoryStore } from '../src/index.ts'

const times = Number(process.env['KALENDS_TIMES'] ?? 1)

describeAgreement({
  name: 'the memory store',
  createStore: async () => ({ store: memoryStore(), close() {} }),
  runs: Math.ceil(400 * times),
  // The maximum: sequences are half as long on average.
  commands: 120,
  roundTrips: Math.ceil(2_000 * times),
  describe,
  test: (name, body) => test(name, { timeout: 60_000 * Math.max(1, times) }, body),
})
