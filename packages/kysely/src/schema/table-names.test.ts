import { expect, test } from 'vitest'
import { tableNames } from './table-names.ts'

test('a prefix and a schema stand before every name', () => {
  expect(tableNames('', undefined)).toMatchObject({ events: 'events', term_ancestors: 'term_ancestors' })
  expect(tableNames('kalends_', undefined)).toMatchObject({ events: 'kalends_events', event_terms: 'kalends_event_terms' })
  expect(tableNames('a_', 'town')).toMatchObject({ events: 'town.a_events', migration: 'town.a_migration' })
})

test.each(['a.b', 'a b', 'a-b', '1a', 'a"', 'ä', 'a'.repeat(31), ' ', 'a as b', '*'])(
  '%j is refused as a prefix and as a schema',
  (name) => {
    expect(() => tableNames(name, undefined)).toThrow(TypeError)
    expect(() => tableNames('a_', name)).toThrow(TypeError)
  },
)

test('an empty schema is refused', () => {
  expect(() => tableNames('a_', '')).toThrow(TypeError)
})
