import { DateTime, RRuleSet } from 'rrule-rust'
import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { isReason } from '../../src/errors/issues.ts'
import { expandRule } from '../../src/recurrence/expand-rule.ts'
import { firstOnRule, fitRule } from '../../src/recurrence/fit-rule.ts'
import { type RecurrenceRule, renderRule } from '../../src/recurrence/rule.ts'
import { dateutilLines } from './dateutil-fixture.ts'
import { ruleOf } from './rule-of.ts'
import { slowOccurrences } from './slow-model.ts'

const rules = dateutilLines.slice(0, Math.ceil(1_500 * Number(process.env['KALENDS_TIMES'])))
const years = 15
const most = 30

interface KnownError {
  readonly name: string
  readonly applies: (rule: RecurrenceRule) => boolean
}

const mixedWeekdays: KnownError = {
  name: 'numbered and plain weekdays in one BYDAY',
  applies: ({ byDay }) => byDay.some(({ nth }) => nth === 0) && byDay.some(({ nth }) => nth !== 0),
}
const weeksAtNewYear: KnownError = {
  name: 'BYWEEKNO of weeks at New Year',
  applies: ({ byWeekNo }) => byWeekNo.some((week) => week < 0 || week > 51),
}
const yearDays: KnownError = {
  name: 'BYYEARDAY with other parts: a day that one of them excludes',
  applies: ({ byYearDay, byMonth, byMonthDay, byDay }) => byYearDay.length > 0 && byMonth.length + byMonthDay.length + byDay.length > 0,
}

const toText = (wallMs: number): string => renderRule({ ...ruleOf('FREQ=DAILY'), until: wallMs }).slice('FREQ=DAILY;UNTIL='.length)

function expandWithRust(source: string, before: number): readonly number[] {
  const found = RRuleSet.parse(source).between(
    DateTime.create(1900, 1, 1, 0, 0, 0, true),
    DateTime.fromString(`${toText(before - 1_000)}Z`),
    true,
  )
  return found.map(({ year, month, day, hour, minute, second }) => Date.UTC(year, month - 1, day, hour, minute, second))
}

const expandWithTemporal = (source: string, before: number): readonly number[] =>
  new RRuleTemporal({ rruleString: source, temporal: Temporal })
    .all((occurrence, index) => index < most && occurrence.epochMilliseconds < before)
    .map(({ epochMilliseconds }) => epochMilliseconds)
    .filter((ms) => ms < before)

/**
 * Compares the first occurrences of a rule in another engine with those of the expander.
 * @returns undefined if they are equal, or if the rule has no occurrences or does not fit its start; `refused` if the engine refuses the
 * rule; the name of a known error that applies to the rule, if the slow model confirms the expander; otherwise the two results as a text
 */
function compare(line: string, expand: (source: string, before: number) => readonly number[], errors: readonly KnownError[]) {
  const [startText = '', text = ''] = line.split(' ')
  const unbounded = { ...ruleOf(text), count: undefined, until: undefined }
  const start = firstOnRule(unbounded, Date.parse(`${startText}Z`))
  const rule = start === undefined ? undefined : fitRule(unbounded, start)
  if (start === undefined || rule === undefined || isReason(rule)) return undefined
  const lastYear = Math.min(new Date(start).getUTCFullYear() + years, 2200)
  const before = Date.UTC(lastYear + 1, 0, 1)
  const own = expandRule(rule, start, { before, limit: most })
  const source = `DTSTART;TZID=UTC:${toText(start)}\nRRULE:${renderRule(rule)}`
  let other: readonly number[] = []
  try {
    other = expand(source, before).slice(0, most)
  } catch (error) {
    if (String(error).includes('RRule validation error')) return 'refused'
    throw error
  }
  if (own.join() === other.join()) return undefined
  const known = errors.find(({ applies }) => applies(rule))
  if (known !== undefined && slowOccurrences(rule, start, lastYear).slice(0, most).join() === own.join()) return known.name
  return `${source}: the other engine has ${other.map(toText)}, the expander ${own.map(toText)}`
}

test.each([
  // rrule-rust refuses numbers that some months lack, such as the fifth Monday from the end.
  { engine: 'rrule-rust', expand: expandWithRust, errors: [mixedWeekdays, weeksAtNewYear], more: ['refused'] },
  { engine: 'rrule-temporal', expand: expandWithTemporal, errors: [mixedWeekdays, weeksAtNewYear, yearDays], more: [] },
])('recorded rules are as in $engine, known errors aside', ({ expand, errors, more }) => {
  const differences = new Set(rules.flatMap((line) => compare(line, expand, errors) ?? []))
  const known = [...errors.map(({ name }) => name), ...more]
  expect([...differences].filter((difference) => !known.includes(difference))).toEqual([])
})
