import { type RawBuilder, sql } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * The tables under their names in the database.
 *
 * Each value is the name with schema and prefix, typed as the plain name. So statements are checked against {@link Tables}, whatever prefix
 * the host chose, and need not be rewritten on their way to the database.
 */
export type TableNames = { readonly [Table in keyof Tables]: Table }

/** The tables as parts of an SQL text: sql`select 1 from ${parts.events} as e`. */
export type TableParts = { readonly [Table in keyof Tables]: RawBuilder<unknown> }

/** The indexes of events that statements name, as parts of an SQL text. */
export type EventIndexes = Readonly<Record<EventIndexName, RawBuilder<unknown>>>

/** The indexes of events that statements name. */
export type EventIndexName =
  | 'window'
  | 'span'
  | 'instant'
  | 'end'
  | 'title'
  | 'modified'
  | 'publication'
  | 'quarterModified'
  | 'quarterPublication'
  | 'authored'
  | 'series'

/** The default prefix. */
export const defaultPrefix = 'kalends_'

const name = /^[A-Za-z_][A-Za-z0-9_]{0,29}$/

/** @throws TypeError prefix or schema is not made of at most 30 letters, digits and underscores, or begins with a digit */
export function checkNames(prefix: string, schema: string | undefined): void {
  // PostgreSQL silently cuts names after 63 bytes, and the longest name, that of an index, has 31 characters after the prefix.
  if (prefix !== '' && !name.test(prefix)) {
    throw new TypeError('A table prefix is made of at most 30 letters, digits and underscores, and does not begin with a digit.')
  }
  if (schema !== undefined && !name.test(schema)) {
    throw new TypeError('The name of a schema is made of at most 30 letters, digits and underscores, and does not begin with a digit.')
  }
}

/** Makes one entry for each table. */
function forEachTable<T>(make: (table: keyof Tables) => T): Record<keyof Tables, T> {
  return {
    events: make('events'),
    venues: make('venues'),
    organizers: make('organizers'),
    terms: make('terms'),
    event_venues: make('event_venues'),
    event_organizers: make('event_organizers'),
    event_terms: make('event_terms'),
    event_fields: make('event_fields'),
    venue_fields: make('venue_fields'),
    organizer_fields: make('organizer_fields'),
    term_fields: make('term_fields'),
    term_ancestors: make('term_ancestors'),
    changes: make('changes'),
    history: make('history'),
    log_holds: make('log_holds'),
    event_counts: make('event_counts'),
    name_locks: make('name_locks'),
    requests: make('requests'),
    aliases: make('aliases'),
    proposals: make('proposals'),
    previews: make('previews'),
    search_state: make('search_state'),
    event_texts: make('event_texts'),
    event_words: make('event_words'),
    distinct_words: make('distinct_words'),
    migration: make('migration'),
  }
}

/**
 * The names for one prefix and schema.
 * @throws TypeError as {@link checkNames}
 */
export function tableNames(prefix: string, schema: string | undefined): TableNames {
  checkNames(prefix, schema)
  const path = schema === undefined ? prefix : `${schema}.${prefix}`
  // The only place where the name in the database is typed as the plain one; see TableNames.
  return Object.freeze(forEachTable((table) => `${path}${table}`)) as TableNames
}

/** The names as parts of an SQL text. */
export function tableParts(names: TableNames): TableParts {
  return Object.freeze(forEachTable((table) => sql.table(names[table])))
}

/** The names of the indexes under a valid prefix. */
export function eventIndexes(prefix: string): EventIndexes {
  const named = (name: string) => sql.id(`${prefix}events_${name}`)
  return Object.freeze({
    window: named('window'),
    span: named('span'),
    instant: named('instant'),
    end: named('end'),
    title: named('title'),
    modified: named('changed'),
    publication: named('publication'),
    quarterModified: named('quarter_modified'),
    quarterPublication: named('quarter_publication'),
    authored: named('authored'),
    series: named('series'),
  })
}

/** The names of the index for searches, beside those of tables, as parts of an SQL text. */
export interface SearchObjects {
  /** The column of the virtual table on SQLite that takes commands: it has the name of the table, without schema. */
  readonly commands: RawBuilder<unknown>
  /** The triggers on SQLite, MariaDB and MySQL. */
  readonly triggers: Readonly<Record<'added' | 'changed' | 'removed', RawBuilder<unknown>>>
  /** The index on PostgreSQL. */
  readonly index: RawBuilder<unknown>
  /** The same with its schema, as `drop index` takes it. */
  readonly indexPath: RawBuilder<unknown>
  /** The tables in which FTS5 on SQLite stores its virtual table. */
  readonly storage: readonly RawBuilder<unknown>[]
  /** The prefix of all names, for lookups in the engine's catalogue. */
  readonly prefix: string
  /** The name of the index with its schema, in double quotes, as PostgreSQL's `to_regclass` takes it. */
  readonly quotedIndex: string
}

/** The names of FTS5's own tables, without prefix. */
export const searchStorage: readonly string[] = ['data', 'idx', 'config'].map((part) => `event_texts_${part}`)

/** The names of the index for searches under a valid prefix and schema. */
export const searchObjects = (prefix: string, schema: string | undefined): SearchObjects => ({
  commands: sql.id(`${prefix}event_texts`),
  triggers: {
    added: sql.id(`${prefix}events_text_added`),
    changed: sql.id(`${prefix}events_text_changed`),
    removed: sql.id(`${prefix}events_text_removed`),
  },
  index: sql.id(`${prefix}events_text`),
  indexPath: schema === undefined ? sql.id(`${prefix}events_text`) : sql.id(schema, `${prefix}events_text`),
  storage: searchStorage.map((name) => sql.id(`${prefix}${name}`)),
  prefix,
  quotedIndex: `${schema === undefined ? '' : `"${schema}".`}"${prefix}events_text"`,
})
