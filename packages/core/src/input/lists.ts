import type * as z from 'zod'
import { limits } from './limits.ts'
import { type FieldMeta, field, refuse } from './read.ts'
import { readFilterId, readText } from './scalars.ts'

/**
 * The items of an input that may be a list, one value, or a text with commas. An empty text has no items; the caller decides the meaning of
 * that.
 */
export function readItems(value: unknown): readonly unknown[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? splitAtCommas(value) : [value]
  return items.length > limits.list ? refuse(`must have at most ${limits.list} items`) : items
}

const splitAtCommas = (text: string): readonly string[] => (text.trim() === '' ? [] : partsOf(text))

const partsOf = (text: string): readonly string[] => text.split(',').map((part) => part.trim())

/** A list for a filter: it must have at least one item. */
function filterField<T>(items: FieldMeta, read: (item: unknown) => T): z.ZodType<readonly T[]> {
  return field({ type: 'array', items, maxItems: limits.list }, (value) => {
    // A list from a query string may contain texts with commas of their own: a=1,2&a=3.
    const list = readItems(value).flatMap((item): readonly unknown[] => (typeof item === 'string' ? partsOf(item) : [item]))
    if (list.length === 0 || list.includes('')) return refuse('must not be empty')
    if (list.length > limits.list) return refuse(`must have at most ${limits.list} items`)
    return [...new Set(list.map(read))]
  })
}

/** Ids to filter by. */
export const idsField: z.ZodType<readonly number[]> = filterField({ type: 'integer' }, readFilterId)

/** Ids or slugs to filter by, as texts. */
export const refsField: z.ZodType<readonly string[]> = filterField({ type: ['integer', 'string'] }, (item) =>
  typeof item === 'number' ? String(readFilterId(item)) : readText(item, limits.slug),
)

/** Words of a fixed set to filter by, in any letter case. */
export const wordsField = <Word extends string>(words: readonly Word[]): z.ZodType<readonly Word[]> =>
  filterField({ type: 'string', enum: words }, (item) => {
    const text = readText(item, limits.line).toLowerCase()
    return words.find((word) => word === text) ?? refuse(`must be among: ${words.join(', ')}`)
  })
