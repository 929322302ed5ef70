import { CalendarError } from '@kalends/core'
import { isObject } from '../json.ts'
import type { SentenceKey } from '../messages/problems/translation.ts'

/** How deep bodies may be nested; the body itself is the first level. */
const maxDepth = 20

/** How many values a body may contain. A body with every field and every list at its limit has 4,000 values; parsing 20,000 takes 15 ms. */
const maxValues = 20_000

/**
 * Parses a JSON object, and drops members that could reach a prototype.
 * @throws invalid_json the text is no JSON object, is nested too deeply, or holds too many values
 */
export function readJson(text: string): Readonly<Record<string, unknown>> {
  ensureBounded(text)
  const value = parse(text)
  if (mayHaveRefusedKeys.test(text)) dropRefusedKeys(value)
  if (!isObject(value)) throw invalidJson('jsonNotObject')
  return value
}

const invalidJson = (reason: SentenceKey, cause?: unknown, max?: number): CalendarError =>
  new CalendarError('invalid_json', { reason, ...(max !== undefined && { max }) }, { cause })

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw invalidJson(text.trim() === '' ? 'jsonEmpty' : 'jsonUnreadable', cause)
  }
}

/**
 * Counts brackets and commas outside of strings, before the text is parsed and any recursive function runs.
 * @throws invalid_json there are too many
 */
function ensureBounded(text: string): void {
  let [depth, values] = [0, 0]
  let isText = false
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (isText) {
      if (character === '\\') index++
      else if (character === '"') isText = false
    } else if (character === '"') isText = true
    else if (character === ',') values++
    else if (character === '{' || character === '[') {
      depth++
      values++
    } else if (character === '}' || character === ']') depth--
    if (depth > maxDepth) throw invalidJson('jsonTooDeep', undefined, maxDepth)
    if (values > maxValues) throw invalidJson('jsonTooLarge', undefined, maxValues)
  }
}

/** Names that would reach a prototype when objects are copied or merged. */
const refusedKeys = ['__proto__', 'constructor', 'prototype'] as const

/** One of these names occurs in a text, or an escaped character, which may be part of one. */
const mayHaveRefusedKeys = /__proto__|constructor|prototype|\\u/

/** Removes these members in place: copying all objects without them took six times as long as parsing. */
function dropRefusedKeys(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const key of refusedKeys) if (Object.hasOwn(value, key)) Reflect.deleteProperty(value, key)
  for (const key in value) dropRefusedKeys(Reflect.get(value, key))
}
