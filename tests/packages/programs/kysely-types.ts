import { createCalendar } from '@kalends/core'
import { immediateSqliteDialect, kyselyStore, migrateToLatest, migrationSql, pendingMigrations } from '@kalends/kysely'
import { mysqlDialect } from '@kalends/kysely/mysql2'
import { nodeSqliteDialect } from '@kalends/kysely/node-sqlite'
import { postgresDialect } from '@kalends/kysely/pg'
import { Kysely } from 'kysely'

interface AppTables {
  orders: { id: number }
}
const dialects = [nodeSqliteDialect(':memory:'), postgresDialect(), mysqlDialect()]
const db = new Kysely<AppTables>({ dialect: dialects[0] ?? nodeSqliteDialect(':memory:') })
await migrateToLatest(db)
await db.transaction().execute(async (trx) => createCalendar({ store: kyselyStore(trx) }))
console.log(await pendingMigrations(db), migrationSql('sqlite').length, typeof immediateSqliteDialect)
