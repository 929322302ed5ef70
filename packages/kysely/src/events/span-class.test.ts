import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spanBoundsMs, spanClass } from './span-class.ts'

const dayMs = 86_400_000

test.each([
  [0, 0],
  [-3_600_000, 0],
  [dayMs, 0],
  [dayMs + 1, 1],
  [8 * dayMs, 1],
  [64 * dayMs, 2],
  [512 * dayMs, 3],
  [512 * dayMs + 1, 4],
  [5_000 * dayMs, 4],
])('%i ms are of class %i', (lengthMs, expected) => {
  expect(spanClass(1_000, 1_000 + lengthMs)).toBe(expected)
})

test('no event of a class with a bound lasts longer than it', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 0, max: 1_000 * dayMs }), (start, lengthMs) => {
      const bound = spanBoundsMs[spanClass(start, start + lengthMs)]
      expect(lengthMs).toBeLessThanOrEqual(bound ?? Number.POSITIVE_INFINITY)
    }),
  )
})
