/** How often a rule repeats. */
export type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'

/** A member of BYDAY. */
export interface RuleDay {
  /** 0 for Monday to 6 for Sunday. */
  readonly weekday: number
  /** Which of these weekdays of the month or year, counted from its end if negative; 0 for all of them. */
  readonly nth: number
}

/** A recurrence rule (RRULE of RFC 5545) on wall times. Lists are ascending, and empty when the rule lacks the part. */
export interface RecurrenceRule {
  /** FREQ. */
  readonly freq: Frequency
  /** INTERVAL: every how many days, weeks, months or years. */
  readonly interval: number
  /** COUNT: how many occurrences, counted from the start. */
  readonly count: number | undefined
  /** UNTIL: the last wall time at which an occurrence may start, in milliseconds like `localToUtcMs`. */
  readonly until: number | undefined
  /** BYMONTH: 1 to 12. */
  readonly byMonth: readonly number[]
  /** BYWEEKNO: weeks of the year, from its end when negative. */
  readonly byWeekNo: readonly number[]
  /** BYYEARDAY: days of the year, from its end when negative. */
  readonly byYearDay: readonly number[]
  /** BYMONTHDAY: days of the month, from its end when negative. */
  readonly byMonthDay: readonly number[]
  /** BYDAY, ordered by number, then from Monday to Sunday. */
  readonly byDay: readonly RuleDay[]
  /** BYSETPOS: positions among the days of a month or year, from the last one when negative. */
  readonly bySetPos: readonly number[]
  /** WKST: the first day of a week, 0 for Monday to 6 for Sunday. */
  readonly weekStart: number
}

/** A rule as it was written: UNTIL may be an instant, which only a time zone turns into a wall time. */
export interface ParsedRule extends Omit<RecurrenceRule, 'until'> {
  /** UNTIL as a wall time in milliseconds, or as an instant in milliseconds since 1970 in UTC. */
  readonly until: number | { readonly instantMs: number } | undefined
}

/** The weekdays of RFC 5545, from Monday. */
export const weekdayNames: readonly string[] = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** The last wall time that UNTIL can write; the calendar ends long before. */
const lastUntil = Date.UTC(9999, 11, 31, 23, 59, 59)

/**
 * The rule with UNTIL as a wall time.
 * @param toLastLocal gives the greatest wall time, in milliseconds, at which an occurrence of the series starts at or before an instant
 */
export function resolveUntil(rule: ParsedRule, toLastLocal: (instantMs: number) => number): RecurrenceRule {
  const { until } = rule
  return { ...rule, until: typeof until === 'object' ? toLastLocal(until.instantMs) : until }
}

const untilText = (wallMs: number): string => new Date(Math.min(wallMs, lastUntil)).toISOString().slice(0, 19).replace(/[-:]/g, '')

/** The canonical text: parts in fixed order, without INTERVAL=1 and WKST=MO, lists ascending, UNTIL as wall time. It parses to the same rule. */
export function renderRule(rule: RecurrenceRule): string {
  const list = (members: readonly (number | string)[]) => (members.length === 0 ? undefined : members.join(','))
  const parts = {
    FREQ: rule.freq,
    INTERVAL: rule.interval === 1 ? undefined : rule.interval,
    COUNT: rule.count,
    UNTIL: rule.until === undefined ? undefined : untilText(rule.until),
    BYMONTH: list(rule.byMonth),
    BYWEEKNO: list(rule.byWeekNo),
    BYYEARDAY: list(rule.byYearDay),
    BYMONTHDAY: list(rule.byMonthDay),
    BYDAY: list(rule.byDay.map(({ nth, weekday }) => `${nth === 0 ? '' : nth}${weekdayNames[weekday]}`)),
    BYSETPOS: list(rule.bySetPos),
    WKST: rule.weekStart === 0 ? undefined : weekdayNames[rule.weekStart],
  }
  let text = ''
  for (const [name, value] of Object.entries(parts)) if (value !== undefined) text += `;${name}=${value}`
  return text.slice(1)
}
