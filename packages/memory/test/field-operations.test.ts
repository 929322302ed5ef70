import { runFieldOperations } from '@kalends/suites/differential'
import { expect, test } from 'vitest'
import { memoryStore } from '../src/index.ts'

test('every operation returns the declared fields', async () => {
  const createStore = async () => ({ store: memoryStore(), close: async () => undefined })
  await expect(runFieldOperations({ createStore })).resolves.toBeUndefined()
})
