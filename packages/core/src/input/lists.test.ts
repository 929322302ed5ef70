import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { idsField, itemsOf, refsField, wordsField } from './lists.ts'
import type { Schema } from './schemas.ts'

const refused = Symbol('refused')
const read = (schema: Schema, value: unknown): unknown => {
  const result = schema.safeParse(value)
  return result.success ? result.data : refused
}
const numbers = (length: number): number[] => Array.from({ length }, (_, i) => i + 1)

describe('ids to filter by', () => {
  test.each<[unknown, unknown]>([
    [5, [5]],
    ['5', [5]],
    ['1,2', [1, 2]],
    [' 1 , 2 ', [1, 2]],
    [
      [1, '2'],
      [1, 2],
    ],
    [
      ['1,2', '3'],
      [1, 2, 3],
    ],
    ['2,1,2', [2, 1]],
    [[1, '1', '01'], [1]],
    [0, [0]],
    ['99999999999999999999', [Number.MAX_SAFE_INTEGER]],
    [numbers(100), numbers(100)],
    ['', refused],
    [' ', refused],
    [[], refused],
    [[''], refused],
    [',', refused],
    ['1,', refused],
    [',1', refused],
    ['1,,2', refused],
    [null, refused],
    [[null], refused],
    ['1;2', refused],
    ['1 2', refused],
    ['a', refused],
    ['1,a', refused],
    ['-1', refused],
    [-1, refused],
    ['1.5', refused],
    [1.5, refused],
    ['1e3', refused],
    ['+1', refused],
    ['１', refused],
    [true, refused],
    [{}, refused],
    [[[1]], refused],
    [numbers(101), refused],
    [numbers(101).join(), refused],
    [[numbers(60).join(), numbers(60).join()], refused],
  ])('%o gives %o', (value, expected) => expect(read(idsField, value)).toEqual(expected))
})

describe('ids or slugs to filter by', () => {
  test.each<[unknown, unknown]>([
    [5, ['5']],
    ['5', ['5']],
    ['007', ['007']],
    ['music,5', ['music', '5']],
    [
      ['music', 'jazz'],
      ['music', 'jazz'],
    ],
    ['фестиваль', ['фестиваль']],
    ['%,_', ['%', '_']],
    ['99999999999999999999', ['99999999999999999999']],
    ['a'.repeat(200), ['a'.repeat(200)]],
    ['a'.repeat(201), refused],
    ['', refused],
    [[], refused],
    ['a,,b', refused],
    [-1, refused],
    [1.5, refused],
    [null, refused],
    [false, refused],
    [{}, refused],
    ['a\u0000', refused],
    ['\uD800', refused],
  ])('%o gives %o', (value, expected) => expect(read(refsField, value)).toEqual(expected))
})

describe('words to filter by', () => {
  const status = wordsField(['publish', 'draft'])
  test.each<[unknown, unknown]>([
    ['publish', ['publish']],
    ['PUBLISH,Draft', ['publish', 'draft']],
    [['draft', 'draft'], ['draft']],
    ['publish,none', refused],
    ['', refused],
    [[], refused],
    [1, refused],
    [null, refused],
    ['__proto__', refused],
  ])('%o gives %o', (value, expected) => expect(read(status, value)).toEqual(expected))
})

describe('lists in the input of a write', () => {
  test.each<[unknown, unknown]>([
    [['Rock, Pop'], ['Rock, Pop']],
    ['Rock, Pop', ['Rock', 'Pop']],
    ['', []],
    [{ id: 1 }, [{ id: 1 }]],
    [3, [3]],
    [[], []],
    [null, []],
    [false, []],
    [numbers(101), refused],
  ])('%j gives %j: commas split a text, but no text inside a list', (value, expected) =>
    expect(read(itemsOf(z.unknown()), value)).toEqual(expected),
  )
})
