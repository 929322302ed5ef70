import { describe, expect, test } from 'vitest'
import { barTexts } from '../bars/bar-texts.ts'
import { atLeast, atMost, type Figure, verdictOf } from '../bars/finding.ts'
import { shown, table } from './table.ts'

const figure = (value: number | null, limit?: Figure['limit']): Figure => ({ label: 'a / b', value, unit: 'x', ...(limit && { limit }) })

describe('the verdict', () => {
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
  ])('on %j is "%s"', (figures, verdict) => {
    expect(verdictOf({ row: 1, figures })).toBe(verdict)
  })
})

test.each([
  [1.234, 'x', '1.23x'],
  [12.34, 'x', '12.3x'],
  [1234.5, '/s', '1235 /s'],
  [9, '', '9'],
  [0.0123, 'ms', '0.01 ms'],
  [null, 'x', 'not measured'],
] as const)('%s in %j is shown as %j', (value, unit, text) => {
  expect(shown({ value, unit })).toBe(text)
})

test('each finding is a row, sorted by bar, with the requirement and the command that measures it again', () => {
  const findings = [
    { row: 12, figures: [{ ...figure(2, atMost(1.6)), note: 'busy' }] },
    { row: 1, figures: [figure(1.1, atMost(1.3)), figure(4)] },
  ]
  expect(table(findings, (row) => `run ${row}`).split('\n')).toEqual([
    '| # | bar | measured | verdict | command |',
    '|---|---|---|---|---|',
    `| 1 | ${barTexts.get(1)} | a / b 1.10x; a / b 4x | reached | \`run 1\` |`,
    `| 12 | ${barTexts.get(12)} | a / b 2x (busy) | short | \`run 12\` |`,
  ])
})
