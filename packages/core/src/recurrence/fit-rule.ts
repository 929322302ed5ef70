import type { Reason } from '../errors/issues.ts'
import { dayOf } from './days.ts'
import { completeRule, expandRule } from './expand-rule.ts'
import type { RecurrenceRule } from './rule.ts'

/** The first occurrence at or after a start, both as wall times in milliseconds; undefined if none comes by 2200. Ignores COUNT and UNTIL. */
export const firstOnRule = (rule: RecurrenceRule, startWallMs: number): number | undefined => firstTwo(rule, startWallMs)[0]

/**
 * Checks that a rule names its start and repeats.
 *
 * @param startWallMs the start's wall time in milliseconds
 * @returns The rule, with the weekday of the start where BYWEEKNO has none, because programs disagree about it; or the reason for a refusal.
 */
export function fitRule(rule: RecurrenceRule, startWallMs: number): RecurrenceRule | Reason {
  const [first, second] = firstTwo(rule, startWallMs)
  if (first === undefined || (second === undefined && rule.count !== 1)) return { code: 'rule_without_dates' }
  if (first !== startWallMs) return { code: 'not_on_rule', first: new Date(first).toISOString().slice(0, 10) }
  if (rule.until !== undefined && rule.until < startWallMs) return { code: 'until_before_start' }
  return rule.byWeekNo.length > 0 ? completeRule(rule, dayOf(startWallMs)) : rule
}

const firstTwo = (rule: RecurrenceRule, startWallMs: number) =>
  expandRule({ ...rule, count: undefined, until: undefined }, startWallMs, { limit: 2 })
