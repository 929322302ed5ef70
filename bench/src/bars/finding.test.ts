import { expect, test } from 'vitest'
import { atLeast, atMost, type Figure, findingsTable, type Limit, verdictOf } from './finding.ts'

const figure = (value: number | null, limit?: Limit): Figure => ({ label: 'a / b', value, unit: 'x', limit })

test.each([
  [[figure(1.3, atMost(1.3))], 'reached'],
  [[figure(1.31, atMost(1.3))], 'short'],
  [[figure(3, atLeast(3)), figure(9)], 'reached'],
  [[figure(2.9, atLeast(3)), figure(1, atMost(2))], 'short'],
  [[figure(null, atMost(1)), figure(0.5, atMost(1))], 'not measured'],
  [[figure(null, atMost(1)), figure(2, atMost(1))], 'short'],
  // Without a limit there is no verdict.
  [[figure(2)], 'not measured'],
  [[], 'not measured'],
])('the verdict on %j is "%s"', (figures, verdict) => {
  expect(verdictOf({ row: 1, figures })).toBe(verdict)
})

test('each finding is a row, sorted by bar, with the requirement', () => {
  const findings = [
    { row: 12, figures: [{ ...figure(2, atMost(1.6)), note: 'busy' }] },
    { row: 1, figures: [figure(1.1, atMost(1.3)), { ...figure(12.34), unit: 'ms' as const }] },
  ]
  expect(findingsTable(findings, { 1: 'first', 12: 'twelfth' }).split('\n')).toEqual([
    '| # | bar | measured | verdict |',
    '|---|---|---|---|',
    '| 1 | first | a / b 1.10x; a / b 12.3 ms | reached |',
    '| 12 | twelfth | a / b 2x (busy) | short |',
  ])
})
