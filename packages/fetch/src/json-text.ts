import { CalendarError } from '@kalends/core'
import { isObject } from './json.ts'

/** How deep bodies may be nested; the body itself is the first level. */
const maxDepth = 20

/**
 * Parses a JSON object, and drops members that could reach a prototype.
 * @throws invalid_json the text is no JSON object, or is nested too deeply
 */
export function readJson(text: string): Readonly<Record<string, unknown>> {
  if (isTooDeep(text)) throw invalidJson(`It is nested deeper than ${maxDepth} levels.`)
  const value = withoutPrototypeKeys(parse(text))
  if (!isObject(value)) throw invalidJson('It must be an object.')
  return value
}

const invalidJson = (reason: string, cause?: unknown): CalendarError => new CalendarError('invalid_json', { reason }, { cause })

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw invalidJson(text.trim() === '' ? 'It is empty.' : 'It cannot be parsed.', cause)
  }
}

/** Counts brackets outside of strings, before any recursive function runs. */
function isTooDeep(text: string): boolean {
  let depth = 0
  let isText = false
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (isText) {
      if (character === '\\') index++
      else if (character === '"') isText = false
    } else if (character === '"') isText = true
    else if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') depth--
    if (depth > maxDepth) return true
  }
  return false
}

/** Names that would reach a prototype when objects are copied or merged. */
const refusedKeys = new Set(['__proto__', 'constructor', 'prototype'])

function withoutPrototypeKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPrototypeKeys)
  if (!isObject(value)) return value
  const entries = Object.entries(value).filter(([key]) => !refusedKeys.has(key))
  return Object.fromEntries(entries.map(([key, member]) => [key, withoutPrototypeKeys(member)]))
}
