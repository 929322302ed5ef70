import { mysqlDialect } from '@kalends/kysely/mysql2'
import { Kysely } from 'kysely'

/** Connects to MariaDB or MySQL, with a pool of connections. */
export function openDatabase(): Kysely<unknown> {
  const uri = process.env['DATABASE_URL']
  if (!uri) throw new Error('Set DATABASE_URL, such as mysql://user:password@127.0.0.1:3306/calendar')
  return new Kysely({ dialect: mysqlDialect({ uri }) })
}
