import { runFieldOperations } from '@kalends/testing'
import { expect, test } from 'vitest'
import { memoryStore } from '../src/index.ts'

test('every operation returns the declared fields', async () => {
  const createStore = async () => ({ store: memoryStore(), close: async () => undefined })
  await expect(runFieldOperations({ createStore })).resolves.toBeUndefined()
})
