import * as z from 'zod'
import { limits } from '../../input/limits.ts'
import { isObject } from '../../input/read.ts'
import { parseRule } from '../../recurrence/parse-rule.ts'
import { isRuleIssue, type ParsedRule } from '../../recurrence/rule.ts'
import { type ParsedDateTime, parseRecordTime } from '../../time/wall-time.ts'

/** How an event repeats: a rule of RFC 5545, or a rule with further and excluded dates. */
export type RecurrenceInput =
  | string
  | {
      /** A rule such as `FREQ=WEEKLY;BYDAY=TU`, in any letter case, with or without `RRULE:`. */
      readonly rule?: string | undefined
      /** Further dates: wall times in the event's zone, or days, which get the start's time of day. At most 500. */
      readonly dates?: readonly string[] | undefined
      /** Dates that are left out, written as `dates`. At most 500. */
      readonly except?: readonly string[] | undefined
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

const shapeReason = 'must be a rule such as FREQ=WEEKLY;BYDAY=TU, an object with rule, dates and except, or null'
const datesReason = 'must have dates and except as lists of days or wall times without an offset: 2026-12-08 or 2026-12-08 19:00:00'
/**
 * The reason why a list of dates is refused. The limit is checked after parsing: a change of its rule can give a stored series more dates, and
 * clients send these back unchanged.
 */
export const tooManyReason = `must have at most ${limits.recurrenceDates} dates, and at most ${limits.recurrenceDates} in except`

/** How an event repeats; null and the empty text for a single event. An issue names the whole field, not a part of it. */
export const recurrenceField: z.ZodType<ParsedRecurrence | null> = z
  .unknown()
  .transform((value, context) => {
    const parsed = value === null || value === '' ? null : parseRecurrence(value)
    if (typeof parsed !== 'string') return parsed
    context.addIssue(parsed)
    return z.NEVER
  })
  .meta({ type: ['string', 'object', 'null'], examples: ['FREQ=WEEKLY;BYDAY=TU'] })

/** @returns the parsed recurrence, or the reason for a refusal as a text */
function parseRecurrence(value: unknown): ParsedRecurrence | string {
  if (typeof value === 'string') return parseParts({ rule: value })
  return isObject(value) ? parseParts(value) : shapeReason
}

interface Parts {
  readonly rule?: unknown
  readonly dates?: unknown
  readonly except?: unknown
  readonly id?: unknown
  readonly overridden?: unknown
}

/** Parses the parts, up to the first one that is refused. */
function parseParts(parts: Parts): ParsedRecurrence | string {
  const { rule: ruleText = '', dates: dateTexts = [], except: exceptTexts = [], id = '', overridden } = parts
  if (ruleText !== null && typeof ruleText !== 'string') return shapeReason
  const rule = ruleText === null || ruleText === '' ? undefined : parseRule(ruleText)
  if (rule !== undefined && isRuleIssue(rule)) return rule.reason
  const [dates, except] = [parseDates(dateTexts), parseDates(exceptTexts)]
  if (typeof dates === 'string') return dates
  if (typeof except === 'string') return except
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

function parseDates(value: unknown): readonly ParsedDateTime[] | string {
  const texts: unknown = value === null ? [] : value
  if (!Array.isArray(texts)) return datesReason
  const dates = texts.flatMap((text) => (typeof text === 'string' ? (parseRecordTime(text) ?? []) : []))
  return dates.length === texts.length && dates.every(({ offsetMinutes }) => offsetMinutes === undefined) ? dates : datesReason
}
