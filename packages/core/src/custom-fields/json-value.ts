import { isObject } from '../input/read.ts'
import type { JsonValue } from '../store/records.ts'
import { textIssue } from '../text/plain.ts'

/** Receives the place in the value, from the outside in, and the reason of each part that JSON cannot express. */
type Report = (path: readonly PropertyKey[], reason: string) => void

/** The deepest nesting of lists and objects in a value. */
const maxDepth = 20

const notJson = 'must be a value that JSON can express'

/** Names by which careless code that copies members would change the prototype of other objects. */
const dangerousNames = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Copies a value as JSON would: members without a value are left out, and negative zero becomes zero. Anything else that JSON changes or
 * cannot express is reported.
 * @returns undefined if any part of the value was reported
 */
export function toJsonValue(value: unknown, report: Report, path: readonly PropertyKey[] = []): JsonValue | undefined {
  const refuse = (reason: string): undefined => void report(path, reason)
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : refuse(notJson)
  if (typeof value === 'string') {
    const issue = textIssue(value)
    return issue === undefined ? value : refuse(issue)
  }
  if (path.length >= maxDepth) return refuse(`must not have more than ${maxDepth} levels`)
  if (Array.isArray(value)) return toJsonList(value, path, report)
  return isPlainObject(value) ? toJsonObject(value, path, report) : refuse(notJson)
}

function toJsonList(list: readonly unknown[], path: readonly PropertyKey[], report: Report): JsonValue | undefined {
  const items: JsonValue[] = []
  for (let i = 0; i < list.length; i++) {
    const item = toJsonValue(list[i], report, [...path, i])
    if (item !== undefined) items.push(item)
  }
  return items.length === list.length ? items : undefined
}

function toJsonObject(object: object, path: readonly PropertyKey[], report: Report): JsonValue | undefined {
  const members: Record<string, JsonValue> = {}
  let isWhole = true
  for (const [name, given] of Object.entries(object)) {
    if (given === undefined) continue
    const issue = dangerousNames.has(name) ? `must not have a member ${name}` : textIssue(name)
    if (issue !== undefined) report(path, issue)
    const member = issue === undefined ? toJsonValue(given, report, [...path, name]) : undefined
    if (member === undefined) isWhole = false
    else members[name] = member
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
