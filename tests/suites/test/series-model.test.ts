import { memoryStore } from '@kalends/memory'
import { test } from 'vitest'
import { runSeries } from '../differential/index.ts'

test('random commands have the same effect on series in the memory store as on the naive model', async () => {
  const runs = Math.ceil(400 * Number(process.env['KALENDS_TIMES'] ?? 1))
  await runSeries({ createStore: async () => ({ store: memoryStore(), close() {} }), runs, commands: 20 })
})
