import * as z from 'zod'
import { invalidInput, isCalendarError } from '../errors/calendar-error.ts'

/** Invalid fields, each with the reason. */
export type Issues = Record<string, string>

/** One schema for each field of `T`; every field may be absent. */
export type Shape<T> = { readonly [Field in keyof T]-?: z.ZodType<T[Field]> }

/** The documentation of a field: a fragment of JSON Schema. */
export interface FieldMeta {
  /** The JSON type, where it has one. */
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | readonly string[]
  /** Any other JSON Schema keyword. */
  readonly [keyword: string]: unknown
}

/** Rejects a value with a reason that completes a sentence after the field's name, such as `must be a number`. */
export function refuse(reason: string): never {
  throw invalidInput({ [unnamed]: reason })
}

/** A field schema does not know its own name; {@link readFields} does. */
const unnamed = ''

/**
 * Creates the schema of a field from a plain function.
 * @param meta its documentation
 * @param read returns the parsed value, or calls {@link refuse}
 */
export function field<T>(meta: FieldMeta, read: (value: unknown) => T): z.ZodType<T> {
  return z
    .unknown()
    .transform((value, context) => {
      try {
        return read(value)
      } catch (error) {
        if (!isCalendarError(error, 'invalid_input')) throw error
        context.issues.push({ code: 'custom', message: error.details.params[unnamed] ?? error.message, input: value })
        return z.NEVER
      }
    })
    .meta({ ...meta })
}

/**
 * Reads the known fields of an input; unknown ones are ignored, `undefined` counts as absent. Reads every field even after an issue, so
 * that all issues are reported at once.
 */
export function readFields<T extends object>(shape: Shape<T>, input: object): { values: Partial<T>; issues: Issues } {
  const values: Partial<T> = {}
  const issues: Issues = {}
  for (const name in shape) {
    const given = Object.hasOwn(input, name) ? Reflect.get(input, name) : undefined
    if (given === undefined) continue
    const result = shape[name].safeParse(given)
    if (result.success) values[name] = result.data
    else issues[name] = result.error.issues[0]?.message ?? 'is not valid'
  }
  return { values, issues }
}

/** Adds an issue for each required field that is absent and has no issue yet. */
export function requireFields<T extends object>(names: readonly (keyof T & string)[], values: Partial<T>, issues: Issues): void {
  for (const name of names) if (values[name] === undefined && !Object.hasOwn(issues, name)) issues[name] = 'is required'
}

/** The reason for a field whose value has fields of its own: `lat is required; lng must be a number from -180 to 180`. */
export const nestedReason = (issues: readonly Issues[]): string =>
  issues
    .flatMap((one) => Object.entries(one))
    .map(([name, reason]) => `${name} ${reason}`)
    .join('; ')

/**
 * Passes if there is no issue.
 * @throws invalid_input there is one
 */
export function assertNoIssues(issues: Issues): void {
  if (Object.keys(issues).length > 0) throw invalidInput(issues)
}

/**
 * Passes if an argument is an object and not a list. Callers without types may pass anything.
 * @throws invalid_input naming the argument
 */
export function requireObject(name: string, value: unknown): asserts value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalidInput({ [name]: 'must be an object' })
}

/** Reports content for custom fields: none are declared, and silently dropped content would be missed later. */
export function checkCustomFields(input: object, issues: Issues): void {
  const fields: unknown = Object.hasOwn(input, 'fields') ? Reflect.get(input, 'fields') : undefined
  if (fields === undefined || fields === null) return
  if (typeof fields !== 'object' || Array.isArray(fields)) issues['fields'] = 'must be an object'
  else for (const [name, value] of Object.entries(fields)) if (value !== undefined) issues[`fields.${name}`] = 'is not a declared field'
}
