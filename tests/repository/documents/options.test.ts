import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readDocuments, readTable, root } from './documents.ts'

const page = readDocuments().find(({ path }) => path === 'docs/guide/options.md')?.text ?? ''

/** The members of an interface in a source file. */
function membersOf(name: string, path: string): readonly string[] {
  const [, declaration = ''] = readFileSync(join(root, path), 'utf8').split(`export interface ${name}`)
  const [members = ''] = declaration.split(/^\}/m)
  return [...members.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, option]) => `\`${option}\``)
}

const ofReads = membersOf('ReadOnlyOptions', 'packages/core/src/calendar/reading.ts')

test.each([
  ['## Of a calendar', 'CalendarOptions', [...ofReads, ...membersOf('CalendarOptions', 'packages/core/src/calendar/options.ts')]],
  ['## Of a handler', 'HandlerOptions', membersOf('HandlerOptions', 'packages/fetch/src/options/handler-options.ts')],
])('docs/guide/options.md %s names each option of %s, and no other', (heading, _name, options) => {
  expect(options.length).toBeGreaterThan(5)
  expect(readTable(page, heading).map(([option]) => option)).toEqual(expect.arrayContaining([...options]))
  expect(options).toHaveLength(readTable(page, heading).length)
})

test('docs/guide/options.md names each option of createReadOnlyCalendar', () => {
  const line = page.split('\n').find((text) => text.startsWith('[`createReadOnlyCalendar`]'))
  expect(line?.match(/`\w+`(?!\])/g)).toEqual(ofReads)
})
