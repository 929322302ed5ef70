import { sql } from 'kysely'
import type { Settings, SettingsCheck } from './mysql-session.ts'

/**
 * The check for PostgreSQL. A database in another encoding refuses characters that the encoding lacks, and one in SQL_ASCII counts bytes as
 * characters. Both would fail only at the first request with such characters.
 */
export const postgresDatabaseCheck: SettingsCheck = {
  statement: sql<Settings>`select current_setting('server_encoding') as encoding`,
  problemOf: ({ encoding }) =>
    encoding === 'UTF8'
      ? undefined
      : `The database has the encoding ${encoding}, which cannot hold all texts: create one with "create database ... encoding 'UTF8' template template0".`,
}
