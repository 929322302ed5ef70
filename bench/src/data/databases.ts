import { migrateToLatest } from '@kalends/kysely'
import { mysqlDialect } from '@kalends/kysely/mysql2'
import { nodeSqliteDialect } from '@kalends/kysely/node-sqlite'
import { postgresDialect } from '@kalends/kysely/pg'
import { type Dialect, Kysely, sql } from 'kysely'
import { createPool } from 'mysql2/promise'
import { Pool } from 'pg'
import type { Progress } from '../progress.ts'
import { dataset } from './dataset.ts'
import { type EngineName, engineTitles } from './engine.ts'
import { type Filler, fillServer } from './filled-server.ts'
import { fingerprint } from './fingerprint.ts'
import { mysqlFiller } from './mysql-filler.ts'
import { postgresFiller } from './postgres-filler.ts'
import { withRowListener } from './row-listener.ts'
import { type DatasetKind, nameOfKind } from './series-events.ts'
import { copySqliteFile, sqliteFile } from './sqlite-file.ts'

/** A read-only database with events: later runs use it again, so it must not change. */
export interface FilledDatabase {
  /** A connected Kysely. */
  readonly db: Kysely<unknown>
  /** The options with the names of the tables. */
  readonly options: { readonly prefix: string }
  /** Disconnects. */
  close(): Promise<void>
}

const addresses = {
  postgres: process.env['KALENDS_POSTGRES_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test',
  mariadb: process.env['KALENDS_MARIADB_URL'] ?? 'mysql://root@127.0.0.1:3306/test',
  mysql: process.env['KALENDS_MYSQL_URL'] ?? 'mysql://root@127.0.0.1:3399/test',
} as const

type ServerEngine = Exclude<EngineName, 'sqlite'>

/** The differences between the engines that are servers. */
interface Server {
  /** Connects with a number of connections, or with the store's own default. */
  dialect(connections: number | undefined): Dialect
  /** Fills tables over connections of its own. */
  fill(prefix: string, work: (filler: Filler) => Promise<void>): Promise<void>
}

/** MariaDB or MySQL. */
function mysqlServer(engine: 'mariadb' | 'mysql'): Server {
  const uri = addresses[engine]
  return {
    dialect: (connections) => mysqlDialect({ uri, ...(connections !== undefined && { connectionLimit: connections }) }),
    fill: async (prefix, work) => {
      const pool = createPool({ uri })
      await work(mysqlFiller(pool, prefix, engineTitles[engine])).finally(() => pool.end())
    },
  }
}

const servers: Readonly<Record<ServerEngine, Server>> = {
  postgres: {
    dialect: (connections) => postgresDialect({ connectionString: addresses.postgres, ...postgresOptions(connections) }),
    fill: async (prefix, work) => {
      const pool = new Pool({ connectionString: addresses.postgres })
      await work(postgresFiller(pool, prefix)).finally(() => pool.end())
    },
  },
  mariadb: mysqlServer('mariadb'),
  mysql: mysqlServer('mysql'),
}

/** Whether an engine is a server; SQLite is a file. */
export const isServer = (engine: EngineName): engine is ServerEngine => Object.hasOwn(servers, engine)

/** The prefix of all tables that the benchmark creates on servers. */
const serverPrefix = 'bench_'

/** The data, and how to connect to a server. */
export interface FilledOptions {
  /** The seed of the data. @default 1 */
  readonly seed?: number
  /** What the events are. @default 'single' */
  readonly kind?: DatasetKind
  /**
   * The number of connections of a pool; with one, its processor time can be separated from that of others.
   * @default the store's own default
   */
  readonly connections?: number
  /** Called with the number of rows that each statement returns, as the driver reports them. */
  readonly onRows?: (count: number) => void
  /** The folder of a SQLite file. @default the folder of all runs */
  readonly folder?: string
}

/** Opens a filled database of an engine; the first run that needs it fills it. */
export async function openFilled(
  engine: EngineName,
  events: number,
  progress: Progress,
  options: FilledOptions = {},
): Promise<FilledDatabase> {
  const { seed = 1, kind = 'single', connections, onRows, folder } = options
  const listenedTo = (dialect: Dialect): Dialect => (onRows === undefined ? dialect : withRowListener(dialect, onRows))
  if (!isServer(engine)) {
    const path = await sqliteFile(events, progress, { seed, kind, ...(folder !== undefined && { folder }) })
    return opened(listenedTo(nodeSqliteDialect(path)), 'kalends_')
  }
  const prefix = `${serverPrefix}${fingerprint().slice(0, 6)}_${nameOfKind(kind, '_')}${seed}_${events}_`
  const database = opened(listenedTo(servers[engine].dialect(connections)), prefix)
  if (await isFilled(database)) return database
  await dropTables(database.db, prefix)
  await migrateToLatest(database.db, { prefix })
  await servers[engine].fill(prefix, (filler) => fillServer(filler, dataset(events, seed, kind), progress))
  // One row of the log is enough for all writes. It is the last row, so it also marks that the database is complete.
  await sql`insert into ${sql.table(`${prefix}changes`)} (seq, kind, record_id, verb, at_ms, part_of, writes)
    values (1, 'event', 1, 'created', 0, 0, 1)`.execute(database.db)
  return database
}

/** With a single connection PostgreSQL may not use parallel workers, because their processor time would not be counted. */
const postgresOptions = (connections: number | undefined): object =>
  connections === undefined ? {} : { max: connections, ...(connections === 1 && { options: '-c max_parallel_workers_per_gather=0' }) }

function opened(dialect: Dialect, prefix: string): FilledDatabase {
  const db = new Kysely<unknown>({ dialect })
  return { db, options: { prefix }, close: () => db.destroy() }
}

async function isFilled({ db, options }: FilledDatabase): Promise<boolean> {
  const tables = await tablesWith(db, options.prefix)
  if (!tables.includes(`${options.prefix}changes`)) return false
  const { rows } = await sql`select id from ${sql.table(`${options.prefix}changes`)}`.execute(db)
  return rows.length > 0
}

async function tablesWith(db: Kysely<unknown>, prefix: string): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where substr(table_name, 1, ${prefix.length}) = ${prefix}`.execute(db)
  return rows.map(({ name }) => name)
}

/** A database that may be written to. */
export interface ScratchDatabase extends FilledDatabase {
  /** Where another process finds it: the path of a SQLite file, or the prefix of the tables on a server. */
  readonly address: string
}

/** The number of scratch databases of this process so far, a part of the names of tables on servers. */
let scratches = 0

/** Opens a scratch database of another process. */
export const openScratchAt = (engine: EngineName, address: string): FilledDatabase =>
  isServer(engine) ? opened(servers[engine].dialect(undefined), address) : opened(nodeSqliteDialect(address), 'kalends_')

/** What a scratch database contains, and how it is opened. */
export interface ScratchOptions extends Pick<FilledOptions, 'connections' | 'kind'> {
  /** Changes the dialect. @default the dialect of the engine */
  readonly change?: (dialect: Dialect) => Dialect
}

/** Opens a database of its own, which may be written to; `close` removes it. */
export async function openScratch(
  engine: EngineName,
  events: number,
  progress: Progress,
  { connections, kind = 'single', change = (dialect) => dialect }: ScratchOptions = {},
): Promise<ScratchDatabase> {
  if (!isServer(engine)) {
    const { path, remove } = await copySqliteFile(events, progress, kind)
    const { close, ...database } = opened(change(nodeSqliteDialect(path)), 'kalends_')
    return { ...database, address: path, close: () => close().finally(remove) }
  }
  const prefix = `${serverPrefix}scratch_${process.pid}_${++scratches}_`
  const { db, options, close } = opened(change(servers[engine].dialect(connections)), prefix)
  await migrateToLatest(db, options)
  await servers[engine].fill(prefix, (filler) => fillServer(filler, dataset(events, 1, kind), progress))
  return {
    db,
    options,
    address: prefix,
    close: async () => {
      await dropTables(db, prefix)
      await close()
    },
  }
}

/** Removes all tables of the benchmark on a server. @returns their names */
export async function dropServerTables(engine: ServerEngine): Promise<readonly string[]> {
  const { db, close } = opened(servers[engine].dialect(undefined), serverPrefix)
  return dropTables(db, serverPrefix).finally(close)
}

async function dropTables(db: Kysely<unknown>, prefix: string): Promise<readonly string[]> {
  const tables = await tablesWith(db, prefix)
  for (const table of tables) await db.schema.dropTable(table).ifExists().execute()
  return tables
}
