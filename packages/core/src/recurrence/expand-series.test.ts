import { expect, test } from 'vitest'
import { ruleOf } from '../../test/recurrence/rule-of.ts'
import { dateOf, wallMs } from '../../test/recurrence/wall-texts.ts'
import { expandSeries } from './expand-series.ts'

const tuesdays = ruleOf('FREQ=WEEKLY;COUNT=4')
const start = wallMs('2026-12-01')
const window = (from: string, before: string) => ({ from: wallMs(from), before: wallMs(before) })

test.each([
  ['a rule alone', tuesdays, [], [], {}, ['12-01', '12-08', '12-15', '12-22']],
  ['extra dates', tuesdays, ['12-10', '11-30', '12-31'], [], {}, ['11-30', '12-01', '12-08', '12-10', '12-15', '12-22', '12-31']],
  ['an extra date that the rule names', tuesdays, ['12-08', '12-08'], [], {}, ['12-01', '12-08', '12-15', '12-22']],
  ['left-out dates', tuesdays, ['12-10'], ['12-01', '12-10', '12-11'], {}, ['12-08', '12-15', '12-22']],
  ['a window', tuesdays, ['12-09', '12-16'], ['12-15'], window('2026-12-08', '2026-12-16'), ['12-08', '12-09']],
  ['a limit', tuesdays, ['12-31', '12-09'], ['12-01', '12-08'], { limit: 2 }, ['12-09', '12-15']],
  ['a limit of 0', tuesdays, [], ['12-01'], { limit: 0 }, []],
  ['no rule', undefined, ['12-09', '12-04'], [], {}, ['12-01', '12-04', '12-09']],
  ['no rule, in a window', undefined, ['12-09', '12-04'], [], window('2026-12-02', '2026-12-05'), ['12-04']],
  ['no rule and a left-out start', undefined, [], ['12-01'], {}, []],
] as const)('a series with %s', (_, rule, rdates, exdates, within, expected) => {
  const walls = (dates: readonly string[]) => dates.map((date) => wallMs(`2026-${date}`))
  const found = expandSeries({ rule, rdates: walls(rdates), exdates: walls(exdates) }, start, within)
  expect(found.map((ms) => dateOf(ms).slice(5))).toEqual(expected)
})

test('two times on one day are two occurrences', () => {
  const later = wallMs('2026-12-08T20:00:00')
  expect(expandSeries({ rule: tuesdays, rdates: [later], exdates: [] }, start)).toContain(later)
  expect(expandSeries({ rule: tuesdays, rdates: [later], exdates: [] }, start)).toHaveLength(5)
})
