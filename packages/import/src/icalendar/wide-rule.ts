import { expandRule, isReason, parseRule, type RecurrenceRule, resolveUntil } from '@kalends/core/internal'
import { lastStartBy, type RuleParts, readCount } from './rule.ts'
import type { FileTimes } from './times.ts'

const dayMs = 86_400_000

/** The parts whose combinations Kalends refuses; each alone is read as its rules are. */
const listParts = ['BYMONTH', 'BYMONTHDAY', 'BYYEARDAY', 'BYWEEKNO', 'BYDAY', 'BYSETPOS']

const unitsMs: Readonly<Record<string, number>> = { HOURLY: 3_600_000, MINUTELY: 60_000, SECONDLY: 1_000 }

/** The most steps of a rule by hours, minutes or seconds: enough for two years by minutes. */
const maxSteps = 1_500_000

/** The steps for which a rule counts at least: finding that it has no dates takes as long. */
const stepsOfRule = 1_000

/** The steps that the rules of a file may still take. */
export interface StepBudget {
  /** How many; no rule is expanded without any. */
  left: number
}

/** The steps of the rules of a file together: some seconds of computing. */
export const createStepBudget = (): StepBudget => ({ left: 20 * maxSteps })

/** The most dates of a rule: one each hour for two years. */
const maxDates = 20_000

const allParts = new Set(['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST', 'BYHOUR', 'BYMINUTE', 'BYSECOND', ...listParts])

/** How far rules are expanded. */
export interface WideLimits {
  /** The wall time in milliseconds. */
  readonly horizonMs: number
  /** The steps of all rules of the file. */
  readonly steps: StepBudget
}

/**
 * The dates of a rule that Kalends does not take, as wall times in milliseconds, ascending, from the start of the event to a horizon.
 * @returns undefined for a rule that cannot be read, that has too many dates, or that programs read differently: of another calendar, with
 * BYSETPOS among times; and for all rules once the steps of the file are used up
 */
export function expandWide(
  parts: RuleParts,
  times: FileTimes,
  startMs: number,
  { horizonMs, steps: budget }: WideLimits,
): readonly number[] | undefined {
  const rule = readWide(parts, times)
  if (rule === undefined) return undefined
  const lastMs = Math.min(horizonMs, rule.until ?? horizonMs)
  const found: number[] = []
  budget.left -= stepsOfRule
  for (const ms of rule.unitMs === undefined ? timesOfDays(rule, startMs, lastMs) : steps(rule, startMs, lastMs, budget)) {
    if (ms < startMs) continue
    if (ms > lastMs || found.length >= rule.count) break
    if (found.length >= maxDates) return undefined
    found.push(ms)
  }
  return budget.left > 0 ? found : undefined
}

interface WideRule {
  readonly days: RecurrenceRule
  readonly unitMs: number | undefined
  readonly count: number
  readonly until: number | undefined
  readonly hours: readonly number[]
  readonly minutes: readonly number[]
  readonly seconds: readonly number[]
}

function readWide(parts: RuleParts, times: FileTimes): WideRule | undefined {
  const count = readCount(parts) ?? Number.POSITIVE_INFINITY
  const freq = parts.get('FREQ') ?? ''
  const unitMs = unitsMs[freq]
  const [hours, minutes, seconds] = (['BYHOUR', 'BYMINUTE', 'BYSECOND'] as const).map((name) => numbersOf(parts.get(name)))
  const days = readDays(parts, unitMs === undefined ? freq : 'DAILY', times)
  const isKnown = [...parts.keys()].every((name) => allParts.has(name))
  if (count === 'invalid' || !isKnown || days === undefined || hours === undefined || minutes === undefined || seconds === undefined)
    return undefined
  const isOfTimes = unitMs !== undefined || hours.length + minutes.length + seconds.length > 0
  if (isOfTimes && days.bySetPos.length > 0) return undefined
  return { days, unitMs, count, until: days.until, hours, minutes, seconds }
}

/** Numbers of a list, ascending; undefined if one of them is no number of a time. */
function numbersOf(value: string | undefined): readonly number[] | undefined {
  const texts = value === undefined ? [] : value.split(',')
  if (texts.some((text) => !/^\d{1,2}$/.test(text) || Number(text) > 59)) return undefined
  return [...new Set(texts.map(Number))].sort((a, b) => a - b)
}

/** The rule for days: each part is parsed in a rule that takes it, so that only its combination with others is not checked. */
function readDays(parts: RuleParts, freq: string, times: FileTimes): RecurrenceRule | undefined {
  const own = ['INTERVAL', 'UNTIL', 'WKST'].flatMap((name) => (parts.has(name) ? [`${name}=${parts.get(name)}`] : []))
  const base = parseRule([`FREQ=${freq}`, ...own].join(';'))
  if (isReason(base)) return undefined
  let rule: RecurrenceRule = { ...resolveUntil(base, (ms) => lastStartBy(times, ms)), count: undefined }
  for (const name of listParts) {
    const value = parts.get(name)
    if (value === undefined) continue
    const parsed = parseRule(`FREQ=YEARLY;${name === 'BYMONTH' ? '' : name === 'BYWEEKNO' ? '' : 'BYMONTH=1;'}${name}=${value}`)
    if (isReason(parsed)) return undefined
    const { byMonth, byMonthDay, byYearDay, byWeekNo, byDay, bySetPos } = parsed
    const lists: Readonly<Record<string, Partial<RecurrenceRule>>> = {
      ...{ BYMONTH: { byMonth }, BYMONTHDAY: { byMonthDay }, BYYEARDAY: { byYearDay } },
      ...{ BYWEEKNO: { byWeekNo }, BYDAY: { byDay }, BYSETPOS: { bySetPos } },
    }
    rule = { ...rule, ...lists[name] }
  }
  return rule
}

/** The times of the days that a rule by days names. */
function* timesOfDays({ days, hours, minutes, seconds }: WideRule, startMs: number, lastMs: number): Iterable<number> {
  const start = new Date(startMs)
  const or = (list: readonly number[], own: number): readonly number[] => (list.length === 0 ? [own] : list)
  const ofDay = or(hours, start.getUTCHours()).flatMap((hour) =>
    or(minutes, start.getUTCMinutes()).flatMap((minute) =>
      or(seconds, start.getUTCSeconds()).map((second) => ((hour * 60 + minute) * 60 + second) * 1_000),
    ),
  )
  const midnight = startMs - (startMs - Math.floor(startMs / dayMs) * dayMs)
  for (const day of expandRule({ ...days, until: undefined }, midnight, { before: lastMs + dayMs })) for (const ms of ofDay) yield day + ms
}

/** The times of a rule by hours, minutes or seconds. */
function* steps(
  { days, unitMs = dayMs, hours, minutes, seconds }: WideRule,
  startMs: number,
  lastMs: number,
  budget: StepBudget,
): Iterable<number> {
  const test = createDayFilter(days, startMs, lastMs)
  const has = (list: readonly number[], value: number): boolean => list.length === 0 || list.includes(value)
  const stepMs = unitMs * days.interval
  for (let [ms, step] = [startMs, 0]; ms <= lastMs && step < maxSteps && budget.left > 0; ms += stepMs, step++) {
    budget.left--
    const date = new Date(ms)
    if (has(hours, date.getUTCHours()) && has(minutes, date.getUTCMinutes()) && has(seconds, date.getUTCSeconds()) && test(ms)) yield ms
  }
}

/** Whether a wall time is on a day that the lists of a rule name. */
function createDayFilter(days: RecurrenceRule, startMs: number, lastMs: number): (ms: number) => boolean {
  if (days.byMonth.length + days.byMonthDay.length + days.byYearDay.length + days.byWeekNo.length + days.byDay.length === 0)
    return () => true
  const midnight = Math.floor(startMs / dayMs) * dayMs
  const daily: RecurrenceRule = { ...days, freq: 'DAILY', interval: 1, count: undefined, until: undefined, bySetPos: [] }
  const named = new Set(expandRule(daily, midnight, { before: lastMs + dayMs }))
  return (ms) => named.has(Math.floor(ms / dayMs) * dayMs)
}
