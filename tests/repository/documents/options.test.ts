import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readDocuments, readTable, root } from './documents.ts'

const page = readDocuments().find(({ path }) => path === 'docs/guide/options.md')?.text ?? ''

test.each([
  ['## Of a calendar', 'CalendarOptions', 'packages/core/src/calendar/options.ts'],
  ['## Of a handler', 'HandlerOptions', 'packages/fetch/src/options/handler-options.ts'],
])('docs/guide/options.md %s names each option of %s, and no other', (heading, name, path) => {
  const [, declaration = ''] = readFileSync(join(root, path), 'utf8').split(`export interface ${name}`)
  const [members = ''] = declaration.split(/^\}/m)
  const options = [...members.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, option]) => `\`${option}\``)
  expect(options.length).toBeGreaterThan(5)
  expect(readTable(page, heading).map(([option]) => option)).toEqual(expect.arrayContaining(options))
  expect(options).toHaveLength(readTable(page, heading).length)
})
