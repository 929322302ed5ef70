import { parseRule } from '../../src/recurrence/parse-rule.ts'
import { isRuleIssue, type RecurrenceRule, resolveUntil } from '../../src/recurrence/rule.ts'

/** Parses a rule, and throws if it is invalid. Instants are read as wall times in UTC. */
export function ruleOf(text: string): RecurrenceRule {
  const rule = parseRule(text)
  if (isRuleIssue(rule)) throw new Error(`${text} ${rule.reason}`)
  return resolveUntil(rule, (instantMs) => instantMs)
}
