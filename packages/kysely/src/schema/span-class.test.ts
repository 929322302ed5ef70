import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type EventTimes, irregularClass, regularGapMs, spanBoundsMs, spanClass } from './span-class.ts'

const dayMs = 86_400_000
const inUtc = (start: number, end: number) => ({ startWall: start, endWall: end, startMs: start, endMs: end })

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
  expect(spanClass(inUtc(1_000, 1_000 + lengthMs))).toBe(expected)
})

test('no event lasts longer than the bound of its class', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 0, max: 1_000 * dayMs }), (start, lengthMs) => {
      const bound = spanBoundsMs[spanClass(inUtc(start, start + lengthMs))]
      expect(lengthMs).toBeLessThanOrEqual(bound ?? Number.POSITIVE_INFINITY)
    }),
  )
})

test.each<[string, boolean, Partial<EventTimes>]>([
  ['as far from UTC as possible', true, { startMs: 10 * dayMs - regularGapMs, endMs: 11 * dayMs + regularGapMs }],
  ['whose start differs too much from its instant', false, { startMs: 10 * dayMs - regularGapMs - 1 }],
  ['whose end differs too much from its instant', false, { endMs: 11 * dayMs + regularGapMs + 1 }],
  ['that ends in the repeated hour in which it starts', true, { endWall: 10 * dayMs - 3_600_000, endMs: 10 * dayMs }],
  ['that ends long before it starts', false, { ...inUtc(10 * dayMs, 9 * dayMs - 1) }],
])('an event %s has regular times: %s', (_name, isRegular, times) => {
  expect(spanClass({ ...inUtc(10 * dayMs, 11 * dayMs), ...times }) === irregularClass).toBe(!isRegular)
})
