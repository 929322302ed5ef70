import { toDotPath } from 'zod/v4/core'
import { invalidInput } from '../errors/calendar-error.ts'
import type { Reason } from '../errors/issues.ts'
import { type Schema, toReason } from './schemas.ts'

/** The invalid parts of an input by their paths, such as `title` or `venues[0].geoLat`, each with the reason. */
export type Issues = Record<string, Reason>

/** One schema for each field of `T`; every field may be absent. The schemas of `fields` are those that the host declares. */
export type Shape<T> = { readonly [Field in Exclude<keyof T, 'fields'>]-?: Schema<T[Field]> }

/**
 * Reads the known fields of an input; unknown ones are ignored, `undefined` counts as absent. It reads every field even after an issue, so
 * that all issues are reported at once, each under its path.
 */
export function readFields<T extends object>(shape: Shape<T>, input: object): { values: Partial<T>; issues: Issues } {
  const values: Partial<T> = {}
  const issues: Issues = {}
  // A shape has no other members, which the type of Object.keys does not express.
  for (const name of Object.keys(shape) as (keyof Shape<T> & keyof T & string)[]) {
    const given = Object.hasOwn(input, name) ? Reflect.get(input, name) : undefined
    if (given === undefined) continue
    const result = shape[name].safeParse(given)
    if (result.success) values[name] = result.data
    else for (const issue of result.error.issues) issues[toDotPath([name, ...issue.path])] ??= toReason(issue)
  }
  return { values, issues }
}

/** Whether a field has an issue, or a part of it has one. */
export const hasIssue = (issues: Issues, name: string): boolean =>
  Object.keys(issues).some((path) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`))

/** Adds an issue for each required field that is absent and has no issue yet. */
export function requireFields<T extends object>(names: readonly (keyof T & string)[], values: Partial<T>, issues: Issues): void {
  for (const name of names) if (values[name] === undefined && !hasIssue(issues, name)) issues[name] = { code: 'required' }
}

/** Adds the issues of a nested record under its path: `geoLat` at `venues[0]` becomes `venues[0].geoLat`. Existing issues stay. */
export function addNested(issues: Issues, at: string, nested: Issues): void {
  for (const [path, reason] of Object.entries(nested)) issues[`${at}.${path}`] ??= reason
}

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
  if (!isObject(value)) throw invalidInput({ [name]: { code: 'not_an_object' } })
}

/** Whether a value is an object, and not a list. */
export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)
