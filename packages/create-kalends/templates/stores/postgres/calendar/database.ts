import { postgresDialect } from '@kalends/kysely/pg'
import { Kysely } from 'kysely'

/** Connects to PostgreSQL, with a pool of connections. */
export function openDatabase(): Kysely<unknown> {
  const connectionString = process.env['DATABASE_URL']
  if (!connectionString) throw new Error('Set DATABASE_URL, such as postgres://user:password@127.0.0.1:5432/calendar')
  const onConnectionError = (error: Error): void => console.warn('A connection was lost:', error.message)
  return new Kysely({ dialect: postgresDialect({ connectionString, onConnectionError }) })
}
