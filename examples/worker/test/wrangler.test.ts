import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const here = join(import.meta.dirname, '..')

/** The configuration, which has no comments. */
const config: unknown = JSON.parse(readFileSync(join(here, 'wrangler.jsonc'), 'utf8'))

/** The names of the bindings that the program declares. */
function bindingsOf(source: string): readonly string[] {
  const [, members = ''] = /interface Environment \{(.*?)^\}/ms.exec(source) ?? []
  return [...members.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, name = '']) => name)
}

test('wrangler.jsonc names what the program has', () => {
  expect(config).toEqual({
    name: expect.stringMatching(/^[a-z0-9-]{1,63}$/),
    main: 'durable-object.ts',
    compatibility_date: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
    durable_objects: { bindings: [{ name: 'CALENDARS', class_name: 'CalendarObject' }] },
    // SQLite has to be asked for when a class is new.
    migrations: [{ tag: 'v1', new_sqlite_classes: ['CalendarObject'] }],
    vars: { NAMES: expect.any(String), PUBLIC_URL: expect.stringMatching(/^https:/) },
  })
  const program = readFileSync(join(here, 'durable-object.ts'), 'utf8')
  expect([...program.matchAll(/^export (class \w+|default)/gm)].map(([, name]) => name)).toEqual(['class CalendarObject', 'default'])
  // `wrangler secret put` sets the key of editors.
  expect(bindingsOf(program)).toEqual(['CALENDARS', 'NAMES', 'PUBLIC_URL', 'EDITOR_KEY'])
})

test('the tests in the runtime have the same date of compatibility', () => {
  const [, date] = /"compatibility_date": "([\d-]+)"/.exec(readFileSync(join(here, 'wrangler.jsonc'), 'utf8')) ?? []
  expect(readFileSync(join(here, '../../tests/workerd/workerd.ts'), 'utf8')).toContain(`compatibilityDate = "${date}"`)
})
