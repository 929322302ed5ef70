import { expect, test } from 'vitest'
import { fixedClock } from './clock.ts'

test('a fixed clock stands still until it is set or advanced', () => {
  const clock = fixedClock('2026-06-01T12:00:00Z')
  expect([clock.nowMs(), clock.nowMs()]).toEqual([1_780_315_200_000, 1_780_315_200_000])
  clock.advance(1500)
  expect(clock.nowMs()).toBe(1_780_315_201_500)
  clock.advance(-2000)
  expect(clock.nowMs()).toBe(1_780_315_199_500)
  clock.set('2026-06-01T14:00:00+02:00')
  expect(clock.nowMs()).toBe(1_780_315_200_000)
})

test.each(['2026-06-01T12:00:00', '2026-06-01', 'now', '', '2026-13-01T00:00:00Z'])('%j is no instant', (iso) => {
  expect(() => fixedClock(iso)).toThrow('instant')
  expect(() => fixedClock('2026-06-01T12:00:00Z').set(iso)).toThrow('instant')
})
