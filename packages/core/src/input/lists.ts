import * as z from 'zod'
import { limits } from './limits.ts'
import { filterIdField, lineOf, textOf, wordAmong } from './scalars.ts'
import { because, chooseSchema } from './schemas.ts'

/** The items of an input that may be a list, one value, or a text with commas. An empty text has no items. */
const toItems = (value: unknown): unknown => (Array.isArray(value) ? value : typeof value === 'string' ? splitAtCommas(value) : [value])

const splitAtCommas = (text: string): readonly string[] => (text.trim() === '' ? [] : partsOf(text))

const partsOf = (text: string): readonly string[] => text.split(',').map((part) => part.trim())

const tooMany = because({ code: 'too_many_items', max: limits.list })

const anyItems = z.array(z.unknown()).max(limits.list, tooMany)

const someItems = z
  .array(z.unknown())
  .refine((list) => list.length > 0 && !list.includes(''), { error: because({ code: 'empty' }), abort: true })
  .max(limits.list, tooMany)

/** A list of at most {@link limits}`.list` items. */
export const listOf = <T>(item: z.ZodType<T>): z.ZodType<readonly T[]> => anyItems.pipe(z.array(item))

/** A list in the input of a write: a list, one value, or a text with commas; `null`, false and the empty text are the empty list. */
export const itemsOf = <T>(item: z.ZodType<T>): z.ZodType<readonly T[]> =>
  z.preprocess((value) => (value === null || value === false ? [] : toItems(value)), listOf(item))

/** A list for a filter: it must have at least one item. */
export const filterOf = <T>(item: z.ZodType<T>): z.ZodType<readonly T[]> =>
  z
    .preprocess(toItems, anyItems)
    // A list from a query string may contain texts with commas of their own: a=1,2&a=3.
    .transform((list) => list.flatMap((part): readonly unknown[] => (typeof part === 'string' ? partsOf(part) : [part])))
    .pipe(someItems)
    .pipe(z.array(item))
    .transform((list) => [...new Set(list)])

/** Ids to filter by. */
export const idsField: z.ZodType<readonly number[]> = filterOf(filterIdField).meta({
  type: 'array',
  items: { type: 'integer' },
  maxItems: limits.list,
})

const idAsText = filterIdField.transform(String)
const slugText = textOf(limits.slug)
const ref = chooseSchema((value): z.ZodType<string> => (typeof value === 'number' ? idAsText : slugText))

/** Ids or slugs to filter by, as texts. */
export const refsField: z.ZodType<readonly string[]> = filterOf(ref).meta({
  type: 'array',
  items: { type: ['integer', 'string'] },
  maxItems: limits.list,
})

const uidText = lineOf(limits.uid)
const uid = chooseSchema((value): z.ZodType<string | number> => (typeof value === 'number' ? filterIdField : uidText))

/** Uids to filter by, and ids as numbers. Commas are part of a uid. */
export const uidsField: z.ZodType<readonly (string | number)[]> = z
  .preprocess((value) => (Array.isArray(value) ? value : [value]), someItems)
  .pipe(z.array(uid))
  .transform((list) => [...new Set(list)])
  .meta({ type: 'array', items: { type: ['string', 'integer'] }, maxItems: limits.list })

/** Words of a fixed set to filter by, in any letter case. */
export const wordsField = <Word extends string>(words: readonly Word[]): z.ZodType<readonly Word[]> =>
  filterOf(wordAmong(words, 'not_among')).meta({ type: 'array', items: { type: 'string', enum: words }, maxItems: limits.list })
