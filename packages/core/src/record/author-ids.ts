import * as z from 'zod/mini'
import { limits } from '../input/limits.ts'
import { filterOf } from '../input/lists.ts'
import { because, jsonSchemas, parseWith, preprocess, type Schema } from '../input/schemas.ts'
import { codePointLength } from '../text/plain.ts'

/** The maximum length of an id in code points, which is that of key columns in SQL. */
const maxLength = 255

/**
 * The characters that an id cannot contain: white space, control and format characters, halves of surrogate pairs, characters without a
 * shape, and the comma. Lists of ids in a query, and the links that repeat them, separate ids by commas.
 */
const refused = /[,\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u

/**
 * The stored id of an author, empty for none. `0` is none too, as where the host's ids are integers: such an id is the text of its digits.
 * @returns undefined for a value that is no id, such as a number
 */
export function toStoredAuthor(id: unknown): string | undefined {
  if (typeof id !== 'string' || refused.test(id)) return undefined
  if (id.length > maxLength && codePointLength(id) > maxLength) return undefined
  return id === '0' ? '' : id
}

const reason = { code: 'not_an_author', max: maxLength } as const

const authorId = parseWith(z.string(because(reason)), toStoredAuthor, reason)

/** The id of an author. */
export const authorIdField: Schema<string> = authorId.register(jsonSchemas, { type: 'string', maxLength })

/** Ids of authors to filter by; the empty text finds records without an author. */
export const authorIdsField: Schema<readonly string[]> = preprocess(
  // In other lists an empty text is a mistake.
  (value) => [value].flat().map((id: unknown) => (id === '' ? '0' : id)),
  filterOf(authorId),
).register(jsonSchemas, { type: 'array', items: { type: 'string', minLength: 1, maxLength }, maxItems: limits.list })

/** What the id of an actor is, to complete a sentence. */
export const actorIdReason = `a text of 1 to ${maxLength} visible characters without a comma, other than '0'`
