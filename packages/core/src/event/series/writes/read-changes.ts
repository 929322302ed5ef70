import { invalidInput } from '../../../errors/calendar-error.ts'
import { isReason } from '../../../errors/issues.ts'
import { fitRule } from '../../../recurrence/fit-rule.ts'
import { type ParsedRule, renderRule, resolveUntil } from '../../../recurrence/rule.ts'
import type { EventTimes, StoredRecurrence } from '../../../store/records.ts'
import { areTooMany, type ParsedRecurrence, type RecurrencePart, tooManyDates } from '../input.ts'
import { type SeriesRecord, startOf } from '../keys.ts'
import { lastStartBy, toKeys } from '../to-series.ts'

/**
 * The parts of a recurrence that a caller changes. A part that equals the stored one is no change: clients send back whole events.
 * @param times the new times of the series
 * @throws invalid_input the rule does not name the new start
 */
export function readChanges(parsed: ParsedRecurrence, series: SeriesRecord, times: EventTimes): Partial<StoredRecurrence> {
  const { recurrence } = series
  const changes: { -readonly [Part in keyof StoredRecurrence]?: StoredRecurrence[Part] } = {}
  const given = givenChanges(parsed, series)
  if (given.includes('rule')) changes.rule = toFittingRule(parsed.rule, times)
  for (const part of ['dates', 'except'] as const) {
    if (!given.includes(part)) continue
    if (areTooMany(parsed[part])) throw invalidInput({ recurrence: tooManyDates })
    changes[part] = toKeys(parsed[part], times)
  }
  if (changes.rule === '' && (changes.dates ?? recurrence.dates).length === 0)
    throw invalidInput({ recurrence: { code: 'no_rule_or_dates' } })
  return changes
}

/** The given parts that differ from those of a series. */
function givenChanges(parsed: ParsedRecurrence, { recurrence, times }: SeriesRecord): readonly RecurrencePart[] {
  const isStored = (part: RecurrencePart): boolean =>
    part === 'rule' ? toRuleText(parsed.rule, times) === recurrence.rule : toKeys(parsed[part], times).join() === recurrence[part].join()
  return parsed.given.filter((part) => !isStored(part))
}

/**
 * The given recurrence for the later part of a series that is split at a key. A client may have sent back the recurrence of the whole series:
 * its unchanged parts count as not given, and its stored dates before the key are left out, because the earlier part keeps them.
 */
export function withoutStored(parsed: ParsedRecurrence, series: SeriesRecord, key: string): ParsedRecurrence {
  const toLater = (part: 'dates' | 'except'): ParsedRecurrence['dates'] => {
    const earlier = new Set(series.recurrence[part].filter((date) => date < key))
    return parsed[part].filter((date) => !toKeys([date], series.times).some((one) => earlier.has(one)))
  }
  return { ...parsed, given: givenChanges(parsed, series), dates: toLater('dates'), except: toLater('except') }
}

const toRuleText = (rule: ParsedRule | undefined, times: EventTimes): string =>
  rule === undefined ? '' : renderRule(resolveUntil(rule, (ms) => lastStartBy(times, ms)))

function toFittingRule(parsed: ParsedRule | undefined, times: EventTimes): string {
  if (parsed === undefined) return ''
  const rule = fitRule(
    resolveUntil(parsed, (ms) => lastStartBy(times, ms)),
    startOf(times),
  )
  if (isReason(rule)) throw invalidInput({ recurrence: rule })
  return renderRule(rule)
}
