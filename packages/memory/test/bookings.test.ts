import { runBookings } from '@kalends/suites/differential'
import { expect, test } from 'vitest'
import { memoryStore } from '../src/index.ts'

test.each([1, 12])('%d writers of events at exclusive venues are refused where events would overlap', async (writers) => {
  const createStore = async () => ({ store: memoryStore(), close: () => {} })
  const { stored, refused } = await runBookings({ createStore, writers, runs: 400 })
  expect([stored > 50, refused > 50]).toEqual([true, true])
})
