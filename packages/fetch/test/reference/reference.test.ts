import { readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readDocument } from './document.ts'
import { examples, prepareExamples } from './examples.ts'
import { toReference } from './page.ts'

const page = new URL('../../../../docs/http/rest-reference.md', import.meta.url)

test('docs/http/rest-reference.md is up to date', async () => {
  const written = await toReference()
  if (process.env['KALENDS_WRITE'] === '1') await writeFile(page, written)
  expect(await readFile(page, 'utf8')).toBe(written)
})

test('docs/http/rest-reference.md has every operation, and every example succeeds', async () => {
  const { handler, send } = await prepareExamples()
  const text = await readFile(page, 'utf8')
  for (const [path, operations] of Object.entries(readDocument(handler).paths)) {
    const place = path.slice('/calendar/events/v1'.length)
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((name) => name.toLowerCase() in operations))
      expect(text).toMatch(
        new RegExp(`^### (?:[A-Z]+, )*${method}(?:, [A-Z]+)* ${(place === '' ? path : place).replaceAll(/[{}]/g, '\\$&')}$`, 'm'),
      )
  }
  for (const key of Object.keys(examples)) expect([key, (await send(key)).status]).toEqual([key, /^POST \/\w+$/.test(key) ? 201 : 200])
})
