import { migrateToLatest } from '@kalends/kysely'
import { mysqlDialect } from '@kalends/kysely/mysql2'
import { nodeSqliteDialect } from '@kalends/kysely/node-sqlite'
import { postgresDialect } from '@kalends/kysely/pg'
import { type Dialect, Kysely, sql } from 'kysely'
import { createPool } from 'mysql2/promise'
import { Pool } from 'pg'
import { type DatasetKind, dataset } from './dataset.ts'
import { type EngineName, engineTitles } from './engine.ts'
import { type Filler, fillServer } from './filled-server.ts'
import { fingerprint } from './fingerprint.ts'
import { mysqlFiller } from './mysql-filler.ts'
import { postgresFiller } from './postgres-filler.ts'
import { copySqliteFile, removeSqliteFiles, type SqliteCopy, scratchFile, sqliteFile } from './sqlite-file.ts'

/** A database with events. */
export interface FilledDatabase {
  /** A connected Kysely. */
  readonly db: Kysely<unknown>
  /** The options with the names of the tables. */
  readonly options: { readonly prefix: string }
  /** Where another process finds it: the path of a SQLite file, or the prefix of the tables on a server. */
  readonly address: string
  /** Disconnects. */
  close(): Promise<void>
}

/** What the events are, and how many connections a pool has: with one, its processor time can be separated from that of others. */
export interface DatabaseOptions {
  readonly kind?: DatasetKind
  readonly connections?: number
}

type ServerEngine = Exclude<EngineName, 'sqlite'>

/** The differences between the engines that are servers. */
interface Server {
  /** Connects with a number of connections, or with the store's own default. */
  dialect(connections: number | undefined): Dialect
  /** Fills tables over connections of its own. */
  fill(prefix: string, work: (filler: Filler) => Promise<void>): Promise<void>
}

function mysqlServer(engine: 'mariadb' | 'mysql', uri: string): Server {
  return {
    dialect: (connectionLimit) => mysqlDialect({ uri, ...(connectionLimit !== undefined && { connectionLimit }) }),
    fill: async (prefix, work) => {
      const pool = createPool({ uri })
      await work(mysqlFiller(pool, prefix, engineTitles[engine])).finally(() => pool.end())
    },
  }
}

/** The address of the PostgreSQL server. */
export const postgresUrl = process.env['KALENDS_POSTGRES_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test'

const servers: Readonly<Record<ServerEngine, Server>> = {
  postgres: {
    dialect: (max) =>
      postgresDialect({
        connectionString: postgresUrl,
        // With a single connection PostgreSQL may not use parallel workers, because their processor time would not be counted.
        ...(max !== undefined && { max, ...(max === 1 && { options: '-c max_parallel_workers_per_gather=0' }) }),
      }),
    fill: async (prefix, work) => {
      const pool = new Pool({ connectionString: postgresUrl })
      await work(postgresFiller(pool, prefix)).finally(() => pool.end())
    },
  },
  mariadb: mysqlServer('mariadb', process.env['KALENDS_MARIADB_URL'] ?? 'mysql://root@127.0.0.1:3306/test'),
  mysql: mysqlServer('mysql', process.env['KALENDS_MYSQL_URL'] ?? 'mysql://root@127.0.0.1:3399/test'),
}

const isServer = (engine: EngineName): engine is ServerEngine => engine !== 'sqlite'

/** The prefix of all tables that the benchmark creates on servers. */
const serverPrefix = 'bench_'

/** Opens a database of this process or of another one. */
export function openAt(engine: EngineName, address: string, connections?: number): FilledDatabase {
  const db = new Kysely<unknown>({ dialect: isServer(engine) ? servers[engine].dialect(connections) : nodeSqliteDialect(address) })
  return { db, options: { prefix: isServer(engine) ? address : 'kalends_' }, address, close: () => db.destroy() }
}

/** Opens a filled database, which later runs use again, so it must not change; the first run that needs it fills it. */
export async function openFilled(
  engine: EngineName,
  events: number,
  { kind = 'single', connections }: DatabaseOptions = {},
): Promise<FilledDatabase> {
  if (!isServer(engine)) return openAt(engine, await sqliteFile(events, kind))
  const prefix = `${serverPrefix}${fingerprint().slice(0, 6)}_${kind}_${events}_`
  const database = openAt(engine, prefix, connections)
  if (await isFilled(database)) return database
  await dropTables(database.db, prefix)
  await fillTables(engine, database, events, kind)
  // One row of the log is enough for all writes. It is the last row, so it also marks that the database is complete.
  await sql`insert into ${sql.table(`${prefix}changes`)} (seq, kind, record_id, verb, at_ms, part_of, version, actor, writes)
    values (1, 'event', 1, 'created', 0, 0, 1, '', 1)`.execute(database.db)
  return database
}

/** The number of scratch databases of this process so far, a part of the names of tables on servers. */
let scratches = 0

/** Opens a database of its own, which may be written to; `close` removes it. */
export async function openScratch(
  engine: EngineName,
  events: number,
  { kind = 'single', connections }: DatabaseOptions = {},
): Promise<FilledDatabase> {
  if (!isServer(engine)) return openFile(await copySqliteFile(events, kind))
  const database = openTables(engine, connections)
  await fillTables(engine, database, events, kind)
  return database
}

/** Opens a database of its own with empty tables; `close` removes it. */
export async function openEmpty(engine: EngineName): Promise<FilledDatabase> {
  const database = isServer(engine) ? openTables(engine) : openFile(scratchFile())
  await migrateToLatest(database.db, database.options)
  return database
}

function openFile({ path, remove }: SqliteCopy): FilledDatabase {
  const database = openAt('sqlite', path)
  return { ...database, close: () => database.close().finally(remove) }
}

function openTables(engine: ServerEngine, connections?: number): FilledDatabase {
  const prefix = `${serverPrefix}scratch_${process.pid}_${++scratches}_`
  const database = openAt(engine, prefix, connections)
  return { ...database, close: () => dropTables(database.db, prefix).finally(database.close) }
}

async function fillTables(engine: ServerEngine, { db, options }: FilledDatabase, events: number, kind: DatasetKind): Promise<void> {
  await migrateToLatest(db, options)
  await servers[engine].fill(options.prefix, (filler) => fillServer(filler, dataset(events, kind)))
}

async function isFilled({ db, options }: FilledDatabase): Promise<boolean> {
  const log = `${options.prefix}changes`
  if (!(await tablesWith(db, options.prefix)).includes(log)) return false
  const { rows } = await sql`select id from ${sql.table(log)}`.execute(db)
  return rows.length > 0
}

async function tablesWith(db: Kysely<unknown>, prefix: string): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where substr(table_name, 1, ${prefix.length}) = ${prefix}`.execute(db)
  return rows.map(({ name }) => name)
}

async function dropTables(db: Kysely<unknown>, prefix: string): Promise<void> {
  for (const table of await tablesWith(db, prefix)) await db.schema.dropTable(table).ifExists().execute()
}

/** Removes the databases that are kept between runs. */
export async function removeFilled(engines: readonly EngineName[]): Promise<void> {
  removeSqliteFiles()
  for (const engine of engines.filter(isServer)) {
    const { db, close } = openAt(engine, serverPrefix)
    await dropTables(db, serverPrefix).finally(close)
  }
}
