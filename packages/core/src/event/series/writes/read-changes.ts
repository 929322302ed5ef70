import { invalidInput } from '../../../errors/calendar-error.ts'
import { fitRule } from '../../../recurrence/fit-rule.ts'
import { isRuleIssue, type ParsedRule, renderRule, resolveUntil } from '../../../recurrence/rule.ts'
import type { EventTimes, StoredRecurrence } from '../../../store/records.ts'
import { areTooMany, type ParsedRecurrence, tooManyReason } from '../input.ts'
import { type SeriesRecord, startOf } from '../keys.ts'
import { lastStartBy, toKeys } from '../to-series.ts'

/**
 * The parts of a recurrence that a caller changes. A part that equals the stored one is no change: clients send back whole answers.
 * @param times the new times of the series
 * @throws invalid_input the rule does not name the new start
 */
export function readChanges(parsed: ParsedRecurrence, series: SeriesRecord, times: EventTimes): Partial<StoredRecurrence> {
  const { recurrence } = series
  const changes: { -readonly [Part in keyof StoredRecurrence]?: StoredRecurrence[Part] } = {}
  const isGiven = (part: keyof StoredRecurrence): boolean => parsed.given.includes(part)
  if (isGiven('rule') && toRuleText(parsed.rule, series.times) !== recurrence.rule) changes.rule = toFittingRule(parsed.rule, times)
  for (const part of ['dates', 'except'] as const) {
    const isEcho = toKeys(parsed[part], series.times).join() === recurrence[part].join()
    if (!isGiven(part) || isEcho) continue
    if (areTooMany(parsed[part])) throw invalidInput({ recurrence: tooManyReason })
    changes[part] = toKeys(parsed[part], times)
  }
  if (changes.rule === '' && (changes.dates ?? recurrence.dates).length === 0)
    throw invalidInput({ recurrence: 'must have a rule or dates' })
  return changes
}

const toRuleText = (rule: ParsedRule | undefined, times: EventTimes): string =>
  rule === undefined ? '' : renderRule(resolveUntil(rule, (ms) => lastStartBy(times, ms)))

function toFittingRule(parsed: ParsedRule | undefined, times: EventTimes): string {
  if (parsed === undefined) return ''
  const rule = fitRule(
    resolveUntil(parsed, (ms) => lastStartBy(times, ms)),
    startOf(times),
  )
  if (isRuleIssue(rule)) throw invalidInput({ recurrence: rule.reason })
  return renderRule(rule)
}
