import { toDotPath } from 'zod/v4/core'
import type { Reason } from '../errors/issues.ts'
import { type Issues, isObject } from '../input/read.ts'
import type { JsonValue } from '../store/records.ts'
import { truncateCodePoints } from '../text/plain.ts'
import type { DeclaredField } from './declared.ts'
import { toJsonValue } from './json-value.ts'
import type { SchemaIssue } from './standard-schema.ts'

/** The value that a schema gives for an input, or the issues of it. An absent value is undefined. */
export type SchemaAnswer =
  | { readonly value: JsonValue | undefined; readonly issues?: undefined }
  | { readonly issues: readonly ValueIssue[] }

/** An invalid part of a value. */
export interface ValueIssue {
  /** Why it is invalid. */
  readonly reason: Reason
  /** Its place in the value, from the outside in. */
  readonly path: readonly (string | number)[]
}

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
  if ('issues' in result && result.issues !== undefined) return { issues: toValueIssues(result.issues) }
  const value: unknown = 'value' in result ? result.value : undefined
  if (value === undefined) return { value }
  const issues: ValueIssue[] = []
  const copy = toJsonValue(value, (path, reason) => void issues.push({ reason, path: path.map(toShownKey) }))
  return issues.length > 0 ? { issues } : { value: copy }
}

/** How many issues of one field are returned: the input can have a thousand times as many, each with names of its own. */
const maxIssues = 100

/** The longest name in the path of an issue, and the longest reason, in code points. Libraries repeat parts of the input in both. */
const [shownName, shownReason] = [60, 1000]

/** The issues that a schema gives, with its own messages. Schemas that hosts write themselves give anything. */
function toValueIssues(given: unknown): readonly ValueIssue[] {
  // A schema may give an empty list.
  const found: readonly unknown[] = Array.isArray(given) && given.length > 0 ? given.slice(0, maxIssues) : [{}]
  return found.map((issue) => {
    const { path, message }: Partial<SchemaIssue> = { ...(isObject(issue) ? issue : {}) }
    const parts: readonly unknown[] = Array.isArray(path) ? path : []
    return {
      reason: { code: 'invalid_field', reason: truncateCodePoints(String(message ?? 'is invalid'), shownReason) },
      path: parts.map((part) => toShownKey(isObject(part) && 'key' in part ? part.key : part)),
    }
  })
}

/**
 * Adds the issues of a value under the path of its field, such as `fields.level` or `fields.opens[0].from`. Existing issues stay.
 * @param name the name of the field
 */
export function addValueIssues(issues: Issues, name: string, found: readonly ValueIssue[]): void {
  for (const { path, reason } of found.slice(0, maxIssues)) issues[toDotPath(['fields', name, ...path])] ??= reason
}

const toShownKey = (key: unknown): string | number => (typeof key === 'number' ? key : truncateCodePoints(String(key), shownName))
