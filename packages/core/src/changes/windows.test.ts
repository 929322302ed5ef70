import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchesEvent } from '../store/matching.ts'
import type { EventRecord } from '../store/records.ts'
import { type Window, windowsEntered } from './windows.ts'

const at = fc.integer({ min: 0, max: 6 })
const range = fc.record({ gte: at, lt: at }, { requiredKeys: [] })
const windows = fc.record({ startMs: range, endMs: range, fromMs: fc.record({ start: at, end: at }) }, { requiredKeys: [] })

function isIn(window: Window, startMs: number, endMs: number): boolean {
  // Windows compare only the times of an event.
  return matchesEvent(window, { times: { startMs, endMs } } as EventRecord, { venue: () => undefined, organizer: () => undefined })
}

test('the windows together contain exactly what is in one window and not in the other one', () => {
  fc.assert(
    fc.property(windows, windows, at, at, (from, to, startMs, endMs) => {
      const hasEntered = isIn(to, startMs, endMs) && !isIn(from, startMs, endMs)
      expect(windowsEntered(from, to).some((one) => isIn(one, startMs, endMs))).toBe(hasEntered)
    }),
    { numRuns: 1000 },
  )
})

test.each<[string, Window, Window]>([
  ['stays', { fromMs: { start: 5, end: 6 }, startMs: { lt: 9 } }, { fromMs: { start: 5, end: 6 }, startMs: { lt: 9 } }],
  ['begins later', { fromLocal: { start: '2026-05-01', end: '2026-05-01' } }, { fromLocal: { start: '2026-05-02', end: '2026-05-02' } }],
  ['begins later as a range', { startMs: { gte: 5 } }, { startMs: { gte: 6 } }],
  ['has a bound for the first time', {}, { fromMs: { start: 5, end: 5 } }],
])('nothing has to be read where the window %s', (_, from, to) => expect(windowsEntered(from, to)).toEqual([]))
