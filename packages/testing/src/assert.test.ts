import { CalendarError } from '@kalends/core'
import { expect, test } from 'vitest'
import { assertEqual, assertRejects, assertTrue, show } from './assert.ts'

test.each([
  [1, 1],
  [0, -0],
  [Number.NaN, Number.NaN],
  ['a', 'a'],
  [null, null],
  [undefined, undefined],
  [
    [1, [2]],
    [1, [2]],
  ],
  [
    { a: 1, b: { c: [] } },
    { b: { c: [] }, a: 1 },
  ],
  [new Map([[1, { a: 1 }]]), new Map([[1, { a: 1 }]])],
])('%j equals %j', (actual, expected) => {
  assertEqual(actual, expected)
})

test.each([
  [1, 2, 'value: expected 2, got 1'],
  ['1', 1, 'value: expected 1, got "1"'],
  ['e\u0301', '\u00e9', 'value: expected "\\u{e9}", got "e\\u{301}"'],
  [null, undefined, 'value: expected undefined, got null'],
  [null, {}, 'value: expected {}, got null'],
  [[], {}, 'value: expected {}, got []'],
  [[1], [1, 2], 'value.1: expected 2, got nothing'],
  [[1, 2], [1], 'value.1: expected nothing, got 2'],
  [{ a: undefined }, {}, 'value.a: expected nothing, got undefined'],
  [{ a: [{ b: 1 }] }, { a: [{ b: 2 }] }, 'value.a.0.b: expected 2, got 1'],
  [new Map([[1, 1]]), new Map([[1, 2]]), 'value.1: expected 2, got 1'],
  [new Map(), {}, 'value: expected {}, got Map []'],
])('%j does not equal %j', (actual, expected, message) => {
  expect(() => assertEqual(actual, expected)).toThrow(message)
})

test('show cuts long values', () => {
  expect(show('a'.repeat(1000))).toMatch(/^"a{299}\.\.\. \(1002 characters\)$/)
})

test('assertTrue throws the message if the condition is false', () => {
  assertTrue(true, 'fine')
  expect(() => assertTrue(false, 'not fine')).toThrow('not fine')
})

test('assertRejects requires a rejection with the given error code', async () => {
  const taken = new CalendarError('slug_taken', { slug: 'a' })
  expect(await assertRejects(Promise.reject(taken), 'slug_taken')).toBe(taken)
  await expect(assertRejects(Promise.reject(taken), 'not_found')).rejects.toThrow('expected not_found, but it failed with slug_taken')
  await expect(assertRejects(Promise.reject(new Error('other')), 'not_found')).rejects.toThrow('failed with Error: other')
  await expect(assertRejects(Promise.resolve(5), 'not_found')).rejects.toThrow('succeeded with 5')
})
