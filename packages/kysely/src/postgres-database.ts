import { sql } from 'kysely'
import type { Settings, SettingsCheck } from './mysql-session.ts'

/**
 * The check of PostgreSQL: a database in another encoding refuses characters that it lacks, and one in SQL_ASCII counts bytes as
 * characters, at the first request that brings them.
 */
export const postgresDatabaseCheck: SettingsCheck = {
  statement: sql<Settings>`select current_setting('server_encoding') as encoding`,
  problemOf: ({ encoding }) =>
    encoding === 'UTF8'
      ? undefined
      : `The database has the encoding ${encoding}, which cannot hold all texts: create one with "create database ... encoding 'UTF8' template template0".`,
}
