import { expect, test } from 'vitest'
import { interleave } from './interleave.ts'
import { median, quantile, ratio } from './statistics.ts'

test('every round measures all sides, beginning with another one, after a warm-up', async () => {
  const order: string[] = []
  const side = (name: string) => async () => order.push(name)
  const found = await interleave({ a: side('a'), b: side('b') }, 2)
  expect(order.join('')).toBe('baabba')
  expect(found).toEqual({ a: [3, 6], b: [4, 5] })
})

test('a ratio is the median of the ratios of each round', () => {
  expect(ratio([2, 30, 4], [1, 10, 1])).toBe(3)
})

test.each([
  [[3, 1, 2], 0.5, 2],
  [[4, 1, 2, 3], 0.5, 2.5],
  [[1, 2], 0.99, 1.99],
  [[7], 0.1, 7],
])('of %j, the quantile %d is %d', (values, part, wanted) => {
  expect(quantile(values, part)).toBeCloseTo(wanted)
})

test('nothing has no median', () => {
  expect(() => median([])).toThrow(RangeError)
})
