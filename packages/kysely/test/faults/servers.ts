import { type Calendar, type CalendarStore, createCalendar } from '@kalends/core'
import { fixedClock } from '@kalends/testing'
import { type Dialect, Kysely, type LogConfig, type RawBuilder, sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { type DialectName, kyselyStore } from '../../src/index.ts'
import { mysqlDialect } from '../../src/mysql2.ts'
import { postgresDialect } from '../../src/pg.ts'
import { engines, type TestDatabase, type TestEngine } from '../engines.ts'

/** Options for connecting in a test. */
export interface Connecting {
  /** Another port than the server's own, such as that of a proxy. */
  readonly port?: number
  /** The maximum number of connections. */
  readonly size?: number
  /** How long a statement waits for a connection, in milliseconds. */
  readonly acquireMs?: number
  /** How long a statement waits for a lock, in milliseconds. */
  readonly lockMs?: number
  /** How long the server may be silent, in milliseconds. */
  readonly silenceMs?: number
  /** Kysely's own log. */
  readonly log?: LogConfig
  /** Called for each lost connection. */
  readonly onConnectionError?: (error: Error) => void
}

/** A database server, with the parts that differ between servers. */
export interface FaultServer {
  /** Its name in `KALENDS_ENGINES`. */
  readonly name: string
  /** The engine of the same name. */
  readonly engine: TestEngine
  /** Its address. */
  readonly address: string
  /** The dialect of this package for the server: `postgresDialect` or `mysqlDialect`. */
  dialect(connecting: Connecting): Dialect
  /** The server's id of the current connection. */
  readonly ownId: RawBuilder<{ id: unknown }>
  /** Ends the connection with this id. */
  terminate(id: number): RawBuilder<unknown>
  /** The ids of connections that wait for a lock on a table with this prefix. */
  waiting(prefix: string): RawBuilder<{ id: unknown }>
}

const withPort = (address: string, port: number | undefined): string =>
  port === undefined ? address : Object.assign(new URL(address), { host: `127.0.0.1:${port}` }).href

type ServerParts = Pick<FaultServer, 'dialect' | 'ownId' | 'terminate' | 'waiting'>

const known: Readonly<Partial<Record<DialectName, (address: string) => ServerParts>>> = {
  postgres: (address) => ({
    dialect: ({ port, size = 4, acquireMs = 5_000, lockMs = 10_000, silenceMs = 45_000, onConnectionError = () => undefined }) =>
      postgresDialect({
        connectionString: withPort(address, port),
        max: size,
        connectionTimeoutMillis: acquireMs,
        lock_timeout: lockMs,
        silenceTimeoutMs: silenceMs,
        onConnectionError,
      }),
    ownId: sql`select pg_backend_pid() as id`,
    terminate: (id) => sql`select pg_terminate_backend(${id})`,
    waiting: (prefix) => sql`select pid as id from pg_stat_activity where wait_event_type = 'Lock' and strpos(query, ${prefix}) > 0`,
  }),
  mysql: (address) => ({
    dialect: ({ port, size = 4, acquireMs = 5_000, lockMs = 10_000, silenceMs = 45_000, onConnectionError = () => undefined }) =>
      mysqlDialect({
        uri: withPort(address, port),
        connectionLimit: size,
        connectTimeout: acquireMs,
        acquireTimeoutMs: acquireMs,
        lockTimeoutMs: lockMs,
        silenceTimeoutMs: silenceMs,
        onConnectionError,
      }),
    ownId: sql`select connection_id() as id`,
    terminate: (id) => sql`kill ${id}`,
    waiting: (prefix) =>
      sql`select trx_mysql_thread_id as id from information_schema.innodb_trx where trx_state = 'LOCK WAIT' and locate(${prefix}, trx_query) > 0`,
  }),
}

/** The available servers. */
export const servers: readonly FaultServer[] = engines.flatMap((engine) => {
  const { name, address = '' } = engine
  const parts = known[engine.dialect]
  return parts === undefined || address === '' ? [] : [{ ...parts(address), name, address, engine }]
})

/** A database for a single test, with tables. */
export async function openDatabase(engine: TestEngine): Promise<TestDatabase> {
  const database = await engine.open()
  onTestFinished(() => database.close())
  return database
}

/** Locks a table while some work runs: statements that use it wait until then. */
export async function whileTableIsLocked(
  { engine }: FaultServer,
  { db, options }: TestDatabase,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  const table = sql.table(`${options.prefix}${name}`)
  await db.connection().execute(async (connection) => {
    if (engine.dialect === 'mysql') {
      await sql`lock tables ${table} write`.execute(connection)
      return work().finally(() => sql`unlock tables`.execute(connection))
    }
    await connection.transaction().execute(async (trx) => {
      await sql`lock table ${table} in access exclusive mode`.execute(trx)
      await work()
    })
  })
}

/** A calendar over the tables of a database, with its own connections. */
export function connectCalendar(
  server: FaultServer,
  { options }: TestDatabase,
  connecting: Connecting = {},
): { readonly db: Kysely<unknown>; readonly calendar: Calendar } {
  const { log } = connecting
  const db = new Kysely<unknown>({ dialect: server.dialect(connecting), ...(log === undefined ? {} : { log }) })
  onTestFinished(() => db.destroy())
  return { db, calendar: calendarOver(kyselyStore(db, options)) }
}

/** A calendar whose current date is before the events of the tests. */
export const calendarOver = (store: CalendarStore): Calendar => createCalendar({ store, clock: fixedClock('2026-05-01T12:00:00Z') })

/** The id of the connection, for a pool of one or a Kysely that is bound to a connection. */
export async function connectionId(server: FaultServer, db: Kysely<unknown>): Promise<number> {
  const { rows } = await server.ownId.execute(db)
  return Number(rows[0]?.id)
}
