import type { Reason } from '../errors/issues.ts'
import { limits } from '../input/limits.ts'
import { isObject } from '../input/read.ts'
import type { JsonValue } from '../store/records.ts'
import { textIssue } from '../text/plain.ts'

/** Receives the place in the value, from the outside in, and the reason of each part that JSON cannot express. */
type Report = (path: readonly PropertyKey[], reason: Reason) => void

/** The deepest nesting of lists and objects in a value. */
const maxDepth = 20

/** The reason for a value that is too long, and for a record whose values together are. */
export const tooManyBytes: Reason = { code: 'too_many_bytes', max: limits.fieldsBytes }

const notJson: Reason = { code: 'not_json' }

/** Names by which careless code that copies members would change the prototype of other objects. */
const dangerousNames = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Copies a value as JSON would: members without a value are left out, and negative zero becomes zero. Anything else that JSON changes or
 * cannot express is reported. A value with more parts than a record may have bytes is reported as a whole.
 * @returns undefined if any part of the value was reported
 */
export const toJsonValue = (value: unknown, report: Report): JsonValue | undefined =>
  copyValue(value, [], { report, left: limits.fieldsBytes })

/** One copy. Objects that occur several times in a value are counted each time: copies of them can outgrow any memory. */
interface Copying {
  readonly report: Report
  /** How many more parts the value may have. Each has at least one byte as JSON. */
  left: number
}

function copyValue(value: unknown, path: readonly PropertyKey[], copying: Copying): JsonValue | undefined {
  const refuse = (reason: Reason): undefined => void copying.report(path, reason)
  copying.left -= 1
  if (copying.left === 0) copying.report([], tooManyBytes)
  if (copying.left <= 0) return undefined
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : refuse(notJson)
  if (typeof value === 'string') {
    const issue = textIssue(value)
    return issue === undefined ? value : refuse(issue)
  }
  if (path.length >= maxDepth) return refuse({ code: 'too_deep', max: maxDepth })
  if (Array.isArray(value)) return copyList(value, path, copying)
  return isPlainObject(value) ? copyObject(value, path, copying) : refuse(notJson)
}

function copyList(list: readonly unknown[], path: readonly PropertyKey[], copying: Copying): JsonValue | undefined {
  const items: JsonValue[] = []
  for (let i = 0; i < list.length && copying.left > 0; i++) {
    const item = copyValue(list[i], [...path, i], copying)
    if (item !== undefined) items.push(item)
  }
  return items.length === list.length ? items : undefined
}

function copyObject(object: object, path: readonly PropertyKey[], copying: Copying): JsonValue | undefined {
  const members: Record<string, JsonValue> = {}
  let isWhole = true
  for (const [name, given] of Object.entries(object)) {
    if (given === undefined) continue
    const issue: Reason | undefined = dangerousNames.has(name) ? { code: 'forbidden_member', name } : textIssue(name)
    if (issue !== undefined) copying.report(path, issue)
    const member = issue === undefined ? copyValue(given, [...path, name], copying) : undefined
    if (member === undefined) isWhole = false
    else members[name] = member
    if (copying.left <= 0) return undefined
  }
  return isWhole ? members : undefined
}

/** Dates, maps and other instances of classes are no JSON. */
function isPlainObject(value: unknown): value is object {
  if (!isObject(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  // An object of another realm, such as of a worker of a test, has another Object.prototype.
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
