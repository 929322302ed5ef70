import type * as z from 'zod'
import { codePointLength, stripBom, textIssue, toOneLine } from '../text/plain.ts'
import { untrashedSlug } from '../text/slug.ts'
import { type ListTime, parseRelativeTime } from '../time/relative-time.ts'
import { type ParsedDateTime, parseDateTime, parseRecordTime } from '../time/wall-time.ts'
import { canonicalZone } from '../time/zone.ts'
import { limits } from './limits.ts'
import { type FieldMeta, field, refuse } from './read.ts'

const digits = /^[0-9]+$/
const decimal = /^-?[0-9]+(?:\.[0-9]+)?$/
const yes = new Set(['true', '1', 'yes', 'on'])
const no = new Set(['false', '0', 'no', 'off'])

/** A well-formed text of at most `max` code points, without a leading byte order mark. */
export function readText(value: unknown, max: number): string {
  if (typeof value !== 'string') return refuse('must be a text')
  const text = stripBom(value)
  const issue = textIssue(text)
  if (issue !== undefined) refuse(issue)
  if (text.length > max && codePointLength(text) > max) refuse(`must have at most ${max} characters`)
  return text
}

/** An integer of 0 or more, as a number or in decimal digits. */
export function readInteger(value: unknown): number {
  const number = typeof value === 'string' && digits.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 0) return refuse('must be an integer of 0 or more')
  // Negative zero is an integer too, but no store returns it.
  return number + 0
}

/** The id of a record to filter by. An integer beyond all ids matches nothing; it is valid. */
export function readFilterId(value: unknown): number {
  const number = typeof value === 'string' && digits.test(value) ? Number(value) : value
  return typeof number === 'number' && number > Number.MAX_SAFE_INTEGER ? Number.MAX_SAFE_INTEGER : readInteger(number)
}

/** `true`, `false`, 1, 0 and the texts `true false 1 0 yes no on off` in any letter case. */
export function readBoolean(value: unknown): boolean {
  if (typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value.toLowerCase() : value === 1 || value === 0 ? String(value) : ''
  if (yes.has(text)) return true
  if (no.has(text)) return false
  return refuse('must be true or false')
}

const stringMeta = (maxLength: number): FieldMeta => ({ type: 'string', maxLength })

/** A character with a visible shape: no space, joiner, mark, filler (U+3164) or blank pattern (U+2800). */
const visible = /[^\p{Z}\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Whether a text has a visible character. */
export const isVisible = (text: string): boolean => visible.test(text)

/** A name or title: one line with at least one visible character. */
export const nameField: z.ZodType<string> = field({ ...stringMeta(limits.name), minLength: 1 }, (value) => {
  const text = toOneLine(readText(value, limits.name))
  if (text === '') refuse('must not be empty')
  return isVisible(text) ? text : refuse('must have a character that can be seen')
})

/** One line of text; null is empty. */
export const lineField: z.ZodType<string> = field({ ...stringMeta(limits.line), type: ['string', 'null'] }, (value) =>
  value === null ? '' : toOneLine(readText(value, limits.line)),
)

/** A slug as given; null is empty, which asks for a new one. */
export const slugField: z.ZodType<string> = field({ ...stringMeta(limits.slug), type: ['string', 'null'] }, (value) =>
  value === null ? '' : readSlug(value),
)

/** The length of the trash suffix and of the number after it is not counted: the calendar created such a slug, and clients send it back. */
function readSlug(value: unknown): string {
  const text = readText(value, 2 * limits.slug)
  readText(untrashedSlug(text), limits.slug)
  return text
}

/** A search text; empty matches everything. */
export const searchField: z.ZodType<string> = field(stringMeta(limits.search), (value) => readText(value, limits.search))

/** An integer of 0 or more. */
export const integerField: z.ZodType<number> = field({ type: 'integer', minimum: 0 }, readInteger)

/** An id of 0 or more; null and the empty text are 0. */
export const optionalIdField: z.ZodType<number> = field({ type: ['integer', 'null'], minimum: 0 }, (value) =>
  value === null || value === '' ? 0 : readInteger(value),
)

/** The id of a record to filter by; 0 where that means none. */
export const filterIdField: z.ZodType<number> = field({ type: 'integer', minimum: 0 }, readFilterId)

/** An integer of 1 or more. */
export const countField: z.ZodType<number> = field({ type: 'integer', minimum: 1 }, (value) => {
  const number = readInteger(value)
  return number < 1 ? refuse('must be an integer of 1 or more') : number
})

/** A boolean. */
export const booleanField: z.ZodType<boolean> = field({ type: 'boolean' }, readBoolean)

/**
 * A number within bounds, as a number or in decimal notation.
 * @param range the smallest and the largest
 */
export function readNumber(value: unknown, range: { readonly min: number; readonly max: number }): number {
  const number = typeof value === 'string' && value.length <= 40 && decimal.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !(number >= range.min && number <= range.max)) {
    return refuse(`must be a number from ${range.min} to ${range.max}`)
  }
  return number
}

/** A number within bounds. */
export const numberField = (min: number, max: number): z.ZodType<number> =>
  field({ type: 'number', minimum: min, maximum: max }, (value) => readNumber(value, { min, max }))

/** A number within bounds, or null; the empty text is null. */
export const optionalNumberField = (min: number, max: number): z.ZodType<number | null> =>
  field({ type: ['number', 'null'], minimum: min, maximum: max }, (value) =>
    value === null || value === '' ? null : readNumber(value, { min, max }),
  )

/** A date, with or without a time and an offset; see `parseDateTime`. */
export function readDateTime(value: unknown): ParsedDateTime {
  const time = typeof value === 'string' ? parseDateTime(value) : undefined
  return time ?? refuse('must be a date such as 2026-05-31 or 2026-05-31 19:30:00, optionally with Z or an offset such as +02:00')
}

/** A bound of a list: a date, with or without a time and an offset, or a time relative to now; see `parseRelativeTime`. */
export const listTimeField: z.ZodType<ListTime> = field(
  { type: 'string', examples: ['2026-05-31 19:30:00', 'today', '+2 weeks'] },
  (value) => {
    const time = typeof value === 'string' ? (parseDateTime(value) ?? parseRelativeTime(value)) : undefined
    return (
      time ??
      refuse(
        'must be a date such as 2026-05-31 or 2026-05-31 19:30:00, optionally with Z or an offset such as +02:00, or a relative time such as now, today or +2 weeks',
      )
    )
  },
)

/**
 * A date and time of a record. Accepts the days around the valid years too, because an instant inside those years can show a date outside
 * of them in some zone. `checkYears` rejects the values that no read returned.
 */
export const recordTimeField: z.ZodType<ParsedDateTime> = field({ type: 'string', examples: ['2026-05-31 19:30:00'] }, readRecordTime)

/** A date and time of a record; null and the empty text ask for the default. */
export const optionalRecordTimeField: z.ZodType<ParsedDateTime | null> = field(
  { type: ['string', 'null'], examples: ['2026-05-31 19:30:00'] },
  (value) => (value === null || value === '' ? null : readRecordTime(value)),
)

function readRecordTime(value: unknown): ParsedDateTime {
  return (typeof value === 'string' ? parseRecordTime(value) : undefined) ?? readDateTime(value)
}

/** A time zone, converted to its canonical spelling. */
export const timeZoneField: z.ZodType<string> = field({ type: 'string', examples: ['Europe/Berlin'] }, (value) => {
  const zone = typeof value === 'string' ? canonicalZone(value) : undefined
  return zone ?? refuse('must be a time zone such as Europe/Berlin, UTC or +02:00')
})

/** One of a fixed set of words, in any letter case. */
export function wordField<Word extends string>(words: readonly Word[]): z.ZodType<Word> {
  return field({ type: 'string', enum: words }, (value) => {
    const text = readText(value, limits.line).toLowerCase()
    return words.find((word) => word.toLowerCase() === text) ?? refuse(`must be one of: ${words.join(', ')}`)
  })
}
