import fc from 'fast-check'
import { expect, test } from 'vitest'
import { messageOf } from '../errors/issues.ts'
import { toJsonValue } from './json-value.ts'

/** The copy of a value, and the places of its issues. */
function copy(value: unknown): { readonly copied: unknown; readonly issues: readonly string[] } {
  const issues: string[] = []
  const copied = toJsonValue(value, (path, reason) => void issues.push(`${path.map(String).join('.')}: ${messageOf(reason)}`))
  return { copied, issues }
}

const notJson = 'must be a value that JSON can express'

test('a copy equals what JSON makes of the value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6, noUnicodeString: true }), (value) => {
      const { copied, issues } = copy(value)
      if (issues.length === 0) expect(JSON.stringify(copied)).toBe(JSON.stringify(value))
      // Only control characters and dangerous names are refused.
      else expect(issues.join()).toMatch(/control|surrogate|must not have a member/)
    }),
  )
})

test.each([
  ['NaN', Number.NaN, `: ${notJson}`],
  ['an infinity', { a: [Number.POSITIVE_INFINITY] }, `a.0: ${notJson}`],
  ['a bigint', { a: 1n }, `a: ${notJson}`],
  ['a function', [() => 1], `0: ${notJson}`],
  ['a symbol', Symbol('a'), `: ${notJson}`],
  ['a date', { opens: new Date(0) }, `opens: ${notJson}`],
  ['a map', new Map(), `: ${notJson}`],
  ['an instance', new (class Own {})(), `: ${notJson}`],
  ['undefined in a list', [undefined], `0: ${notJson}`],
  ['a hole in a list', new Array(1), `0: ${notJson}`],
  ['half a surrogate pair', 'a\uD800', ': contains half a surrogate pair, U+D800'],
  ['a NUL', { a: 'a\u0000' }, 'a: contains the control character U+0000'],
  ['a NUL in a name', { 'a\u0000': 1 }, ': contains the control character U+0000'],
  ['__proto__', JSON.parse('{ "a": { "__proto__": { "b": 1 } } }'), 'a: must not have a member __proto__'],
  ['constructor', { constructor: 1 }, ': must not have a member constructor'],
  ['prototype', { prototype: 1 }, ': must not have a member prototype'],
])('%s is no value', (_, value, issue) => {
  expect(copy(value)).toEqual({ copied: undefined, issues: [issue] })
})

test('members without a value are left out, negative zero is zero, and the copy is another object', () => {
  const value = { a: undefined, b: -0, c: [{ d: null }] }
  const { copied } = copy(value)
  expect(copied).toStrictEqual({ b: 0, c: [{ d: null }] })
  expect(Reflect.get(Object(copied), 'c')).not.toBe(value.c)
  expect(copy(Object.create(null)).copied).toEqual({})
})

test('20 levels are a value, 21 and a cycle are none', () => {
  const nest = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
  expect(copy(nest(20)).issues).toEqual([])
  expect(copy(nest(21)).issues).toEqual([`${'0.'.repeat(20).slice(0, -1)}: must not have more than 20 levels`])
  const cycle: unknown[] = []
  cycle.push(cycle)
  expect(copy(cycle).issues).toHaveLength(1)
})

test('an object that occurs in a value many times is counted each time', () => {
  let value: unknown = [1]
  for (let level = 1; level < 20; level++) value = level % 2 === 0 ? [value, value, value] : { a: value, b: value, c: value }
  expect(copy(value)).toEqual({ copied: undefined, issues: [': must have at most 16384 bytes as JSON'] })
  expect(copy(new Array(2 ** 32 - 1)).issues).toHaveLength(16_383)
  expect(copy(Array(8_000).fill(1)).issues).toEqual([])
})
