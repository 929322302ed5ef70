import * as z from 'zod'
import { codePointLength, stripBom, textIssue, toOneLine } from '../text/plain.ts'
import { untrashedSlug } from '../text/slug.ts'
import { type ListTime, parseRelativeTime } from '../time/relative-time.ts'
import { type ParsedDateTime, parseDateTime, parseRecordTime } from '../time/wall-time.ts'
import { canonicalZone } from '../time/zone.ts'
import { limits } from './limits.ts'
import { orIssue } from './schemas.ts'

/**
 * The fields of records and lists as zod schemas. `schema.meta()` is the JSON Schema of the accepted values. A message completes a sentence
 * that begins with the field's name: “title must not be empty”.
 */

const digits = /^[0-9]+$/
const decimal = /^-?[0-9]+(?:\.[0-9]+)?$/
const truths: Readonly<Record<string, boolean>> = {
  true: true,
  1: true,
  yes: true,
  on: true,
  false: false,
  0: false,
  no: false,
  off: false,
}

const isAtMost = (text: string, max: number): boolean => text.length <= max || codePointLength(text) <= max

/** A well-formed text of at most `max` code points, without a leading byte order mark. */
export const textOf = (max: number): z.ZodString =>
  z
    .string('must be a text')
    .overwrite(stripBom)
    .check(({ value, issues }) => {
      const message = textIssue(value)
      if (message !== undefined) issues.push({ code: 'custom', message, input: value })
    })
    .refine((text) => isAtMost(text, max), { error: `must have at most ${max} characters`, abort: true })

/** One line of text, at most `max` code points. */
export const lineOf = (max: number): z.ZodString => textOf(max).overwrite(toOneLine)

/** Reads null as the empty text. */
export const emptyIfNull = (schema: z.ZodType<string>): z.ZodType<string> => schema.nullable().transform((text) => text ?? '')

/** A character with a visible shape: no space, joiner, mark, filler (U+3164) or blank pattern (U+2800). */
const visible = /[^\p{Z}\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Whether a text has a visible character. */
export const isVisible = (text: string): boolean => visible.test(text)

/** A name or title: one line with at least one visible character. */
export const nameField: z.ZodType<string> = lineOf(limits.name)
  .refine((text) => text !== '', { error: 'must not be empty', abort: true })
  .refine(isVisible, 'must have a character that can be seen')
  .meta({ type: 'string', maxLength: limits.name, minLength: 1 })

/** One line of text; null is empty. */
export const lineField: z.ZodType<string> = emptyIfNull(lineOf(limits.line)).meta({ type: ['string', 'null'], maxLength: limits.line })

/**
 * A slug as given; null is empty, which requests a new one. The length of the trash suffix and of the number after it is not counted: the
 * calendar created such a slug, and clients send it back.
 */
export const slugField: z.ZodType<string> = emptyIfNull(
  textOf(2 * limits.slug).refine((slug) => isAtMost(untrashedSlug(slug), limits.slug), `must have at most ${limits.slug} characters`),
).meta({ type: ['string', 'null'], maxLength: limits.slug })

/** A uid: one line of text; null is empty, which means none. */
export const uidField: z.ZodType<string> = emptyIfNull(lineOf(limits.uid)).meta({ type: ['string', 'null'], maxLength: limits.uid })

/** A search text; empty matches everything. */
export const searchField: z.ZodType<string> = textOf(limits.search).meta({ type: 'string', maxLength: limits.search })

const fromDigits = (value: unknown): unknown => (typeof value === 'string' && digits.test(value) ? Number(value) : value)

function integerFrom(min: 0 | 1): z.ZodInt {
  const reason = `must be an integer of ${min} or more`
  return (
    z
      .int(reason)
      .min(min, reason)
      // Negative zero is an integer too, but no store returns it.
      .overwrite((number) => number + 0)
  )
}

const natural = integerFrom(0)

/** An integer of 0 or more, as a number or in decimal digits. */
export const integerField: z.ZodType<number> = z.preprocess(fromDigits, natural).meta({ type: 'integer', minimum: 0 })

/** An id of 0 or more; null and the empty text are 0. */
export const optionalIdField: z.ZodType<number> = z
  .preprocess((value) => (value === null || value === '' ? 0 : fromDigits(value)), natural)
  .meta({ type: ['integer', 'null'], minimum: 0 })

/** Clamps an integer larger than all ids: a filter with such an id is valid and matches nothing. */
function fromFilterId(value: unknown): unknown {
  const number = fromDigits(value)
  return typeof number === 'number' && number > Number.MAX_SAFE_INTEGER ? Number.MAX_SAFE_INTEGER : number
}

/** The id of a record to filter by; some filters read 0 as “none”. */
export const filterIdField: z.ZodType<number> = z.preprocess(fromFilterId, natural).meta({ type: 'integer', minimum: 0 })

/** An integer of 1 or more. */
export const countField: z.ZodType<number> = z.preprocess(fromDigits, integerFrom(1)).meta({ type: 'integer', minimum: 1 })

function fromTruth(value: unknown): unknown {
  const text = typeof value === 'string' ? value.toLowerCase() : value === 1 || value === 0 ? String(value) : ''
  return Object.hasOwn(truths, text) ? truths[text] : value
}

/** `true`, `false`, 1, 0 and the texts `true false 1 0 yes no on off` in any letter case. */
export const booleanField: z.ZodType<boolean> = z.preprocess(fromTruth, z.boolean('must be true or false')).meta({ type: 'boolean' })

const fromDecimal = (value: unknown): unknown =>
  typeof value === 'string' && value.length <= 40 && decimal.test(value) ? Number(value) : value

function numberFrom(min: number, max: number): z.ZodNumber {
  const reason = `must be a number from ${min} to ${max}`
  return z
    .number({ error: ({ input }) => (input === undefined ? 'is required' : reason) })
    .min(min, reason)
    .max(max, reason)
}

/** A number within bounds, as a number or in decimal notation. */
export const numberField = (min: number, max: number): z.ZodType<number> =>
  z.preprocess(fromDecimal, numberFrom(min, max)).meta({ type: 'number', minimum: min, maximum: max })

/** A number within bounds, or null; the empty text is null. */
export const optionalNumberField = (min: number, max: number): z.ZodType<number | null> =>
  z
    .preprocess((value) => (value === '' ? null : fromDecimal(value)), numberFrom(min, max).nullable())
    .meta({ type: ['number', 'null'], minimum: min, maximum: max })

const date = 'must be a date such as 2026-05-31 or 2026-05-31 19:30:00, optionally with Z or an offset such as +02:00'
const dateOrRelative = `${date}, or a relative time such as now, today or +2 weeks`

/** A bound of a list: a date, with or without a time and an offset, or a time relative to now; see `parseRelativeTime`. */
export const listTimeField: z.ZodType<ListTime> = z
  .string(dateOrRelative)
  .transform(orIssue((text): ListTime | undefined => parseDateTime(text) ?? parseRelativeTime(text), dateOrRelative))
  .meta({ type: 'string', examples: ['2026-05-31 19:30:00', 'today', '+2 weeks'] })

const recordTime = z.string(date).transform(orIssue((text) => parseRecordTime(text) ?? parseDateTime(text), date))

/**
 * A date and time of a record. It accepts the days around the valid years too, because an instant inside those years can show a date
 * outside of them in some zone. `checkYears` rejects the values outside those years that no stored record has.
 */
export const recordTimeField: z.ZodType<ParsedDateTime> = recordTime.meta({ type: 'string', examples: ['2026-05-31 19:30:00'] })

/** A date and time of a record; null and the empty text ask for the default. */
export const optionalRecordTimeField: z.ZodType<ParsedDateTime | null> = z
  .preprocess((value) => (value === '' ? null : value), recordTime.nullable())
  .meta({ type: ['string', 'null'], examples: ['2026-05-31 19:30:00'] })

const zone = 'must be a time zone such as Europe/Berlin, UTC or +02:00'

/** A time zone, converted to its canonical spelling. */
export const timeZoneField: z.ZodType<string> = z
  .string(zone)
  .transform(orIssue(canonicalZone, zone))
  .meta({ type: 'string', examples: ['Europe/Berlin'] })

/** Finds a text among some words, in any letter case. */
export function wordAmong<Word extends string>(words: readonly Word[], reason: string): z.ZodType<Word> {
  const known = new Map(words.map((word) => [word.toLowerCase(), word]))
  const issue = `${reason}: ${words.join(', ')}`
  return z.string(issue).transform(orIssue((text) => known.get(stripBom(text).toLowerCase()), issue))
}

/** One of a fixed set of words, in any letter case. */
export const wordField = <Word extends string>(words: readonly Word[]): z.ZodType<Word> =>
  wordAmong(words, 'must be one of').meta({ type: 'string', enum: words })
