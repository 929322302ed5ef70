import { invalidInput } from '../../../../errors/calendar-error.ts'
import { isReason } from '../../../../errors/issues.ts'
import { shiftRule } from '../../../../recurrence/change-rule.ts'
import { dayOf } from '../../../../recurrence/days.ts'
import { completeRule } from '../../../../recurrence/expand-rule.ts'
import { fitRule } from '../../../../recurrence/fit-rule.ts'
import { type ParsedRule, renderRule, resolveUntil } from '../../../../recurrence/rule.ts'
import { isSame } from '../../../../store/is-same.ts'
import type { EntityId, EventRecord, EventTimes, StoredRecurrence } from '../../../../store/records.ts'
import { dayMs } from '../../../../time/clock.ts'
import { addLocalDays, isWithinYears, resolveLocal } from '../../../../time/wall-time.ts'
import { horizonOf, keysToStore, maxOccurrences } from '../horizon.ts'
import { areTooMany, type ParsedRecurrence, type RecurrencePart, tooManyDates } from '../input.ts'
import { keyMs, ruleOf, type SeriesRecord, type SeriesRows, startOf, toKey } from '../keys.ts'
import { lastStartBy, refusalOf, toKeys } from '../to-series.ts'

/** The new dates of a series: which occurrences stay, which are missing, and which are deleted. */
interface Schedule {
  /** How the series repeats. */
  readonly recurrence: StoredRecurrence
  /** The occurrences with keys before this wall time are stored; empty if the series has no later keys. */
  readonly extendedTo: string
  /** The new keys of the occurrences that stay. */
  readonly keys: ReadonlyMap<EntityId, string>
  /** The keys for which occurrences must be created, ascending. */
  readonly missing: readonly string[]
  /** The occurrences to delete. */
  readonly gone: readonly EventRecord[]
}

/** What a schedule depends on besides the series. */
export interface ScheduleContext {
  /** The "now" of the call: occurrences that have ended stay. */
  readonly nowMs: number
  /** The number of months from now for which the occurrences of endless series are stored. */
  readonly horizonMonths: number
}

/**
 * Moves the keys of a series with its start, and compares them with the keys of its new rule. An occurrence whose key is among them keeps
 * its id and its overridden members. If the start moves and the caller gives no rule, each other occurrence gets the nearest free key within a
 * week, if there is one. Of the rest, those that have ended and those with overridden members stay as extra dates, unless `except` names them;
 * others are deleted.
 * @param times the new times of the series
 * @param parsed the new recurrence; undefined if the caller does not change it
 * @throws invalid_input the recurrence is refused, the rule cannot move with the start, or two dates become one
 */
export function reschedule(
  { series, occurrences }: SeriesRows,
  times: EventTimes,
  parsed: ParsedRecurrence | undefined,
  context: ScheduleContext,
): Schedule {
  const given = parsed === undefined ? {} : readChanges(parsed, series, times)
  const shift = toKeyShift(series.times, times)
  const moved = moveRecurrence(series, times, given, shift)
  if (shift === same && isSame(moved, series.recurrence)) return unchanged({ series, occurrences })
  const shifted = new Map(occurrences.map((row) => [row.id, shift(row.occurrenceKey)]))
  if (new Set(shifted.values()).size < shifted.size) throw invalidInput({ allDay: { code: 'two_on_one_day' } })
  const horizon = latest([
    horizonOf(context.nowMs, times.timeZone, context.horizonMonths),
    series.extendedTo && shift(series.extendedTo),
    // The horizon is after every stored date, so that none of these is lost.
    ...[...shifted.values()].map((key) => toKey(keyMs(key) + 1_000)),
  ])
  if (Object.keys(given).length > 0) assertAccepted({ times, recurrence: moved }, horizon, given, occurrences.length)
  const { keys: wanted, extendedTo } = keysToStore({ times, recurrence: moved }, horizon, Number.POSITIVE_INFINITY)
  const { keys, used, others } = matchKeys(occurrences, shifted, wanted, shift !== same && given.rule === undefined)
  const keyOf = ({ id }: EventRecord): string => shifted.get(id) ?? ''
  const kept = others.filter((row) => isKept(row, keyOf(row), moved, context.nowMs))
  for (const row of kept) keys.set(row.id, keyOf(row))
  return {
    recurrence: kept.length === 0 ? moved : { ...moved, dates: [...new Set([...moved.dates, ...kept.map(keyOf)])].sort() },
    extendedTo,
    keys,
    missing: wanted.filter((key) => !used.has(key)),
    gone: others.filter(({ id }) => !keys.has(id)),
  }
}

const latest = (locals: readonly string[]): string => locals.reduce((last, local) => (local > last ? local : last), '')

function assertAccepted(
  series: Pick<SeriesRecord, 'times' | 'recurrence'>,
  horizon: string,
  { except = [] }: Partial<StoredRecurrence>,
  stored: number,
): void {
  const reason = refusalOf(series, horizon, except, Math.max(maxOccurrences, stored))
  if (reason !== undefined) throw invalidInput({ recurrence: reason })
}

/** Occurrences that are matched with the wanted keys. */
interface MatchedKeys {
  /** The keys of the matched occurrences. */
  readonly keys: Map<EntityId, string>
  /** The wanted keys that have an occurrence. */
  readonly used: ReadonlySet<string>
  /** The occurrences without a wanted key. */
  readonly others: readonly EventRecord[]
}

/**
 * Matches occurrences with the wanted keys, by their shifted keys.
 * @param isLoose whether an occurrence may get another key than its shifted one
 */
function matchKeys(
  occurrences: readonly EventRecord[],
  shifted: ReadonlyMap<EntityId, string>,
  wanted: readonly string[],
  isLoose: boolean,
): MatchedKeys {
  const isWanted = new Set(wanted)
  const keys = new Map([...shifted].filter(([, key]) => isWanted.has(key)))
  const used = new Set(keys.values())
  const others = (): readonly EventRecord[] => occurrences.filter(({ id }) => !keys.has(id))
  if (isLoose) for (const [id, key] of nearest(others(), shifted, wanted, used)) keys.set(id, key)
  return { keys, used, others: others() }
}

const unchanged = ({ series, occurrences }: SeriesRows): Schedule => ({
  recurrence: series.recurrence,
  extendedTo: series.extendedTo,
  keys: new Map(occurrences.map((row) => [row.id, row.occurrenceKey])),
  missing: [],
  gone: [],
})

const same = (key: string): string => key

/**
 * Creates the function that moves a key by the same wall time as the start, regardless of the zone's clock changes; {@link same} if the start
 * does not move. Keys of all-day events are at midnight.
 */
function toKeyShift(before: EventTimes, next: EventTimes): (key: string) => string {
  const shiftMs = startOf(next) - startOf(before)
  if (next.allDay && !before.allDay) {
    const days = Math.floor(startOf(next) / dayMs) - Math.floor(startOf(before) / dayMs)
    return (key) => `${addLocalDays(key.slice(0, 10), days)}T00:00:00`
  }
  return shiftMs === 0 ? same : (key) => toKey(keyMs(key) + shiftMs)
}

function moveRecurrence(
  series: SeriesRecord,
  times: EventTimes,
  given: Partial<StoredRecurrence>,
  shift: (key: string) => string,
): StoredRecurrence {
  const { rule, dates, except } = series.recurrence
  return {
    rule: given.rule ?? moveRule(rule, startOf(series.times), startOf(times)),
    dates: given.dates ?? [...new Set(dates.map(shift))],
    except: given.except ?? [...new Set(except.map(shift))],
  }
}

function moveRule(text: string, from: number, to: number): string {
  const rule = ruleOf({ rule: text })
  if (rule === undefined || from === to) return text
  const moved = shiftRule(rule, from, to)
  if (isReason(moved)) throw invalidInput({ recurrence: moved })
  return renderRule(moved)
}

/**
 * The new keys of occurrences whose shifted keys the moved rule does not have: the second Tuesday of a month, moved by a day, is not always
 * its second Wednesday. Each gets the nearest free key within a week.
 * @param used the keys that have an occurrence; the new keys are added
 */
function* nearest(
  rows: readonly EventRecord[],
  shifted: ReadonlyMap<EntityId, string>,
  wanted: readonly string[],
  used: Set<string>,
): Generator<readonly [EntityId, string]> {
  const free = wanted.filter((key) => !used.has(key)).map(keyMs)
  for (const { id } of rows) {
    const wallMs = keyMs(shifted.get(id) ?? '')
    const distance = (ms: number): number => Math.abs(ms - wallMs)
    const near = free.filter((ms) => distance(ms) <= 7 * dayMs && !used.has(toKey(ms)))
    const best = near.reduce<number | undefined>(
      (least, ms) => (least === undefined || distance(ms) < distance(least) ? ms : least),
      undefined,
    )
    if (best === undefined) continue
    used.add(toKey(best))
    yield [id, toKey(best)]
  }
}

const isKept = (row: EventRecord, key: string, { except }: StoredRecurrence, nowMs: number): boolean =>
  !except.includes(key) && (row.overridden.length > 0 || row.times.endMs <= nowMs)

/**
 * The parts of a recurrence that a caller changes. A part that equals the stored one is no change: clients send back whole events.
 * @param times the new times of the series
 * @throws invalid_input the rule does not name the new start
 */
function readChanges(parsed: ParsedRecurrence, series: SeriesRecord, times: EventTimes): Partial<StoredRecurrence> {
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
