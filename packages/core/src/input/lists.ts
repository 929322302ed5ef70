import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { filterIdField, lineOf, textOf, wordAmong } from './scalars.ts'
import { because, chooseSchema, jsonSchemas, preprocess, type Schema, transform } from './schemas.ts'

/** The items of an input that may be a list, one value, or a text with commas. An empty text has no items. */
const toItems = (value: unknown): unknown => (Array.isArray(value) ? value : typeof value === 'string' ? splitAtCommas(value) : [value])

const splitAtCommas = (text: string): readonly string[] => (text.trim() === '' ? [] : partsOf(text))

const partsOf = (text: string): readonly string[] => text.split(',').map((part) => part.trim())

const tooMany = because({ code: 'too_many_items', max: limits.list })

const areFew = z.refine<readonly unknown[]>((items) => items.length <= limits.list, tooMany)
const anyItems = z.array(z.unknown()).check(areFew)

const someItems = z.array(z.unknown()).check(
  z.refine((list) => list.length > 0 && !list.includes(''), { error: because({ code: 'empty' }), abort: true }),
  areFew,
)

/** A list of at most {@link limits}`.list` items. */
export const listOf = <T>(item: Schema<T>): Schema<readonly T[]> => z.pipe(anyItems, z.array(item))

/** A list in the input of a write: a list, one value, or a text with commas; `null`, false and the empty text are the empty list. */
export const itemsOf = <T>(item: Schema<T>): Schema<readonly T[]> =>
  preprocess((value) => (value === null || value === false ? [] : toItems(value)), listOf(item))

/** A list for a filter: it must have at least one item. */
export const filterOf = <T>(item: Schema<T>): Schema<readonly T[]> =>
  distinctOf(
    // A list from a query string may contain texts with commas of their own: a=1,2&a=3.
    transform(preprocess(toItems, anyItems), (list) =>
      list.flatMap((part): readonly unknown[] => (typeof part === 'string' ? partsOf(part) : [part])),
    ),
    item,
  )

/** The different items of a list that is not empty. */
const distinctOf = <T>(list: Schema<unknown[]>, item: Schema<T>): Schema<readonly T[]> =>
  transform(z.pipe(z.pipe(list, someItems), z.array(item)), (items) => [...new Set(items)])

/** Ids to filter by. */
export const idsField: Schema<readonly number[]> = filterOf(filterIdField).register(jsonSchemas, {
  type: 'array',
  items: { type: 'integer' },
  maxItems: limits.list,
})

const idAsText = transform(filterIdField, String)
const slugText = textOf(limits.slug)
const ref = chooseSchema((value): Schema<string> => (typeof value === 'number' ? idAsText : slugText))

/** Ids or slugs to filter by, as texts. */
export const refsField: Schema<readonly string[]> = filterOf(ref).register(jsonSchemas, {
  type: 'array',
  items: { type: ['integer', 'string'] },
  maxItems: limits.list,
})

const uidText = lineOf(limits.uid)
const uid = chooseSchema((value): Schema<string | number> => (typeof value === 'number' ? filterIdField : uidText))

/** Uids to filter by, and ids as numbers. Commas are part of a uid. */
export const uidsField: Schema<readonly (string | number)[]> = distinctOf(
  preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(z.unknown())),
  uid,
).register(jsonSchemas, { type: 'array', items: { type: ['string', 'integer'] }, maxItems: limits.list })

/** Words of a fixed set to filter by, in any letter case. */
export const wordsField = <Word extends string>(words: readonly Word[]): Schema<readonly Word[]> =>
  filterOf(wordAmong(words, 'not_among')).register(jsonSchemas, {
    type: 'array',
    items: { type: 'string', enum: words },
    maxItems: limits.list,
  })
