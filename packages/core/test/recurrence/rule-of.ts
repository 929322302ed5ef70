import { isReason, messageOf } from '../../src/errors/issues.ts'
import { parseRule } from '../../src/recurrence/parse-rule.ts'
import { type RecurrenceRule, resolveUntil } from '../../src/recurrence/rule.ts'

/** Parses a rule, and throws if it is invalid. Instants are read as wall times in UTC. */
export function ruleOf(text: string): RecurrenceRule {
  const rule = parseRule(text)
  if (isReason(rule)) throw new Error(`${text} ${messageOf(rule)}`)
  return resolveUntil(rule, (instantMs) => instantMs)
}
