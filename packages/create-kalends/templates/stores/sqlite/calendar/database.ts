import { nodeSqliteDialect } from '@kalends/kysely/node-sqlite'
import { Kysely } from 'kysely'

/** Opens the file of the calendar, which is made when it is missing. */
export const openDatabase = (): Kysely<unknown> =>
  new Kysely({ dialect: nodeSqliteDialect(process.env['DATABASE_URL'] ?? 'calendar.sqlite') })
