import * as z from 'zod/mini'
import { isReason, type Reason } from '../../../errors/issues.ts'
import { limits } from '../../../input/limits.ts'
import { isObject } from '../../../input/read.ts'
import { because, jsonSchemas, type Schema } from '../../../input/schemas.ts'
import { parseRule } from '../../../recurrence/parse-rule.ts'
import type { ParsedRule } from '../../../recurrence/rule.ts'
import { isTimeObject, readTimeObject, type TimeInput } from '../../../time/time-value.ts'
import { type ParsedDateTime, parseRecordTime } from '../../../time/wall-time.ts'

/** How an event repeats: a rule of RFC 5545, or a rule with further and excluded dates. */
export type RecurrenceInput =
  | string
  | {
      /** A rule such as `FREQ=WEEKLY;BYDAY=TU`, in any letter case, with or without `RRULE:`. */
      readonly rule?: string | undefined
      /**
       * Further dates: wall times in the event's zone, or days, which get the start's time of day. A `Date` and other instants are converted to the
       * event's zone. At most 500.
       */
      readonly dates?: readonly TimeInput[] | undefined
      /** Dates that are left out, written as `dates`. At most 500. */
      readonly except?: readonly TimeInput[] | undefined
      /**
       * Only in a patch of an occurrence: the members that stay overridden. The others get the values of the series again.
       * @default all stay
       */
      readonly overridden?: readonly string[] | undefined
    }

/** A parsed {@link RecurrenceInput}. */
export interface ParsedRecurrence {
  /** The rule; undefined for a series without one. */
  readonly rule: ParsedRule | undefined
  /** Further dates, not converted to keys yet. */
  readonly dates: readonly ParsedDateTime[]
  /** Excluded dates, not converted to keys yet. */
  readonly except: readonly ParsedDateTime[]
  /** Whether it was returned with an occurrence: a new event with such a recurrence is a single one. */
  readonly isOfOccurrence: boolean
  /** The parts that the input gives: in a patch, the others stay. */
  readonly given: readonly RecurrencePart[]
  /** The members that stay overridden; undefined for all. */
  readonly overridden: readonly string[] | undefined
}

/** A part of a recurrence. */
export type RecurrencePart = 'rule' | 'dates' | 'except'

const notRecurrence: Reason = { code: 'not_a_recurrence' }
const notDates: Reason = { code: 'not_series_dates' }
/**
 * The reason why a list of dates is refused. The limit is checked after parsing: a change of its rule can give a stored series more dates, and
 * clients send these back unchanged.
 */
export const tooManyDates: Reason = { code: 'too_many_dates', max: limits.recurrenceDates }

/** How an event repeats; null and the empty text for a single event. An issue names the whole field, not a part of it. */
export const recurrenceField: Schema<ParsedRecurrence | null> = z
  .transform((value: unknown, { issues }) => {
    const parsed = value === null || value === '' ? null : parseRecurrence(value)
    if (parsed === null || !isReason(parsed)) return parsed
    issues.push({ code: 'custom', message: because(parsed), input: value })
    return z.NEVER
  })
  .register(jsonSchemas, { type: ['string', 'object', 'null'], examples: ['FREQ=WEEKLY;BYDAY=TU'] })

/** @returns the parsed recurrence, or the reason for a refusal */
function parseRecurrence(value: unknown): ParsedRecurrence | Reason {
  if (typeof value === 'string') return parseParts({ rule: value })
  return isObject(value) ? parseParts(value) : notRecurrence
}

interface Parts {
  readonly rule?: unknown
  readonly dates?: unknown
  readonly except?: unknown
  readonly id?: unknown
  readonly overridden?: unknown
}

/** Parses the parts, up to the first one that is refused. */
function parseParts(parts: Parts): ParsedRecurrence | Reason {
  const { rule: ruleText = '', dates: dateTexts = [], except: exceptTexts = [], id = '', overridden } = parts
  if (ruleText !== null && typeof ruleText !== 'string') return notRecurrence
  const rule = ruleText === null || ruleText === '' ? undefined : parseRule(ruleText)
  if (rule !== undefined && isReason(rule)) return rule
  const [dates, except] = [parseDates(dateTexts), parseDates(exceptTexts)]
  if (dates === undefined || except === undefined) return notDates
  return {
    rule,
    dates,
    except,
    isOfOccurrence: typeof id === 'string' && id !== '',
    given: partNames.filter((name) => parts[name] !== undefined),
    overridden: Array.isArray(overridden) ? overridden.filter((name) => typeof name === 'string') : undefined,
  }
}

const partNames: readonly RecurrencePart[] = ['rule', 'dates', 'except']

/** Whether a list of dates is too long. */
export const areTooMany = (dates: readonly unknown[]): boolean => dates.length > limits.recurrenceDates

function parseDates(value: unknown): readonly ParsedDateTime[] | undefined {
  const texts: unknown = value === null ? [] : value
  if (!Array.isArray(texts)) return undefined
  const dates = texts.flatMap((text) => parseDate(text) ?? [])
  return dates.length === texts.length ? dates : undefined
}

/** A date of a series; undefined if it is none. A text is wall time: one with an offset is refused, which would be read as an instant. */
function parseDate(value: unknown): ParsedDateTime | undefined {
  if (isTimeObject(value)) {
    const time = readTimeObject(value)
    return isReason(time) ? undefined : time
  }
  const time = typeof value === 'string' ? parseRecordTime(value) : undefined
  return time?.offsetMinutes === undefined ? time : undefined
}
