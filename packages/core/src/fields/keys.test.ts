import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareCodePoints } from '../store/matching.ts'
import { codePointLength } from '../text/plain.ts'
import { keysOf, toKey, toKeyRange } from './keys.ts'

const finite = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.constantFrom(0, -0, Number.MIN_VALUE, -Number.MIN_VALUE, Number.MAX_VALUE, -Number.MAX_VALUE, Number.EPSILON, 2 ** 53, -1, 1, 0.1),
)
/** Texts of a field: without control characters except tab and line breaks, with and without characters above U+FFFF. */
const text = fc.string({
  unit: fc.constantFrom('a', 'b', 'A', 'é', 'ß', '\t', '\n', ' ', '!', '\u00ff', '\ud7ff', '\ue000', '\uffff', '😀', '𝒜'),
  maxLength: 6,
})

const sign = (order: number): number => Math.sign(order) + 0

describe('keys of numbers', () => {
  test('have the order of the numbers', () => {
    fc.assert(
      fc.property(finite, finite, (a, b) => {
        expect(sign(compareCodePoints(String(toKey('range', a)), String(toKey('range', b))))).toBe(sign(a === b ? 0 : a < b ? -1 : 1))
      }),
      { numRuns: 2_000 },
    )
  })

  test('are the same for both zeros, and none for numbers that are not finite', () => {
    expect(toKey('is', -0)).toBe(toKey('is', 0))
    expect([Number.NaN, Number.POSITIVE_INFINITY].map((value) => toKey('is', value))).toEqual([undefined, undefined])
  })
})

describe('keys of texts', () => {
  test('have the order of the code points where the field has ranges', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(sign(compareCodePoints(String(toKey('range', a)), String(toKey('range', b))))).toBe(sign(compareCodePoints(a, b)))
      }),
    )
  })

  test('are folded where the field has none', () => {
    expect(toKey('is', '  ÉCOLE ')).toBe(toKey('is', 'ecole'))
    expect(toKey('range', 'École')).not.toBe(toKey('range', 'ecole'))
  })

  test.each(['is', 'range'] as const)('have at most 201 code points (%s)', (filter) => {
    for (const unit of ['a', '😀', 'ﷺ', 'İ']) {
      const key = toKey(filter, unit.repeat(300)) ?? ''
      expect(codePointLength(key)).toBeLessThanOrEqual(201)
      expect(key).toBe(toKey(filter, unit.repeat(301)))
    }
  })
})

test('keys of different types never meet', () => {
  const values = ['1', 1, true, 'true', 'b1', 'n', '']
  expect(new Set(values.flatMap((value) => [toKey('is', value), toKey('range', value)])).size).toBe(values.length * 2 - 2)
})

test('lists have a key for each different item, sorted, at most 100, and none for other values', () => {
  expect(keysOf('is', ['b', 'a', 'B', null, ['c'], { d: 1 }])).toEqual(['sa', 'sb'])
  expect([keysOf('is', null), keysOf('range', {}), keysOf('is', [])]).toEqual([[], [], []])
  expect(
    keysOf(
      'range',
      Array.from({ length: 150 }, (_, i) => i),
    ),
  ).toHaveLength(100)
})

describe('ranges', () => {
  const contains = ({ gte, lt }: ReturnType<typeof toKeyRange>, value: unknown): boolean => {
    const key = String(toKey('range', value))
    return compareCodePoints(key, gte) >= 0 && compareCodePoints(key, lt) < 0
  }

  test.each([
    ['numbers', finite, (a: number | string, b: number | string) => (a < b ? -1 : Number(a > b))],
    ['texts', text, (a: number | string, b: number | string) => compareCodePoints(String(a), String(b))],
  ] as const)('of %s contain the values from one to the other', (_, values, compare) => {
    const bound = fc.option(values as fc.Arbitrary<number | string>, { nil: undefined })
    fc.assert(
      fc.property(bound, bound, values, (gte, lte, value) => {
        fc.pre(gte !== undefined || lte !== undefined)
        const isIn = (gte === undefined || compare(value, gte) >= 0) && (lte === undefined || compare(value, lte) <= 0)
        expect(contains(toKeyRange(gte, lte), value)).toBe(isIn)
      }),
      { numRuns: 1_000 },
    )
  })

  test('contain no values of another type', () => {
    for (const range of [toKeyRange(0, undefined), toKeyRange(undefined, 0)]) {
      expect(['', '5', 'zz', true, false].filter((value) => contains(range, value))).toEqual([])
    }
    for (const range of [toKeyRange('', undefined), toKeyRange(undefined, '\u{10FFFF}')]) {
      expect([-1, 0, 5, true, false].filter((value) => contains(range, value))).toEqual([])
    }
  })
})
