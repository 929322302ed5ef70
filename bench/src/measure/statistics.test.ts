import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { median, quantile } from './statistics.ts'

describe('the median', () => {
  test.each([
    [[3], 3],
    [[1, 2], 1.5],
    [[9, 1, 5], 5],
    [[4, 1, 3, 2], 2.5],
    [[10, 9, 100], 10],
  ])('of %j is %d', (values, middle) => {
    expect(median(values)).toBe(middle)
  })

  test('of no values is refused', () => {
    expect(() => median([])).toThrow(RangeError)
  })

  test('has at most half of the values on either side, whatever their order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1 }), (values) => {
        const middle = median(values)
        const below = values.filter((value) => value < middle).length
        const above = values.filter((value) => value > middle).length
        expect(Math.max(below, above)).toBeLessThanOrEqual(values.length / 2)
        expect(median(values.toReversed())).toBe(middle)
      }),
    )
  })
})

test('a quantile is interpolated between its neighbours', () => {
  expect([0, 0.25, 0.99, 1].map((part) => quantile([0, 100], part))).toEqual([0, 25, 99, 100])
})
