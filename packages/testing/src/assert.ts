import { type CalendarError, type ErrorCode, isCalendarError } from '@kalends/core'

// These assertions need no test runner, so that the suite runs under every one.

/** Throws an error with the message. */
export function fail(message: string): never {
  throw new Error(message)
}

/** Fails unless the condition holds. */
export function assertTrue(condition: boolean, message: string): asserts condition {
  if (!condition) fail(message)
}

/** Fails unless two plain values (maps included) are deeply equal; names the first member that differs. */
export function assertEqual(actual: unknown, expected: unknown, what = 'value'): void {
  const difference = firstDifference(actual, expected, what)
  if (difference !== null) fail(difference)
}

/** Fails unless the promise rejects with a `CalendarError` of that code. */
export async function assertRejects<Code extends ErrorCode>(promise: Promise<unknown>, code: Code): Promise<CalendarError<Code>> {
  let result: unknown
  try {
    result = await promise
  } catch (error) {
    if (isCalendarError(error, code)) return error
    throw new Error(`expected ${code}, but it failed with ${describe(error)}`, { cause: error })
  }
  return fail(`expected ${code}, but it succeeded with ${show(result)}`)
}

const describe = (error: unknown): string => (isCalendarError(error) ? `${error.code}: ${error.message}` : String(error))

/** Describes the first difference between two plain values, as a sentence; null when they are equal. */
export function firstDifference(actual: unknown, expected: unknown, path: string): string | null {
  if (Object.is(actual, expected) || (actual === 0 && expected === 0)) return null
  const members = membersOf(actual, expected)
  if (members === undefined) return `${path}: expected ${show(expected)}, got ${show(actual)}`
  const [mine, theirs] = members
  for (const [key, value] of theirs) {
    if (!mine.has(key)) return `${path}.${key}: expected ${show(value)}, got nothing`
  }
  for (const [key, value] of mine) {
    if (!theirs.has(key)) return `${path}.${key}: expected nothing, got ${show(value)}`
    const difference = firstDifference(value, theirs.get(key), `${path}.${key}`)
    if (difference !== null) return difference
  }
  return null
}

type Members = ReadonlyMap<unknown, unknown>

/** The members of two maps, two arrays or two other objects; undefined for every other pair. */
function membersOf(a: unknown, b: unknown): readonly [Members, Members] | undefined {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return undefined
  if (a instanceof Map || b instanceof Map) return a instanceof Map && b instanceof Map ? [a, b] : undefined
  if (Array.isArray(a) !== Array.isArray(b)) return undefined
  return [new Map(Object.entries(a)), new Map(Object.entries(b))]
}

/** Shows a value as JSON. Characters outside printable ASCII are escaped as `\u{…}`; after 300 characters, the length replaces the rest. */
export function show(value: unknown): string {
  const text = value instanceof Map ? `Map ${JSON.stringify([...value])}` : (JSON.stringify(value) ?? String(value))
  const visible = text.replace(/[^\x20-\x7e]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
  return visible.length > 300 ? `${visible.slice(0, 300)}... (${visible.length} characters)` : visible
}
