import { invalidInput } from '../../../../errors/calendar-error.ts'
import { isReason } from '../../../../errors/issues.ts'
import { dayOf } from '../../../../recurrence/days.ts'
import { completeRule } from '../../../../recurrence/expand-rule.ts'
import { fitRule } from '../../../../recurrence/fit-rule.ts'
import { type ParsedRule, renderRule, resolveUntil } from '../../../../recurrence/rule.ts'
import type { EventTimes, StoredRecurrence } from '../../../../store/records.ts'
import { isWithinYears, resolveLocal } from '../../../../time/wall-time.ts'
import { areTooMany, type ParsedRecurrence, type RecurrencePart, tooManyDates } from '../input.ts'
import { ruleOf, type SeriesRecord, startOf, toKey } from '../keys.ts'
import { lastStartBy, toKeys } from '../to-series.ts'

/**
 * The parts of a recurrence that a caller changes. A part that equals the stored one is no change: clients send back whole events.
 * @param times the new times of the series
 * @throws invalid_input the rule does not name the new start
 */
export function readChanges(parsed: ParsedRecurrence, series: SeriesRecord, times: EventTimes): Partial<StoredRecurrence> {
  const { recurrence } = series
  const changes: { -readonly [Part in keyof StoredRecurrence]?: StoredRecurrence[Part] } = {}
  const given = changedParts(parsed, series)
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

/** The given parts of a recurrence that differ from those of a series. */
export function changedParts(parsed: ParsedRecurrence, series: SeriesRecord): readonly RecurrencePart[] {
  const { recurrence, times } = series
  const isStored = (part: RecurrencePart): boolean =>
    part === 'rule' ? isStoredRule(parsed.rule, series) : toKeys(parsed[part], times).join() === recurrence[part].join()
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
  return { ...parsed, given: changedParts(parsed, series), dates: toLater('dates'), except: toLater('except') }
}

/** Whether a rule is that of a series: it may have UNTIL as an instant, and lack the weekday that a stored rule with BYWEEKNO has. */
function isStoredRule(given: ParsedRule | undefined, { recurrence, times }: SeriesRecord): boolean {
  const stored = ruleOf(recurrence)
  if (given === undefined || stored === undefined) return given === stored
  const { until = Number.NaN } = stored
  // An end such as the year 9999 has no instant in every zone.
  const untilMs = stored.until !== undefined && isWithinYears(toKey(until)) ? resolveLocal(toKey(until), times.timeZone).ms : Number.NaN
  const rule = resolveUntil(given, (ms) => (ms === untilMs ? until : lastStartBy(times, ms)))
  return renderRule(rule.byWeekNo.length > 0 ? completeRule(rule, dayOf(startOf(times))) : rule) === recurrence.rule
}

function toFittingRule(parsed: ParsedRule | undefined, times: EventTimes): string {
  if (parsed === undefined) return ''
  const rule = fitRule(
    resolveUntil(parsed, (ms) => lastStartBy(times, ms)),
    startOf(times),
  )
  if (isReason(rule)) throw invalidInput({ recurrence: rule })
  return renderRule(rule)
}
