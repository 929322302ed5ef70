// Runs the conformance suite on the installed version of Kysely. Arguments: the engines, by the names of KALENDS_ENGINES.
import { randomUUID } from 'node:crypto'
import { kyselyStore, migrateToLatest } from '@kalends/kysely'
import { nodeSqliteDialect } from '@kalends/kysely/node-sqlite'
import { conformanceCases, runCase } from '@kalends/testing/conformance'
import { Kysely, MysqlDialect, PostgresDialect, sql } from 'kysely'

/** Results are asked for here, not times: a busy machine may need longer than the defaults. */
const patienceMs = 60_000

const dialects = {
  'node-sqlite': async () => nodeSqliteDialect(':memory:'),
  postgres: async () => {
    const { postgresPool } = await import('@kalends/kysely/pg')
    return new PostgresDialect({
      pool: postgresPool({
        connectionString: process.env.KALENDS_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/test',
        max: 4,
        connectionTimeoutMillis: patienceMs,
      }),
    })
  },
  mariadb: () => mysql(process.env.KALENDS_MARIADB_URL ?? 'mysql://root@127.0.0.1:3306/test'),
  mysql: () => mysql(process.env.KALENDS_MYSQL_URL ?? 'mysql://root@127.0.0.1:3399/test'),
}

/** MariaDB or MySQL. */
async function mysql(uri) {
  const { mysqlPool } = await import('@kalends/kysely/mysql2')
  return new MysqlDialect({ pool: mysqlPool({ uri, connectionLimit: 4, acquireTimeoutMs: patienceMs }) })
}

/**
 * What a version of Kysely can change on a server is how statements are composed and run. These cases differ from others in values or in
 * the kind of record alone, or depend on the locks of the server, so SQLite is enough for them.
 */
const alike =
  /^(?:(?:venues|organizers|concurrency|search|equality|geo|orders|paging|authors|large-lists)|series\/(?:filter|distinct|bulk)|(?:events|terms)\/(?:shared-filter|readable|paging|range|uid)|round-trip\/(?:text|status|plain))\//

for (const name of process.argv.slice(2)) {
  const db = new Kysely({ dialect: await dialects[name]() })
  const options = { prefix: `v${randomUUID().slice(0, 8)}_` }
  const tables = async () =>
    (await db.introspection.getTables()).map((table) => table.name).filter((table) => table.startsWith(options.prefix))
  try {
    await migrateToLatest(db, options)
    // The migration table stays, and the index for searches: the writes of events empty its tables, which SQLite's FTS5 does not let others do.
    const emptied = (await tables()).filter((table) => !/_(?:migration|search_state|event_texts.*|event_words|distinct_words)$/.test(table))
    const failed = []
    for (const one of conformanceCases.filter(({ key }) => name === 'node-sqlite' || !alike.test(key))) {
      await db.transaction().execute(async (trx) => {
        for (const table of emptied) await sql`delete from ${sql.table(table)}`.execute(trx)
        // The ids of the log are its numbers on SQLite, and begin at 1 again.
        if (name === 'node-sqlite') await sql`delete from sqlite_sequence where name = ${`${options.prefix}changes`}`.execute(trx)
      })
      await runCase(one, kyselyStore(db, { ...options, scans: { deadlineMs: patienceMs } })).catch((error) =>
        failed.push(`${one.key}: ${error?.stack}`),
      )
    }
    const { wrong } = await kyselyStore(db, options).events.recount(false, Date.now())
    console.log(`${name}: ${failed.length} cases failed, ${wrong} counts were wrong`)
    for (const failure of failed.slice(0, 5)) console.log(failure)
  } finally {
    for (const table of await tables()) await db.schema.dropTable(table).ifExists().execute()
    await db.destroy()
  }
}
