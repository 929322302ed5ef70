import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { modulesOf } from './checkout-process.ts'
import { openMemory, openSqlite } from './subjects.ts'

const here = fileURLToPath(new URL('../../..', import.meta.url))

test.each([
  ['memory', openMemory],
  ['SQLite', openSqlite],
] as const)('a checkout creates events and reads them: %s', async (_, open) => {
  const subject = await open(await modulesOf(here), ':memory:')
  for (let n = 0; n < 60; n++) await subject.create(n)
  expect(await subject.list()).toMatchObject({ total: 30 })
  expect(await subject.get(0)).toMatchObject({ title: 'Concert 0' })
  await subject.close()
})
