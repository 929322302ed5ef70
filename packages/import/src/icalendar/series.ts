import { expandRule, limits, localToUtcMs, type RecurrenceRule, renderRule, utcMsToLocal } from '@kalends/core/internal'
import type { ImportWarning } from '../item.ts'
import type { Component } from './components.ts'
import { type ListedMoment, type Moment, readMomentsOf } from './moment.ts'
import { type RuleParts, readParts, readRule } from './rule.ts'
import { addDuration, type FileTimes, isFault, place, type TimeContext, toTimeText, toZone } from './times.ts'
import { expandWide, type WideLimits } from './wide-rule.ts'

/** The options that concern series. */
export interface SeriesOptions extends WideLimits {
  /** What happens to a rule that Kalends does not take. */
  readonly unsupportedRules: 'expand' | 'skip'
}

/** The dates of a series while they are read. All numbers are wall times in milliseconds, in the zone of the series. */
export interface FileSeries {
  /** When the first date takes place. */
  readonly times: FileTimes
  /** The rule, from the start that it names; undefined for dates alone. */
  rule: { readonly rule: RecurrenceRule; readonly startMs: number } | undefined
  /** Dates beside the rule. */
  readonly dates: Set<number>
  /** Dates that do not take place. */
  readonly except: Set<number>
  /** Dates of RDATE with an end of their own. */
  readonly ownEnds: Map<number, number>
  /** What was left out or decided. */
  readonly warnings: ImportWarning[]
}

/** What a series is for the calendar. */
export interface SeriesInput {
  /** The times of its first date. */
  readonly times: FileTimes
  /** Undefined for a single date. */
  readonly recurrence: { readonly rule?: string; readonly dates?: readonly string[]; readonly except?: readonly string[] } | undefined
  /** The wall time from which its dates are kept. */
  readonly fromMs: number
}

/** The most dates of a series, as the core stores them. */
const maxDates = 2_000

const valuesOf = ({ properties }: Component, name: string): readonly string[] =>
  properties.flatMap((property) => (property.name === name ? [property.value] : []))

const repeatingNames = new Set(['RRULE', 'RDATE', 'EXRULE'])

/** Whether an event repeats. */
export const isRepeating = ({ properties }: Component): boolean => properties.some(({ name }) => repeatingNames.has(name))

/** Reads the dates of a series, or why they cannot be read. */
export function readSeries(event: Component, times: FileTimes, context: TimeContext, options: SeriesOptions): FileSeries | ImportWarning {
  const startMs = localToUtcMs(times.start.wall)
  const series: FileSeries = {
    ...{ times, rule: undefined, warnings: [] },
    ...{ dates: new Set<number>(), except: new Set<number>(), ownEnds: new Map<number, number>() },
  }
  const fault = readDates(event, series, context)
  if (fault !== undefined) return fault
  const [rules, without] = (['RRULE', 'EXRULE'] as const).map((name) => valuesOf(event, name).map((text) => readParts(text, times)))
  const [parts, ...others] = rules ?? []
  const only = others.length === 0 && without?.length === 0 && parts !== undefined ? readRule(parts, times) : undefined
  if (only !== undefined) fitRule(series, only, startMs)
  else {
    series.dates.add(startMs)
    const unread = expandRules(series, startMs, { rules: rules ?? [], without: without ?? [] }, options)
    if (unread !== undefined) return unread
  }
  return series
}

/** Reads RDATE and EXDATE. */
function readDates(event: Component, series: FileSeries, context: TimeContext): ImportWarning | undefined {
  for (const property of event.properties) {
    if (property.name !== 'RDATE' && property.name !== 'EXDATE') continue
    const moments = readMomentsOf(property)
    if (moments === undefined)
      return { code: 'not_a_date', message: `The ${property.name} in line ${property.line} has no date that exists.` }
    for (const listed of moments) {
      const ms = toSeriesMs(listed.moment, series, context)
      if (typeof ms === 'object') return ms
      if (property.name === 'EXDATE') series.except.add(ms)
      else {
        series.dates.add(ms)
        keepOwnEnd(listed, ms, series, context)
      }
    }
  }
  return undefined
}

/** A moment as a date of a series, in its zone; a day gets the time of day of the series. */
export function toSeriesMs(moment: Moment, { times, warnings }: FileSeries, context: TimeContext): number | ImportWarning {
  const placed = place(moment, context, warnings, times.zone)
  if (isFault(placed)) return placed
  const own = moment.kind === 'date' || times.allDay ? placed : toZone(placed, times.zone)
  if (isFault(own)) return own
  const timeOfDay = moment.kind === 'date' || times.allDay ? times.start.wall.slice(10) : own.wall.slice(10)
  return localToUtcMs(`${own.wall.slice(0, 10)}${timeOfDay}`)
}

function keepOwnEnd({ end }: ListedMoment, ms: number, series: FileSeries, context: TimeContext): void {
  if (end === undefined || series.times.allDay) return
  const start = { wall: utcMsToLocal(ms), zone: series.times.zone }
  const own = 'wall' in end ? toSeriesMs(end, series, context) : localToUtcMs(addDuration(start, end).wall)
  if (typeof own === 'number' && own >= ms && own - ms !== lengthOf(series.times)) series.ownEnds.set(ms, own)
}

/** The difference between the wall times of start and end, in milliseconds. */
export const lengthOf = ({ start, end }: FileTimes): number => localToUtcMs(end.wall) - localToUtcMs(start.wall)

/** Takes a rule that Kalends takes, and makes its start one of its dates. */
function fitRule(series: FileSeries, given: RecurrenceRule, startMs: number): void {
  const { dates, warnings } = series
  const [first, second] = expandRule({ ...given, count: undefined, until: undefined }, startMs, { limit: 2 })
  dates.add(startMs)
  if (first === undefined || (second === undefined && given.count !== 1)) {
    if (first !== undefined && first <= (given.until ?? first)) dates.add(first)
    warnings.push({ code: 'rule_without_dates', message: 'The rule names no second date.' })
    return
  }
  const isOff = first !== startMs
  if (isOff) warnings.push({ code: 'start_off_rule', message: 'The rule does not name the start, which is a date beside the rule.' })
  // RFC 5545, 3.3.10: the start counts as the first date.
  const count = given.count === undefined ? undefined : given.count - Number(isOff)
  if (count === 0 || (given.until !== undefined && given.until < first)) {
    if (!isOff) warnings.push({ code: 'until_before_start', message: 'The rule ends before the start; the event has one date.' })
    return
  }
  if (!isOff) dates.delete(startMs)
  series.rule = { rule: { ...given, count }, startMs: first }
}

interface RuleTexts {
  readonly rules: readonly RuleParts[]
  /** EXRULE: their dates do not take place. */
  readonly without: readonly RuleParts[]
}

/** Takes the dates of rules that Kalends does not take. */
function expandRules(
  series: FileSeries,
  startMs: number,
  { rules, without }: RuleTexts,
  options: SeriesOptions,
): ImportWarning | undefined {
  if (rules.length + without.length === 0) return undefined
  const refused = { code: 'rule_not_supported', message: 'The rule of the event is not supported.' }
  if (options.unsupportedRules === 'skip') return refused
  const expand = (parts: RuleParts) => expandWide(parts, series.times, startMs, options)
  const [dates, left] = [rules.map(expand), without.map(expand)]
  if ([...dates, ...left].some((list) => list === undefined)) return refused
  for (const ms of dates.flatMap((list) => list ?? [])) series.dates.add(ms)
  for (const ms of left.flatMap((list) => list ?? [])) series.except.add(ms)
  const day = utcMsToLocal(options.horizonMs).slice(0, 10)
  series.warnings.push({ code: 'rule_expanded', message: `The rule is not supported; its dates up to ${day} are imported one by one.` })
  return undefined
}

/** The dates of a series in a part of the time, ascending, those that do not take place included. */
export function datesBetween({ rule, dates }: FileSeries, from: number, before: number, limit?: number): readonly number[] {
  const window = { from, before, ...(limit !== undefined && { limit }) }
  const onRule = rule === undefined ? [] : expandRule(rule.rule, rule.startMs, window)
  return [...new Set([...onRule, ...[...dates].filter((ms) => ms >= from && ms < before)])].sort((a, b) => a - b)
}

/** The series within the limits of the core, or why it has no date. */
export function toSeriesInput(series: FileSeries, horizonMs: number): SeriesInput | ImportWarning {
  const fromMs = firstKept(series, horizonMs)
  const { dates, except, warnings } = series
  if (fromMs > Number.NEGATIVE_INFINITY)
    warnings.push({
      code: 'dates_shortened',
      message: `The series has too many dates; those before ${utcMsToLocal(fromMs).slice(0, 10)} are left out.`,
    })
  const rule = ruleFrom(series, fromMs)
  const beside = [...dates].filter((ms) => ms >= fromMs && !except.has(ms)).sort((a, b) => a - b)
  const { times } = series
  const toText = (ms: number): string => toTimeText(utcMsToLocal(ms)).slice(0, times.allDay ? 10 : 19)
  if (rule === undefined) {
    const [first, ...rest] = beside
    if (first === undefined) return noDates
    return { times: timesFrom(times, first), recurrence: rest.length === 0 ? undefined : { dates: rest.map(toText) }, fromMs }
  }
  const left = exceptOf(rule, except)
  if (beside.length === 0 && expandRule(rule.rule, rule.startMs, { limit: left.length + 1 }).length <= left.length) return noDates
  const extra = beside.filter((ms) => expandRule(rule.rule, rule.startMs, { from: ms, before: ms + 1 }).length === 0)
  const recurrence = {
    rule: renderRule(rule.rule),
    ...(extra.length > 0 && { dates: extra.map(toText) }),
    ...(left.length > 0 && { except: left.map(toText) }),
  }
  return { times: timesFrom(times, rule.startMs), recurrence, fromMs }
}

const noDates: ImportWarning = { code: 'no_dates', message: 'All dates of the series are left out.' }

type StartedRule = NonNullable<FileSeries['rule']>

/** The dates of a rule among some dates. */
function exceptOf({ rule, startMs }: StartedRule, except: ReadonlySet<number>): readonly number[] {
  const sorted = [...except].sort((a, b) => a - b)
  const [first, last] = [sorted.at(0), sorted.at(-1)]
  if (first === undefined || last === undefined) return []
  const named = new Set(expandRule(rule, startMs, { from: first, before: last + 1 }))
  return sorted.filter((ms) => named.has(ms))
}

/** The first date that is kept: the latest 2,000 dates and the latest 500 of each list are. */
function firstKept(series: FileSeries, horizonMs: number): number {
  const { rule, dates, except } = series
  const nth = (sorted: readonly number[], count: number): number =>
    sorted.length > count ? (sorted[sorted.length - count] ?? 0) : Number.NEGATIVE_INFINITY
  const sorted = [...dates].sort((a, b) => a - b)
  const all = rule === undefined ? sorted : datesBetween(series, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, maxDates + 1)
  const isLong = all.length > maxDates && rule !== undefined
  const stored = isLong ? datesBetween(series, Number.NEGATIVE_INFINITY, Math.max(horizonMs, rule.startMs + 1)) : all
  // A series without a rule has its first date beside the list.
  const lists = [
    nth(sorted, limits.recurrenceDates + Number(rule === undefined)),
    nth(rule === undefined ? [] : exceptOf(rule, except), limits.recurrenceDates),
  ]
  return Math.max(nth(stored, maxDates), ...lists)
}

/** The rule from a wall time on, with an end that the core takes. */
function ruleFrom({ rule: started }: FileSeries, fromMs: number): StartedRule | undefined {
  if (started === undefined) return undefined
  const { rule, startMs } = started
  const isDoubled = rule.count !== undefined && (rule.count > maxDates || rule.until !== undefined || fromMs > startMs)
  const ended = isDoubled ? { ...rule, count: undefined, until: expandRule(rule, startMs).at(-1) } : rule
  const [first] = expandRule(ended, startMs, { from: fromMs, limit: 1 })
  return first === undefined ? undefined : { rule: ended, startMs: first }
}

/** The same times on another date. */
export function timesFrom(times: FileTimes, startMs: number): FileTimes {
  if (localToUtcMs(times.start.wall) === startMs) return times
  const at = (ms: number) => ({ wall: utcMsToLocal(ms), zone: times.zone })
  return { ...times, start: at(startMs), end: at(startMs + lengthOf(times)) }
}
