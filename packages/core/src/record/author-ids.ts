import * as z from 'zod/mini'
import type { AccessScope, Status } from '../access/policy.ts'
import { limits } from '../input/limits.ts'
import { filterOf, idsField } from '../input/lists.ts'
import type { OwnSchemas } from '../input/read.ts'
import { integerField } from '../input/scalars.ts'
import { because, jsonSchemas, type Schema, transform } from '../input/schemas.ts'
import type { ReadClause, ReadScope } from '../store/filters.ts'
import { codePointLength } from '../text/plain.ts'

/** The ids of a calendar's authors: the host has integers or texts, and a store has texts, empty for none. */
export interface AuthorIds {
  /** The type of the host's ids. */
  readonly type: 'integer' | 'text'
  /** The host's id for records without an author. */
  readonly none: number | string
  /** What an id is, to complete a sentence. */
  readonly reason: string
  /** The schemas of a record's fields that depend on the type of ids; they give stored texts. */
  readonly fields: OwnSchemas & { readonly authorId: Schema<string> }
  /** The schemas of a list's filters that depend on the type of ids; they give stored texts. */
  readonly filters: OwnSchemas & { readonly authorId: Schema<readonly string[]> }
  /** The stored text of an id from the host's own code; undefined for a value that is no id, such as `'7'` where ids are integers. */
  toStored(id: unknown): string | undefined
  /**
   * The host's id for a stored text.
   * @throws TypeError ids are integers, and the text is not an integer: the data was written with `authorIds: 'text'`
   */
  toHost(stored: string): number | string
}

const fromInteger = (id: number): string => (id === 0 ? '' : String(id))

function toInteger(stored: string): number {
  if (stored === '') return 0
  const id = Number(stored)
  // `Number` also reads '0x7' and ' 7', which are ids of other authors than 7.
  if (!(id > 0) || !Number.isSafeInteger(id) || String(id) !== stored)
    throw new TypeError(`The author ${JSON.stringify(stored)} is not an integer: set authorIds to 'text'.`)
  return id
}

/** Ids that are integers of 0 or more. */
export const integerIds: AuthorIds = {
  type: 'integer',
  none: 0,
  reason: 'an integer of 0 or more',
  fields: { authorId: transform(integerField, fromInteger).register(jsonSchemas, { type: 'integer', minimum: 0 }) },
  filters: {
    authorId: transform(idsField, (ids) => ids.map(fromInteger)).register(jsonSchemas, {
      type: 'array',
      items: { type: 'integer' },
      maxItems: limits.list,
    }),
  },
  toStored: (id) => (typeof id === 'number' && Number.isSafeInteger(id) && id >= 0 ? fromInteger(id) : undefined),
  toHost: toInteger,
}

/** The maximum length of an id in code points, which is that of key columns in SQL. */
const maxLength = 255

/**
 * The characters that an id cannot contain: white space, control and format characters, halves of surrogate pairs, characters without a
 * shape, and the comma. Lists of ids in a query, and the links that repeat them, separate ids by commas.
 */
const refused = /[,\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u

const isTextId = (id: string): boolean => id !== '' && !refused.test(id) && (id.length <= maxLength || codePointLength(id) <= maxLength)

const notAuthor = because({ code: 'not_an_author', max: maxLength })
const textId = z.string(notAuthor)

/** Ids that are texts. */
export const textIds: AuthorIds = {
  type: 'text',
  none: '',
  reason: `a text of 1 to ${maxLength} visible characters without a comma`,
  fields: {
    authorId: textId
      .check(z.refine((id) => id === '' || isTextId(id), because({ code: 'not_an_author_or_empty', max: maxLength })))
      .register(jsonSchemas, { type: 'string', maxLength }),
  },
  filters: {
    authorId: filterOf(textId.check(z.refine(isTextId, notAuthor))).register(jsonSchemas, {
      type: 'array',
      items: { type: 'string', minLength: 1, maxLength },
      maxItems: limits.list,
    }),
  },
  toStored: (id) => (typeof id === 'string' && isTextId(id) ? id : undefined),
  toHost: (stored) => stored,
}

/**
 * Converts a policy's read scope to one with stored author ids. An id of the wrong type makes the scope empty, as every invalid clause
 * does: the integer 7 and the text '7' are different authors.
 */
export function toStoredAuthors(scope: AccessScope, ids: AuthorIds): ReadScope<Status> {
  const stored: ReadClause<Status>[] = []
  // Members are read by name, because a clause may be an instance of a class with getters.
  for (const { status, authorIds, publishedMs, statusBeforeTrash } of scope) {
    // `Array.from` also visits the holes of a list, as undefined, which is not an id.
    const known = authorIds === undefined ? undefined : Array.from(authorIds, (id) => ids.toStored(id))
    if (known?.every((id) => id !== undefined) === false) return []
    stored.push({
      status,
      ...(known !== undefined && { authorIds: known }),
      ...(publishedMs !== undefined && { publishedMs }),
      ...(statusBeforeTrash !== undefined && { statusBeforeTrash }),
    })
  }
  return stored
}
