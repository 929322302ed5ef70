import { expect, test } from 'vitest'
import { frozenCopy } from './frozen.ts'

test('a copy is equal, separate and deeply frozen', () => {
  const original = { a: [1, { b: null }], c: { d: 'e' }, f: true }
  const copy = frozenCopy(original)
  expect(copy).toEqual(original)
  expect([copy, copy.a, copy.a[1], copy.c].every((part) => Object.isFrozen(part))).toBe(true)
  original.c.d = 'changed'
  original.a.push(2)
  expect(copy).toEqual({ a: [1, { b: null }], c: { d: 'e' }, f: true })
})

test.each([null, 1, 'text', true])('%j is its own copy', (value) => {
  expect(frozenCopy(value)).toBe(value)
})
