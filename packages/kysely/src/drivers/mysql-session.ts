import { type RawBuilder, sql } from 'kysely'

/** A check of a session or a database before the first statement. */
export interface SettingsCheck {
  /** A statement that returns one row with the settings. */
  readonly statement: RawBuilder<Settings>
  /** Why statements must not run under these settings, as a sentence; undefined if they may. */
  problemOf(settings: Settings): string | undefined
}

/** The columns of the row, by name. */
export type Settings = Readonly<Record<string, unknown>>

/**
 * Flags of `sql_mode` that change the meaning of statements. Drivers that insert values into the statement's text escape them with
 * backslashes, which NO_BACKSLASH_ESCAPES turns into ordinary characters: then a quote in a search ends the text early.
 * EMPTY_STRING_IS_NULL (MariaDB) stores null for every empty text. ORACLE (MariaDB) switches to another SQL syntax, without the operator
 * `%`.
 */
const unsafeModes = ['NO_BACKSLASH_ESCAPES', 'EMPTY_STRING_IS_NULL', 'ORACLE'] as const

/** The settings for texts on their way to the server and back: each must be a character set with all Unicode characters. */
const characterSets = ['character_set_client', 'character_set_connection', 'character_set_results'] as const

const advice = 'or connect with mysqlDialect of @kalends/kysely/mysql2, which sets it for each connection.'

/** The check for MariaDB and MySQL. */
export const mysqlSessionCheck: SettingsCheck = {
  statement: sql<Settings>`
    select @@session.sql_mode as sql_mode, @@session.character_set_client as character_set_client,
      @@session.character_set_connection as character_set_connection, @@session.character_set_results as character_set_results`,
  problemOf: (settings) => {
    const modes = String(settings['sql_mode']).split(',')
    const mode = unsafeModes.find((one) => modes.includes(one))
    if (mode !== undefined) {
      return `The calendar does not run under the sql_mode ${mode}, which changes the meaning of its statements: take it out of sql_mode, ${advice}`
    }
    const narrow = characterSets.find((name) => settings[name] !== 'utf8mb4')
    if (narrow === undefined) return undefined
    return `The connection's ${narrow} is ${settings[narrow]}, which cannot hold all texts: connect with charset utf8mb4, ${advice}`
  },
}

/**
 * The `sql_mode` of connections that {@link mysqlPool} opens, whatever the server's own. It is strict, so that a text that is too long is
 * an error instead of being cut, and has no flags that change the meaning of statements.
 */
export const ownSqlMode = 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'
