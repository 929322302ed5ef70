import * as z from 'zod'
import { invalidInput, isCalendarError } from '../errors/calendar-error.ts'

/** Fields at fault, with the reason of each. */
export type Problems = Record<string, string>

/** One schema for each field of `T`; every field may be absent. */
export type Shape<T> = { readonly [Field in keyof T]-?: z.ZodType<T[Field]> }

/** What a document says of a field: a fragment of JSON Schema. */
export interface FieldMeta {
  /** The JSON type, where there is one. */
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | readonly string[]
  /** Anything else that JSON Schema knows. */
  readonly [keyword: string]: unknown
}

/** Refuses a value with a reason that completes a sentence which begins with the field's name, such as `must be a number`. */
export function refuse(reason: string): never {
  throw invalidInput({ [unnamed]: reason })
}

/** The field's name is known only to who reads the whole input. */
const unnamed = ''

/**
 * A schema for one field from a plain function.
 * @param meta what documents say of it
 * @param read gives the parsed value, or calls {@link refuse}
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
 * Reads the known fields of an input; unknown ones are ignored, `undefined` counts as absent.
 * Every field is read, whatever the others say, so that all faults are found at once.
 */
export function readFields<T extends object>(shape: Shape<T>, input: object): { values: Partial<T>; problems: Problems } {
  const values: Partial<T> = {}
  const problems: Problems = {}
  for (const name in shape) {
    const given = Object.hasOwn(input, name) ? Reflect.get(input, name) : undefined
    if (given === undefined) continue
    const result = shape[name].safeParse(given)
    if (result.success) values[name] = result.data
    else problems[name] = result.error.issues[0]?.message ?? 'is not valid'
  }
  return { values, problems }
}

/** Adds a problem for each required field that is neither there nor at fault already. */
export function requireFields<T extends object>(names: readonly (keyof T & string)[], values: Partial<T>, problems: Problems): void {
  for (const name of names) if (values[name] === undefined && !Object.hasOwn(problems, name)) problems[name] = 'is required'
}

/**
 * Passes if there is no problem.
 * @throws invalid_input there is one
 */
export function assertNoProblems(problems: Problems): void {
  if (Object.keys(problems).length > 0) throw invalidInput(problems)
}

/**
 * Passes if an argument is an object and no list. Callers without types may send anything.
 * @throws invalid_input naming the argument
 */
export function requireObject(name: string, value: unknown): asserts value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalidInput({ [name]: 'must be an object' })
}

/** Finds content for custom fields: no field is declared, and content that is silently dropped would be missed later. */
export function checkCustomFields(input: object, problems: Problems): void {
  const fields: unknown = Object.hasOwn(input, 'fields') ? Reflect.get(input, 'fields') : undefined
  if (fields === undefined || fields === null) return
  if (typeof fields !== 'object' || Array.isArray(fields)) problems['fields'] = 'must be an object'
  else for (const [name, value] of Object.entries(fields)) if (value !== undefined) problems[`fields.${name}`] = 'is not a declared field'
}
