import { expect, test } from 'vitest'
import { rfcExamples } from '../../test/recurrence/rfc-examples.ts'
import { ruleOf } from '../../test/recurrence/rule-of.ts'
import { dateOf, datesOf, wallMs } from '../../test/recurrence/wall-texts.ts'
import { expandRule } from './expand-rule.ts'
import { fitRule } from './fit-rule.ts'

test.each(rfcExamples)('$rule from $start', ({ start, rule, dates }) => {
  const isWhole = !dates.endsWith(' ...')
  const expected = datesOf(dates.replace(' ...', ''))
  const found = expandRule(ruleOf(rule), wallMs(start), isWhole ? {} : { limit: expected.length })
  expect(found.map(dateOf)).toEqual(expected)
  expect(fitRule(ruleOf(rule), wallMs(start))).toEqual(ruleOf(rule))
})
