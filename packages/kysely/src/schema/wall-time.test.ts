import { expect, test } from 'vitest'
import { wallMs } from './wall-time.ts'

test.each([
  ['1970-01-01T00:00:00', 0],
  ['2026-10-25T02:30:00', Date.UTC(2026, 9, 25, 2, 30)],
  ['1900-01-01T00:00:00', Date.UTC(1900, 0, 1)],
  ['2200-12-31T23:59:59', Date.UTC(2200, 11, 31, 23, 59, 59)],
])('the wall time %s is %i ms, as if it were UTC', (local, ms) => {
  expect(wallMs(local)).toBe(ms)
})

test.each(['', '2026-13-01T00:00:00', '2026-01-01T25:00:00', '2026-01-01T00:00:00Z', 'soon'])('%j is refused as a wall time', (local) => {
  expect(() => wallMs(local)).toThrow(TypeError)
})
