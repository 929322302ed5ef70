import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect } from 'kysely'

/** Opens the folder of the calendar, which is made when it is missing. One process at a time may use it. */
export const openDatabase = async (): Promise<Kysely<unknown>> =>
  new Kysely({ dialect: new PGliteDialect({ pglite: await PGlite.create(process.env['DATABASE_URL'] ?? 'calendar-data') }) })
