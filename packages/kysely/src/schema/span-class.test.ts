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

test('no event of a class with a bound lasts longer than it', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 0, max: 1_000 * dayMs }), (start, lengthMs) => {
      const bound = spanBoundsMs[spanClass(inUtc(start, start + lengthMs))]
      expect(lengthMs).toBeLessThanOrEqual(bound ?? Number.POSITIVE_INFINITY)
    }),
  )
})

test.each<[string, Partial<EventTimes>, boolean]>([
  ['as far from UTC as it can be', { startMs: 10 * dayMs - regularGapMs, endMs: 11 * dayMs + regularGapMs }, true],
  ['whose start is at another time than its instant', { startMs: 10 * dayMs - regularGapMs - 1 }, false],
  ['whose end is at another time than its instant', { endMs: 11 * dayMs + regularGapMs + 1 }, false],
  ['that ends in the repeated hour in which it starts', { endWall: 10 * dayMs - 3_600_000, endMs: 10 * dayMs }, true],
  ['that ends long before it starts', { ...inUtc(10 * dayMs, 9 * dayMs - 1) }, false],
])('an event %s', (_name, times, isRegular) => {
  expect(spanClass({ ...inUtc(10 * dayMs, 11 * dayMs), ...times }) === irregularClass).toBe(!isRegular)
})
