import * as z from 'zod/mini'
import { isReason, type Reason } from '../errors/issues.ts'
import { codePointLength, stripBom, textIssue, toOneLine } from '../text/plain.ts'
import { untrashedSlug } from '../text/slug.ts'
import { notAZone } from '../time/nearest-zone.ts'
import { type ListTime, parseRelativeTime } from '../time/relative-time.ts'
import { isTimeObject, readTimeObject, readTimeText } from '../time/time-value.ts'
import { type ParsedDateTime, parseRecordTime } from '../time/wall-time.ts'
import { canonicalZone } from '../time/zone.ts'
import { limits } from './limits.ts'
import { because, jsonSchemas, parseWith, preprocess, type Schema, transform } from './schemas.ts'

/** The fields of records and lists as zod schemas. */

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

/** Whether a text has at most `max` code points. */
export const isAtMost = (text: string, max: number): boolean => text.length <= max || codePointLength(text) <= max

/** A well-formed text of at most `max` code points, without a leading byte order mark. */
export const textOf = (max: number): z.ZodMiniString<string> =>
  z.string(because({ code: 'not_a_text' })).check(
    z.overwrite(stripBom),
    ({ value, issues }) => {
      const reason = textIssue(value)
      if (reason !== undefined) issues.push({ code: 'custom', message: because(reason), input: value })
    },
    z.refine((text) => isAtMost(text, max), { error: because({ code: 'too_long', max }), abort: true }),
  )

/** One line of text, at most `max` code points. */
export const lineOf = (max: number): z.ZodMiniString<string> => textOf(max).check(z.overwrite(toOneLine))

/** Whether a value is null or a text that is empty after trimming, as one-line texts are trimmed. */
export const isBlank = (value: unknown): boolean => value === null || (typeof value === 'string' && toOneLine(value) === '')

/** Reads null as the empty text. */
export const emptyIfNull = (schema: Schema<string>): Schema<string> => transform(z.nullable(schema), (text) => text ?? '')

/** A character with a visible shape: no space, joiner, mark, filler (U+3164) or blank pattern (U+2800). */
const visible = /[^\p{Z}\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Whether a text has a visible character. */
export const isVisible = (text: string): boolean => visible.test(text)

/** A name or title: one line with at least one visible character. */
export const nameField: Schema<string> = lineOf(limits.name)
  .check(
    z.refine((text) => text !== '', { error: because({ code: 'empty' }), abort: true }),
    z.refine(isVisible, because({ code: 'invisible' })),
  )
  .register(jsonSchemas, { type: 'string', maxLength: limits.name, minLength: 1 })

/** One line of text; null is empty. */
export const lineField: Schema<string> = emptyIfNull(lineOf(limits.line)).register(jsonSchemas, {
  type: ['string', 'null'],
  maxLength: limits.line,
})

/**
 * A slug as given; null is empty, which requests a new one. The length of the trash suffix and of the number after it is not counted: the
 * calendar created such a slug, and clients send it back.
 */
export const slugField: Schema<string> = emptyIfNull(
  textOf(2 * limits.slug).check(
    z.refine((slug) => isAtMost(untrashedSlug(slug), limits.slug), because({ code: 'too_long', max: limits.slug })),
  ),
).register(jsonSchemas, { type: ['string', 'null'], maxLength: limits.slug })

/** A uid: one line of text; null is empty, which means none. */
export const uidField: Schema<string> = emptyIfNull(lineOf(limits.uid)).register(jsonSchemas, {
  type: ['string', 'null'],
  maxLength: limits.uid,
})

/** A search text; empty matches everything. */
export const searchField: Schema<string> = textOf(limits.search).register(jsonSchemas, { type: 'string', maxLength: limits.search })

const fromDigits = (value: unknown): unknown => (typeof value === 'string' && digits.test(value) ? Number(value) : value)

function integerFrom(min: 0 | 1): Schema<number> {
  const reason = because({ code: 'not_an_integer', min })
  return z.number(reason).check(
    z.refine((number) => Number.isSafeInteger(number) && number >= min, reason),
    // Negative zero is an integer too, but no store returns it.
    z.overwrite((number) => number + 0),
  )
}

const natural = integerFrom(0)

/** An integer of 0 or more, as a number or in decimal digits. */
export const integerField: Schema<number> = preprocess(fromDigits, natural).register(jsonSchemas, { type: 'integer', minimum: 0 })

/** An id of 0 or more; null and the empty text are 0. */
export const optionalIdField: Schema<number> = preprocess(
  (value) => (value === null || value === '' ? 0 : fromDigits(value)),
  natural,
).register(jsonSchemas, { type: ['integer', 'null'], minimum: 0 })

/** Clamps an integer larger than all ids: a filter with such an id is valid and matches nothing. */
function fromFilterId(value: unknown): unknown {
  const number = fromDigits(value)
  return typeof number === 'number' && number > Number.MAX_SAFE_INTEGER ? Number.MAX_SAFE_INTEGER : number
}

/** The id of a record to filter by; some filters read 0 as “none”. */
export const filterIdField: Schema<number> = preprocess(fromFilterId, natural).register(jsonSchemas, { type: 'integer', minimum: 0 })

/** An integer of 1 or more. */
export const countField: Schema<number> = preprocess(fromDigits, integerFrom(1)).register(jsonSchemas, { type: 'integer', minimum: 1 })

function fromTruth(value: unknown): unknown {
  const text = typeof value === 'string' ? value.toLowerCase() : value === 1 || value === 0 ? String(value) : ''
  return Object.hasOwn(truths, text) ? truths[text] : value
}

/** `true`, `false`, 1, 0 and the texts `true false 1 0 yes no on off` in any letter case. */
export const booleanField: Schema<boolean> = preprocess(fromTruth, z.boolean(because({ code: 'not_a_boolean' }))).register(jsonSchemas, {
  type: 'boolean',
})

const fromDecimal = (value: unknown): unknown =>
  typeof value === 'string' && value.length <= 40 && decimal.test(value) ? Number(value) : value

function numberFrom(min: number, max: number): Schema<number> {
  const reason = because({ code: 'number_out_of_range', min, max })
  return z
    .number({ error: ({ input }) => (input === undefined ? because(required) : reason) })
    .check(z.refine((number) => number >= min && number <= max, reason))
}

/** A number within bounds, as a number or in decimal notation. */
export const numberField = (min: number, max: number): Schema<number> =>
  preprocess(fromDecimal, numberFrom(min, max)).register(jsonSchemas, { type: 'number', minimum: min, maximum: max })

/** A number within bounds, or null; the empty text is null. */
export const optionalNumberField = (min: number, max: number): Schema<number | null> =>
  preprocess((value) => (value === '' ? null : fromDecimal(value)), z.nullable(numberFrom(min, max))).register(jsonSchemas, {
    type: ['number', 'null'],
    minimum: min,
    maximum: max,
  })

const date: Reason = { code: 'not_a_date' }
const required: Reason = { code: 'required' }
const dateOrRelative: Reason = { code: 'not_a_list_date' }

/**
 * A time: a text, a `Date`, or a value of `Temporal`.
 * @param readText gives the time of a text, the reason why its zone is refused, or undefined, which means `reason`
 */
const timeOf = <Time extends object>(
  readText: (text: string) => Time | Reason | undefined,
  reason: Reason,
): Schema<Time | ParsedDateTime> =>
  z.transform((value: unknown, { issues }): Time | ParsedDateTime => {
    const text = typeof value === 'string' ? readText(value) : undefined
    const time = isTimeObject(value) ? readTimeObject(value) : (text ?? (value === undefined ? required : reason))
    if (!isReason(time)) return time
    issues.push({ code: 'custom', message: because(time), input: value })
    return z.NEVER
  })

/** A bound of a list: a date, with or without a time and an offset, or a time relative to now; see `parseRelativeTime`. */
export const listTimeField: Schema<ListTime> = timeOf<ListTime>(
  (text) => readTimeText(text) ?? parseRelativeTime(text),
  dateOrRelative,
).register(jsonSchemas, { type: 'string', examples: ['2026-05-31 19:30:00', 'today', '+2 weeks'] })

const recordTime = timeOf<ParsedDateTime>((text) => readTimeText(text, parseRecordTime), date)

/**
 * A date and time of a record. It accepts the days around the valid years too, because an instant inside those years can show a date
 * outside of them in some zone. `checkYears` rejects the values outside those years that no stored record has. A blank one is missing.
 */
export const recordTimeField: Schema<ParsedDateTime> = preprocess((value) => (isBlank(value) ? undefined : value), recordTime).register(
  jsonSchemas,
  { type: 'string', examples: ['2026-05-31 19:30:00'] },
)

/** A date and time of a record; null and the empty text ask for the default. */
export const optionalRecordTimeField: Schema<ParsedDateTime | null> = preprocess(
  (value) => (value === '' ? null : value),
  z.nullable(recordTime),
).register(jsonSchemas, { type: ['string', 'null'], examples: ['2026-05-31 19:30:00'] })

const zone: Reason = { code: 'not_a_time_zone' }

/** A time zone, converted to its canonical spelling. */
export const timeZoneField: Schema<string> = parseWith(z.string(because(zone)), canonicalZone, notAZone).register(jsonSchemas, {
  type: 'string',
  examples: ['Europe/Berlin'],
})

/** Finds a text among some words, in any letter case. */
export function wordAmong<Word extends string>(words: readonly Word[], code: 'not_one_of' | 'not_among'): Schema<Word> {
  const known = new Map(words.map((word) => [word.toLowerCase(), word]))
  const reason: Reason = { code, values: words }
  return parseWith(z.string(because(reason)), (text) => known.get(stripBom(text).toLowerCase()), reason)
}

/** One of a fixed set of words, in any letter case. */
export const wordField = <Word extends string>(words: readonly Word[]): Schema<Word> =>
  wordAmong(words, 'not_one_of').register(jsonSchemas, { type: 'string', enum: words })
