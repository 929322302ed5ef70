import { memoryStore } from '@kalends/memory'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { createCalendar } from '../calendar/calendar.ts'
import { readDeclaredFields } from './declared.ts'

const schema = z.string()
const many = (count: number, field: object): object => Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, field]))

describe('the option fields', () => {
  test('gives the fields of each kind in their order', () => {
    const { event, venue } = readDeclaredFields({ event: { b: { schema, filter: 'is' }, a: { schema, description: 'First' } } })
    expect(event.list.map(({ name, filter, description }) => [name, filter, description])).toEqual([
      ['b', 'is', undefined],
      ['a', undefined, 'First'],
    ])
    expect([event.byName.get('a')?.schema, venue.list]).toEqual([schema, []])
  })

  test.each(['a', 'dressCode', 'x2', `a${'b'.repeat(39)}`])('takes the name %s', (name) => {
    expect(readDeclaredFields({ tag: { [name]: { schema } } }).tag.list[0]?.name).toBe(name)
  })

  test.each(['', 'Level', '2x', 'dress_code', 'dress-code', 'é', 'a.b', `a${'b'.repeat(40)}`, 'constructor', 'toString', 'valueOf'])(
    'refuses the name %j',
    (name) => {
      expect(() => readDeclaredFields({ event: { [name]: { schema } } })).toThrow(TypeError)
    },
  )

  test('refuses the name __proto__ of parsed JSON', () => {
    const event: unknown = JSON.parse('{ "__proto__": {} }')
    expect(() => readDeclaredFields({ event })).toThrow(/name/)
  })

  test.each([
    ['no object', [], /must be an object/],
    ['another kind', { evnt: {} }, /Is it event\?/],
    ['a kind that is no object', { event: [] }, /fields\.event must be an object/],
    ['a field that is no object', { event: { level: schema.safeParse } }, /fields\.event\.level must be an object/],
    ['another option', { event: { level: { schema, fitler: 'is' } } }, /Is it filter\?/],
    ['no schema', { event: { level: {} } }, /level\.schema must be a Standard Schema/],
    ['a schema without the standard', { event: { level: { schema: { parse: () => 1 } } } }, /Standard Schema/],
    ['another filter', { event: { level: { schema, filter: 'like' } } }, /filter must be is or range, not like/],
    ['no function', { event: { level: { schema, readable: true } } }, /readable must be a function/],
    ['no text', { event: { level: { schema, description: 1 } } }, /description must be a text/],
    ['more than 50 fields', { event: many(51, { schema }) }, /at most 50 fields, not 51/],
    ['more than 10 filters', { event: many(11, { schema, filter: 'is' }) }, /at most 10 fields with a filter, not 11/],
  ])('refuses %s', (_, option, reason) => {
    expect(() => readDeclaredFields(option)).toThrow(TypeError)
    expect(() => readDeclaredFields(option)).toThrow(reason)
  })

  test('takes 50 fields, 10 of them with a filter', () => {
    const event = { ...many(50, { schema }), ...many(10, { schema, filter: 'range' }) }
    expect(readDeclaredFields({ event }).event.list).toHaveLength(50)
  })

  test('takes a schema that is a function, as those of ArkType are', () => {
    const callable = Object.assign(() => undefined, {
      '~standard': { version: 1, vendor: 'own', validate: (value: unknown) => ({ value }) },
    })
    expect(readDeclaredFields({ event: { level: { schema: callable } } }).event.list).toHaveLength(1)
  })

  test('is read by createCalendar', () => {
    // @ts-expect-error a definition needs a schema
    expect(() => createCalendar({ store: memoryStore(), fields: { event: { level: {} } } })).toThrow(TypeError)
  })
})
