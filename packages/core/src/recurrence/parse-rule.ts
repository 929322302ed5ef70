import type { Reason } from '../errors/issues.ts'
import { combinationsOf, invalidParts, refusedParts } from './reasons.ts'
import { type Frequency, type ParsedRule, type RuleDay, weekdayNames } from './rule.ts'

const maxCharacters = 1_000
const frequencies: readonly Frequency[] = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']

/**
 * Reads an RRULE (RFC 5545) in any letter case, also with the prefix `RRULE:` and with a semicolon at the end.
 *
 * @returns The rule; or the reason why it is refused, such as that calendar programs read it differently.
 */
export function parseRule(text: string): ParsedRule | Reason {
  if (text.length > maxCharacters) return { code: 'rule_too_long' }
  const written = text.toUpperCase()
  if (written.includes('EXRULE')) return { code: 'rule_with_exrule' }
  if (written.lastIndexOf('RRULE') > 0) return { code: 'several_rules' }
  // Tests the text as it was given: the upper case of some letters beyond ASCII is an ASCII letter.
  if (!/^[!-~]+$/.test(text)) return { code: 'rule_not_one_line' }
  const parts = new Map<string, string>()
  for (const part of written
    .replace(/^RRULE:/, '')
    .replace(/;$/, '')
    .split(';')) {
    const [, name = '', value = ''] = /^([A-Z]+)=(.+)$/.exec(part) ?? []
    if (parts.has(name)) return { code: 'rule_part_twice' }
    if (!invalidParts.has(name)) return refusedParts.get(name) ?? { code: 'unknown_rule_part' }
    parts.set(name, value)
  }
  return composeRule(parts)
}

/** Parses the values of the parts. The first part that is invalid gives the reason. */
function composeRule(parts: ReadonlyMap<string, string>): ParsedRule | Reason {
  let reason: Reason | undefined = parts.has('FREQ') ? undefined : { code: 'rule_without_freq' }
  const read = <T>(name: string, parse: (value: string) => T | undefined, absent: T): T => {
    const value = parts.get(name)
    if (value === undefined) return absent
    const parsed = parse(value)
    if (parsed === undefined) reason ??= invalidParts.get(name)
    return parsed ?? absent
  }
  const list = (name: string, min: number, max: number) => read<readonly number[]>(name, (value) => parseNumbers(value, min, max), [])
  if (/(?:^|,)[+-]?0{1,3}[A-Z]/.test(parts.get('BYDAY') ?? '')) reason ??= { code: 'weekday_zero' }
  const rule: ParsedRule = {
    freq: read('FREQ', (value) => frequencies.find((freq) => freq === value), 'DAILY'),
    interval: read('INTERVAL', (value) => parseCount(value, 1_000), 1),
    count: read('COUNT', (value) => parseCount(value, 2_000), undefined),
    until: read('UNTIL', parseUntil, undefined),
    byMonth: list('BYMONTH', 1, 12),
    byWeekNo: list('BYWEEKNO', -53, 53),
    byYearDay: list('BYYEARDAY', -366, 366),
    byMonthDay: list('BYMONTHDAY', -31, 31),
    byDay: read('BYDAY', parseDays, []),
    bySetPos: list('BYSETPOS', -366, 366),
    weekStart: read('WKST', parseWeekday, 0),
  }
  if (parts.has('COUNT') && parts.has('UNTIL')) reason ??= { code: 'count_and_until' }
  for (const [why, isRefused] of combinationsOf(rule)) if (isRefused) reason ??= why
  return reason ?? rule
}

function parseCount(value: string, max: number): number | undefined {
  const number = /^\d+$/.test(value) ? Number(value) : 0
  return number >= 1 && number <= max ? number : undefined
}

/** Numbers other than 0, ascending, each once. */
function parseNumbers(value: string, min: number, max: number): readonly number[] | undefined {
  const texts = value.split(',')
  const numbers = [...new Set(texts.map(Number))].sort((a, b) => a - b)
  const isValid = texts.every((text) => /^[+-]?\d{1,3}$/.test(text)) && numbers.every((each) => each >= min && each <= max && each !== 0)
  return isValid ? numbers : undefined
}

const parseWeekday = (value: string): number | undefined => (weekdayNames.includes(value) ? weekdayNames.indexOf(value) : undefined)

function parseDays(value: string): readonly RuleDay[] | undefined {
  const days = new Map<string, RuleDay>()
  for (const text of value.split(',')) {
    const [, number, name = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(text) ?? []
    const [nth, weekday] = [Number(number ?? 0), parseWeekday(name)]
    if (weekday === undefined || Math.abs(nth) > 53) return undefined
    days.set(`${nth} ${weekday}`, { weekday, nth })
  }
  return [...days.values()].sort((a, b) => a.nth - b.nth || a.weekday - b.weekday)
}

/** Parses a date, a wall time or an instant in UTC; a date stands for the last second of its day. */
function parseUntil(value: string): ParsedRule['until'] {
  const [, year, month, day, time = '235959', zone] = /^(\d{4})(\d\d)(\d\d)(?:T(\d{6})(Z)?)?$/.exec(value) ?? []
  const local = `${year}-${month}-${day}T${time.replace(/(\d\d)(\d\d)(\d\d)/, '$1:$2:$3')}`
  const ms = Date.parse(`${local}Z`)
  // 30 February overflows into March, and converts back to another text.
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 19) !== local) return undefined
  return zone === undefined ? ms : { instantMs: ms }
}
