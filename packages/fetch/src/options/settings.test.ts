import { allowAll, createCalendar } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { describe, expect, test } from 'vitest'
import { createHandler } from '../handler.ts'
import { de } from '../messages/de.ts'
import { handlerOptionNames } from './handler-options.ts'
import { readSettings } from './settings.ts'

const calendar = createCalendar({ store: memoryStore() })
const access = allowAll()

test('access is required', () => {
  // @ts-expect-error: it is required, also by the types
  expect(() => createHandler(calendar, {})).toThrow(/access is required/)
  // @ts-expect-error: so are the options
  expect(() => createHandler(calendar)).toThrow(/access is required/)
})

test('undefined leaves the default of every option', () => {
  const nothing = Object.fromEntries(Object.keys(handlerOptionNames).map((name) => [name, undefined]))
  const {
    id: _id,
    trustsOrigin: _trustsOrigin,
    withoutSecrets: _withoutSecrets,
    ...settings
  } = readSettings(calendar, { ...nothing, access })
  const { id, trustsOrigin, withoutSecrets, ...defaults } = readSettings(calendar, { access })
  expect(settings).toEqual(defaults)
  const request = new Request('http://localhost/?key=1')
  expect(withoutSecrets(request)).toBe(request)
  expect([typeof id, trustsOrigin('https://example.org')]).toEqual(['string', false])
  createHandler(calendar, { ...nothing, access })
})

describe('createHandler refuses an invalid option', () => {
  test.each([
    ['access', { readable: () => [] }],
    ['access', 'open'],
    ['authenticate', 'me'],
    ['links', {}],
    ['resolveImage', 1],
    ['onError', true],
    ['basePath', 'wp-json'],
    ['basePath', '/a/../b'],
    ['basePath', '/a//b'],
    ['basePath', '/ä'],
    ['basePath', 7],
    ['namespace', ''],
    ['namespace', '/a'],
    ['namespace', 'a/'],
    ['namespace', 'a?b'],
    ['languages', 'de'],
    ['languages', ['de']],
    ['languages', { '': {} }],
    ['languages', { 'd/e': {} }],
    ['languages', { constructor: {} }],
    ['languages', { de: 'German' }],
    ['languages', { de: null }],
    ['publicUrl', 'example.org'],
    ['publicUrl', '/x'],
    ['publicUrl', 'ftp://example.org'],
    ['publicUrl', 'https://me@example.org'],
    ['publicUrl', 'https://example.org/?a'],
    ['uidDomain', ''],
    ['uidDomain', 'https://example.org'],
    ['uidDomain', 'a b'],
    ['uidDomain', 'a,b'],
    ['uidDomain', 'me@example.org'],
    ['uidDomain', 7],
    ['use', {}],
    ['use', ['cors']],
    ['use', [{ name: 'A' }]],
    ['use', [{ name: 'a', hook: () => undefined }]],
    ['use', [{ name: 'a', response: true }]],
    ['use', [{ name: 'a', routes: {} }]],
    ['use', [{ name: 'a', members: { tags: {} } }]],
    ['use', [{ name: 'a', members: { tag: {} } }]],
    ['use', [{ name: 'a' }, { name: 'a' }]],
    ['allDayOnUpdate', 'never'],
    ['maxBodyBytes', 0],
    ['maxBodyBytes', 1.5],
    ['maxBodyBytes', '10'],
    ['precondition', true],
    ['precondition', 'always'],
  ])('%s: %j', (name, value) => {
    expect(() => createHandler(calendar, { access: allowAll(), [name]: value })).toThrow(TypeError)
  })
})

test.each([
  { basePath: '/' },
  { basePath: '/wp-json/' },
  { namespace: 'tribe/events/v1' },
  { publicUrl: 'https://example.org:8443/calendar/' },
  { uidDomain: 'example.org' },
  { uidDomain: 'bücher.example' },
  { languages: { de, 'pt-BR': {} } },
])('createHandler accepts %j', (options) => {
  expect(() => createHandler(calendar, { access: allowAll(), ...options })).not.toThrow()
})
