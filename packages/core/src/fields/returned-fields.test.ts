import { expect, test } from 'vitest'
import * as z from 'zod'
import { readDeclaredFields, toKindFields } from './declared.ts'
import { toReturnedFields } from './returned-fields.ts'

const schema = z.number().optional()
const { event: declared } = readDeclaredFields({ event: { a: { schema }, b: { schema }, c: { schema } } })
const visible = toKindFields(declared.list.filter(({ name }) => name !== 'b'))

test.each([
  ['all values', { a: 1, b: 2, c: 3 }, declared, ['a', 'b', 'c']],
  ['some of the values', { b: 2, c: 3 }, declared, ['b', 'c']],
  ['values in another order', { c: 3, a: 1 }, declared, ['a', 'c']],
  ['values of fields that are not declared any more', { a: 1, old: 2 }, declared, ['a']],
  ['values that the viewer may not read', { a: 1, b: 2, c: 3 }, visible, ['a', 'c']],
  ['no values', {}, declared, []],
  ['values whose names are those of all objects', { toString: 1 }, declared, []],
])('%s are returned in the order of the declaration', (_, values, fields, names) => {
  const frozen = Object.freeze(values)
  const returned = toReturnedFields(fields, { values: frozen, keys: {} })
  expect(Object.keys(returned)).toEqual(names)
  expect(returned).toEqual(Object.fromEntries(names.map((name) => [name, Object.entries(values).find(([own]) => own === name)?.[1]])))
})

test('values that a caller could change are copied', () => {
  const values = { a: 1 }
  const returned = toReturnedFields(declared, { values, keys: {} })
  values.a = 2
  expect(returned).toEqual({ a: 1 })
})
