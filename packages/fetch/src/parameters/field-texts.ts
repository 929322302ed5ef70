import { askSchema, type DeclaredField } from '@kalends/core/internal'
import { valueTypeOf } from './field-schema.ts'

/** Queries and forms consist of texts: here, the schema of a field decides which of them are numbers and booleans. */

/** A number as JSON writes it. */
const numeric = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

const booleans: ReadonlyMap<string, boolean> = new Map([
  ...['true', '1', 'yes', 'on'].map((word) => [word, true] as const),
  ...['false', '0', 'no', 'off'].map((word) => [word, false] as const),
])

/** The number that a text denotes; undefined for other texts. */
function toNumber(text: string): number | undefined {
  const value = numeric.test(text) ? Number(text) : undefined
  return value !== undefined && Number.isFinite(value) ? value : undefined
}

/** The values that a text can denote: the text itself comes first. */
function readingsOf(text: string): readonly (string | number | boolean)[] {
  const [number, flag] = [toNumber(text), booleans.get(text.toLowerCase())]
  return [text, ...(number === undefined ? [] : [number]), ...(flag === undefined ? [] : [flag])]
}

const accepts = (field: DeclaredField, value: unknown): boolean => askSchema(field, value).issues === undefined

const isNumeric = (field: DeclaredField): boolean => ['number', 'integer'].includes(valueTypeOf(field) ?? '')

/** What a text denotes if the schema accepts nothing of it: the schema then gives its reason for this value. */
const refusedReading = (field: DeclaredField, text: string): string | number => (isNumeric(field) ? (toNumber(text) ?? text) : text)

/** The value for which a filter asks: the first that the schema accepts as a value of the field, or as the item of a list. */
export const toFilterValue = (field: DeclaredField, text: string): string | number | boolean =>
  readingsOf(text).find((value) => accepts(field, value) || accepts(field, [value])) ?? refusedReading(field, text)

/**
 * A bound of a range, as the schema reads it. A bound need not be a value of the field: a field of at least 20 has values of at least 10,
 * too. So a bound that the schema refuses only has to be of the type of the field.
 * @returns undefined if the text is of another type
 */
export function toBound(field: DeclaredField, text: string): string | number | undefined {
  for (const reading of readingsOf(text)) {
    const value = readItem(field, reading)
    if (typeof value === 'string' || typeof value === 'number') return value
  }
  return valueTypeOf(field) === 'string' ? text : toNumber(text)
}

/** What the schema makes of a value, or of the item of a list; undefined if it refuses both. */
function readItem(field: DeclaredField, given: unknown): unknown {
  const whole = askSchema(field, given)
  if (whole.issues === undefined) return whole.value
  const listed = askSchema(field, [given])
  return listed.issues === undefined && Array.isArray(listed.value) ? listed.value[0] : undefined
}

/**
 * The value of a field in a form: a text, or lists and objects of texts. An empty text clears a field that records can lack, because a form
 * cannot send null.
 */
export function toFormValue(field: DeclaredField, given: unknown): unknown {
  if (given === '') return accepts(field, undefined) || !accepts(field, '') ? null : ''
  if (typeof given === 'string') {
    const readings = readingsOf(given)
    const value = readings.find((one) => accepts(field, one))
    if (value !== undefined) return value
    // A list of one item looks like a text.
    const item = readings.find((one) => accepts(field, [one]))
    return item === undefined ? refusedReading(field, given) : [item]
  }
  if (!Array.isArray(given) || accepts(field, given)) return given
  return given.map((item: unknown) => (typeof item === 'string' ? (readingsOf(item).find((one) => accepts(field, [one])) ?? item) : item))
}

/**
 * The values of declared fields in a body, without names that the caller may not know.
 * @param fields those that the caller may read
 * @param isForm whether the body is a form, which has texts only
 */
export function toFieldInput(given: Readonly<Record<string, unknown>>, fields: readonly DeclaredField[], isForm: boolean): object {
  const named = fields.filter(({ name }) => Object.hasOwn(given, name))
  return Object.fromEntries(named.map((field) => [field.name, isForm ? toFormValue(field, given[field.name]) : given[field.name]]))
}
