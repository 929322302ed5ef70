import { toDotPath } from 'zod/v4/core'
import { type Issues, isObject } from '../input/read.ts'
import type { JsonValue } from '../store/records.ts'
import { truncateCodePoints } from '../text/plain.ts'
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

/** How many issues of one field are returned: the input can have a thousand times as many, each with names of its own. */
const maxIssues = 100

/** The longest name in the path of an issue, and the longest reason, in code points. Libraries repeat parts of the input in both. */
const [shownName, shownReason] = [60, 1000]

/**
 * Adds the issues of a schema under the path of their field, such as `fields.level` or `fields.opens[0].from`. Existing issues stay.
 * @param name the name of the field
 */
export function addSchemaIssues(issues: Issues, name: string, found: readonly SchemaIssue[]): void {
  for (const issue of found.slice(0, maxIssues)) {
    // Schemas that hosts write themselves give anything.
    const { path, message }: Partial<SchemaIssue> = { ...issue }
    const keys = (Array.isArray(path) ? path : []).map((part: unknown) => toShownKey(isObject(part) && 'key' in part ? part.key : part))
    issues[toDotPath(['fields', name, ...keys])] ??= truncateCodePoints(String(message ?? invalid), shownReason)
  }
  // A schema may give an empty list.
  if (found.length === 0) issues[`fields.${name}`] ??= invalid
}

const invalid = 'is invalid'

const toShownKey = (key: unknown): string | number => (typeof key === 'number' ? key : truncateCodePoints(String(key), shownName))
