import { runFieldOperations } from '@kalends/suites/differential'
import { expect, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { engines } from './engines.ts'

test.each(engines)('every operation returns the declared fields on $name', async ({ open }) => {
  const createStore = async () => {
    const { db, options, close } = await open()
    return { store: kyselyStore(db, options), close }
  }
  await expect(runFieldOperations({ createStore })).resolves.toBeUndefined()
})
