import { toDotPath } from 'zod/v4/core'
import type { Issues } from '../input/read.ts'
import type { JsonValue } from '../store/records.ts'
import type { DeclaredField } from './declared.ts'
import { toJsonValue } from './json-value.ts'
import type { SchemaIssue } from './standard-schema.ts'

/** The value that a schema gives for an input, or the issues of it. An absent value is undefined. */
export type SchemaAnswer =
  | { readonly value: JsonValue | undefined; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] }

/**
 * Asks the schema of a field.
 * @throws TypeError the schema is asynchronous, or no Standard Schema
 */
export function askSchema({ name, schema }: DeclaredField, given: unknown): SchemaAnswer {
  const result: unknown = schema['~standard'].validate(given)
  if (typeof result !== 'object' || result === null) throw new TypeError(`The schema of the field ${name} gives no result.`)
  if ('then' in result) {
    // Its failure needs no report, because the error below replaces it.
    Promise.resolve(result).catch(() => undefined)
    throw new TypeError(`The schema of the field ${name} is asynchronous: fields need schemas that answer at once.`)
  }
  if ('issues' in result && result.issues !== undefined) return { issues: Array.isArray(result.issues) ? result.issues : [] }
  const value: unknown = 'value' in result ? result.value : undefined
  if (value === undefined) return { value }
  const issues: SchemaIssue[] = []
  const copy = toJsonValue(value, (path, message) => void issues.push({ message, path }))
  return issues.length > 0 ? { issues } : { value: copy }
}

/**
 * Adds the issues of a schema under the path of their field, such as `fields.level` or `fields.opens[0].from`. Existing issues stay.
 * @param name the name of the field
 */
export function addSchemaIssues(issues: Issues, name: string, found: readonly SchemaIssue[]): void {
  for (const { path = [], message } of found) {
    const keys = path.map((part) => (typeof part === 'object' ? part.key : part))
    issues[toDotPath(['fields', name, ...keys])] ??= String(message)
  }
  // A schema may give an empty list.
  if (found.length === 0) issues[`fields.${name}`] ??= 'is invalid'
}
