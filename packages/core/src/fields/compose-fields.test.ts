import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { messagesOf } from '../../test/messages-of.ts'
import type { Issues } from '../input/read.ts'
import type { JsonValue, StoredFields } from '../store/records.ts'
import { composeFields } from './compose-fields.ts'
import { readDeclaredFields } from './declared.ts'
import { keysOfValues } from './keys.ts'

const { event: declared } = readDeclaredFields({
  event: { a: { schema: z.any(), filter: 'is' }, b: { schema: z.any(), filter: 'range' }, c: { schema: z.any() } },
})

const names = ['a', 'b', 'c'] as const
const value = fc.oneof(fc.constantFrom<JsonValue>('x', 'y', 1, 2, true, null), fc.array(fc.constantFrom('x', 'y'), { maxLength: 2 }))
/** The changes of one write: values, and undefined for fields that are cleared. */
const changes = fc.dictionary(fc.constantFrom(...names), fc.option(value, { nil: undefined }), { maxKeys: 3, noNullPrototype: true })

const none = new Map<string, JsonValue>()
const write = (before: StoredFields | undefined, given: Readonly<Record<string, JsonValue | undefined>>): StoredFields =>
  composeFields({ declared, given: new Map(Object.entries(given)), defaults: none }, before, {})

test('writes merge per field: the last value of each field stays, and keys are those of the values', () => {
  fc.assert(
    fc.property(fc.array(changes, { minLength: 1, maxLength: 5 }), (writes) => {
      let stored: StoredFields | undefined
      for (const given of writes) stored = write(stored, given)
      const last = Object.entries(Object.assign({}, ...writes)).filter(([, given]) => given !== undefined)
      expect(stored?.values).toEqual(Object.fromEntries(last))
      expect(stored?.keys).toEqual(keysOfValues(declared.list, stored?.values ?? {}))
      // A second write of the same values changes nothing.
      expect(write(stored, Object.fromEntries(last) as Record<string, JsonValue>)).toBe(stored)
    }),
  )
})

test('an input without fields keeps the stored ones, and so do fields that are not declared', () => {
  const before: StoredFields = { values: { a: 'x', gone: [1] }, keys: { a: ['sx'] } }
  expect(composeFields(undefined, before, {})).toBe(before)
  expect(write(before, { b: 1 }).values).toEqual({ a: 'x', gone: [1], b: 1 })
})

test('defaults are for new records', () => {
  const given = { declared, given: new Map(), defaults: new Map([['c', 7]]) }
  expect(composeFields(given, undefined, {}).values).toEqual({ c: 7 })
  expect(composeFields(given, { values: {}, keys: {} }, {}).values).toEqual({})
})

test.each([
  ['a', 16_384 - '{"a":""}'.length],
  ['é', (16_384 - '{"a":""}'.length) / 2],
  ['€', Math.floor((16_384 - '{"a":""}'.length) / 3)],
  ['😀', (16_384 - '{"a":""}'.length) / 4],
])('all values together have at most 16,384 bytes as JSON: %s', (character, count) => {
  const issuesOf = (length: number): Readonly<Record<string, string>> => {
    const issues: Issues = {}
    composeFields({ declared, given: new Map([['a', character.repeat(length)]]), defaults: none }, undefined, issues)
    return messagesOf(issues)
  }
  expect(issuesOf(count)).toEqual({})
  expect(issuesOf(count + 1)).toEqual({ fields: 'must have at most 16384 bytes as JSON' })
})
