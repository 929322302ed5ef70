import { sql } from 'kysely'
import { readIds } from '../../read-rows.ts'
import type { SearchIndex } from '../../search-index.ts'

/** Three letters, vowel signs or digits in a row: the shortest part of a text that `pg_trgm` looks up. */
const lookedUp = /[\p{Alphabetic}\p{N}]{3}/u

/** A pattern of `like` for texts that contain this one. */
const toPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/**
 * insufficient_privilege; undefined_file and feature_not_supported, if the extension is not installed; undefined_object, if it is in a schema
 * that the connection does not search.
 */
const unsupportedCodes = new Set<unknown>(['42501', '58P01', '0A000', '42704'])

/**
 * A GIN index of trigrams by the extension `pg_trgm`. Occurrences with the text of their series are not in it. Candidates come in no order:
 * the engine would read the primary key in order, and compare each text.
 */
export const postgresSearch: SearchIndex = {
  givesAllAtOnce: true,
  create: ({ parts, search: { index } }) => [
    sql`create extension if not exists pg_trgm`,
    sql`create index if not exists ${index} on ${parts.events} using gin (search_text gin_trgm_ops) where search_text is not null`,
  ],
  remove: ({ search: { indexPath } }) => [sql`drop index if exists ${indexPath}`],
  findParts: ({ search: { quotedIndex } }) => sql`select 1 as found where to_regclass(${quotedIndex}) is not null`,
  isUnsupported: (error) => typeof error === 'object' && error !== null && 'code' in error && unsupportedCodes.has(error.code),
  find: async (db, { events }, texts, { limit }) => {
    const wanted = texts.filter((text) => lookedUp.test(text))
    if (wanted.length === 0) return undefined
    const conditions = wanted.map((text) => sql`search_text like ${toPattern(text)}`)
    return readIds(db, sql`select id from ${events} where ${sql.join(conditions, sql` and `)} limit ${limit}`)
  },
}
