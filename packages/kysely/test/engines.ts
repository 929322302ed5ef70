import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { type Dialect, Kysely, type LogConfig, MysqlDialect, PGliteDialect, PostgresDialect, sql } from 'kysely'
import { createPool } from 'mysql2'
import { Pool, type PoolConfig } from 'pg'
import { type DialectName, migrateToLatest } from '../src/index.ts'
import { mysqlPool } from '../src/mysql2.ts'
import { nodeSqliteDialect } from '../src/node-sqlite.ts'
import { emptyTables, searchTables, tables } from './tables.ts'

/** Options for opening a test database. */
export interface OpenOptions {
  /** The maximum number of connections, if the engine has a pool. */
  readonly poolSize?: number
  /** Kysely's own log, for counting statements. */
  readonly log?: LogConfig
  /** The first statement of each connection to MariaDB or MySQL, for example one that sets the `sql_mode`. */
  readonly session?: string
  /** Whether connections to MariaDB and MySQL come from `mysqlPool` instead of from a plain pool of `mysql2`. */
  readonly ownPool?: boolean
}

/** A database for a single test. */
export interface TestDatabase {
  /** A connected Kysely. */
  readonly db: Kysely<unknown>
  /** A prefix that no other test uses. */
  readonly options: { readonly prefix: string }
  /** The file, on SQLite. */
  readonly path?: string
  /** Opens another Kysely over the same tables with connections of its own; not for SQLite in memory, where it would have no tables. */
  another(options?: OpenOptions): Promise<Kysely<unknown>>
  /** Empties all tables. */
  clear(): Promise<void>
  /** Drops the test's tables and disconnects. */
  close(): Promise<void>
}

/** An engine for tests. */
export interface TestEngine {
  /** Its name in `KALENDS_ENGINES`. */
  readonly name: string
  /** The dialect of its SQL: MariaDB and MySQL share one, and so do PostgreSQL and PGlite. */
  readonly dialect: DialectName
  /** The address of the server; undefined for engines that run in the process of the test. */
  readonly address?: string
  /** Whether several connections can use one database. */
  readonly isShared: boolean
  /** Opens a database without tables. */
  openEmpty(options?: OpenOptions): Promise<TestDatabase>
  /** Opens a database with tables. */
  open(options?: OpenOptions): Promise<TestDatabase>
}

/** The differences between the engines of tests. */
interface Connector extends Pick<TestEngine, 'name' | 'dialect' | 'address' | 'isShared'> {
  /** Whether the tables have to be dropped after the test; otherwise they are removed with the database. */
  readonly dropsTables: boolean
  /** Creates a location for a test's database: its dialect, a function that removes it, and the path of a file. */
  createLocation(): Promise<{ dialect(poolSize: number, options: OpenOptions): Dialect; remove(): Promise<void>; path?: string }>
}

const doNothing = async (): Promise<void> => {}

let pglite: PGlite | undefined

/** One instance for each test file: starting it takes seconds and half a gigabyte. */
async function sharedPglite(): Promise<PGlite> {
  pglite ??= await PGlite.create({ extensions: { pg_trgm } })
  return pglite
}

/** The instance without its `close`, which Kysely would call although other tests use the instance, too. */
const keptOpen = (instance: PGlite): PGlite =>
  new Proxy(instance, {
    get(target, member) {
      if (member === 'close') return doNothing
      const value: unknown = Reflect.get(target, member, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

/** A pool of PostgreSQL that ignores lost connections. Without listeners on both the pool and its connections, these would end the process. */
export function quietPool(options: PoolConfig): Pool {
  const pool = new Pool(options)
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** The address of PostgreSQL. */
export const postgresUrl = process.env['KALENDS_POSTGRES_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test'
/** The address of MariaDB. */
export const mariadbUrl = process.env['KALENDS_MARIADB_URL'] ?? 'mysql://root@127.0.0.1:3306/test'
/** The address of MySQL. */
export const mysqlUrl = process.env['KALENDS_MYSQL_URL'] ?? 'mysql://root@127.0.0.1:3399/test'

/** MariaDB or MySQL: both take the same statements, through the same driver. */
const mysqlConnector = (name: string, address: string): Connector => ({
  name,
  dialect: 'mysql',
  address,
  isShared: true,
  dropsTables: true,
  createLocation: async () => ({
    dialect: (connectionLimit, { session, ownPool = false }) => {
      const config = { uri: address, connectionLimit }
      // On a busy machine many callers may wait for the only connection.
      const pool = ownPool ? mysqlPool({ ...config, acquireTimeoutMs: 60_000 }) : createPool(config)
      // Runs before the pool's own settings, so that it acts like a default of the server.
      if (session !== undefined) pool.prependListener('connection', (connection) => connection.query(session))
      return new MysqlDialect({ pool })
    },
    remove: doNothing,
  }),
})

const connectors: readonly Connector[] = [
  {
    name: 'node-sqlite-memory',
    dialect: 'sqlite',
    isShared: false,
    dropsTables: false,
    createLocation: async () => ({ dialect: () => nodeSqliteDialect(':memory:'), remove: doNothing }),
  },
  {
    name: 'node-sqlite',
    dialect: 'sqlite',
    isShared: true,
    dropsTables: false,
    createLocation: async () => {
      const folder = await mkdtemp(join(tmpdir(), 'kalends-'))
      const path = join(folder, 'calendar.db')
      return { dialect: () => nodeSqliteDialect(path), remove: () => rm(folder, { recursive: true, force: true }), path }
    },
  },
  {
    name: 'pglite',
    dialect: 'postgres',
    isShared: false,
    dropsTables: true,
    createLocation: async () => {
      const instance = await sharedPglite()
      return { dialect: () => new PGliteDialect({ pglite: keptOpen(instance) }), remove: doNothing }
    },
  },
  {
    name: 'postgres',
    dialect: 'postgres',
    address: postgresUrl,
    isShared: true,
    dropsTables: true,
    createLocation: async () => ({
      // No test needs its data after a crash of the server, so commits need not wait for the disk.
      dialect: (max) =>
        new PostgresDialect({ pool: quietPool({ connectionString: postgresUrl, max, options: '-c synchronous_commit=off' }) }),
      remove: doNothing,
    }),
  },
  mysqlConnector('mariadb', mariadbUrl),
  mysqlConnector('mysql', mysqlUrl),
]

async function openEmpty(connector: Connector, options: OpenOptions = {}): Promise<TestDatabase> {
  const { dialect, remove, path } = await connector.createLocation()
  const { dropsTables } = connector
  const prefix = `t${randomUUID().slice(0, 8)}_`
  const opened: Kysely<unknown>[] = []
  const connect = (opening: OpenOptions): Kysely<unknown> => {
    const { poolSize = 4, log } = opening
    const db = new Kysely<unknown>({ dialect: dialect(poolSize, opening), ...(log === undefined ? {} : { log }) })
    opened.push(db)
    return db
  }
  const db = connect(options)
  return {
    db,
    options: { prefix },
    ...(path === undefined ? {} : { path }),
    another: async (others = {}) => connect(others),
    // In one transaction, because a server writes to its disk at every commit.
    clear: () => db.transaction().execute((trx) => emptyTables(trx, prefix)),
    close: async () => {
      const created = [...tables, ...searchTables, 'migration'].map((table) => sql.table(prefix + table))
      if (dropsTables) await sql`drop table if exists ${sql.join(created)}`.execute(db)
      for (const one of opened) await one.destroy()
      await remove()
    },
  }
}

async function open(connector: Connector, options?: OpenOptions): Promise<TestDatabase> {
  const database = await openEmpty(connector, options)
  await migrateToLatest(database.db, database.options)
  return database
}

/** Whether a server listens at the host and port of an address. */
function isListening(address: string): Promise<boolean> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve) => {
    const socket = createConnection({ host: hostname, port: Number(port) })
    const end = (found: boolean) => {
      socket.destroy()
      resolve(found)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
    socket.setTimeout(2_000, () => end(false))
  })
}

const isAvailable = async ({ address }: Connector): Promise<boolean> => address === undefined || isListening(address)

/** The available engines. Those named in `KALENDS_ENGINES` must be available; `memory` is tested in its own package. */
async function findEngines(): Promise<readonly TestEngine[]> {
  const required = (process.env['KALENDS_ENGINES'] ?? '').split(',').filter((name) => name !== '' && name !== 'memory')
  const unknown = required.filter((name) => !connectors.some((connector) => connector.name === name))
  if (unknown.length > 0) throw new Error(`KALENDS_ENGINES names unknown engines: ${unknown.join(', ')}`)
  const found = await Promise.all(connectors.map(async (connector) => ({ connector, isFound: await isAvailable(connector) })))
  const missing = found.filter(({ isFound }) => !isFound).map(({ connector }) => connector.name)
  const lacking = missing.filter((name) => required.includes(name))
  if (lacking.length > 0) throw new Error(`These engines are required by KALENDS_ENGINES and cannot be reached: ${lacking.join(', ')}`)
  if (missing.length > 0) console.info(`Not reachable, so not tested: ${missing.join(', ')}.`)
  return found
    .filter(({ isFound }) => isFound)
    .map(({ connector }) => ({
      ...connector,
      openEmpty: (options) => openEmpty(connector, options),
      open: (options) => open(connector, options),
    }))
}

/** All engines that this machine has. */
export const availableEngines = await findEngines()

/** Whether suites are cut short: in the quick lane, unless the run requires engines by name. */
export const isQuick = process.env['KALENDS_LANE'] === 'quick' && process.env['KALENDS_ENGINES'] === undefined

/** The full lane leaves PGlite to its conformance suite: it gets the statements of PostgreSQL, and takes several times as long. */
const isLeftOut = ({ name }: TestEngine): boolean =>
  process.env['KALENDS_LANE'] === 'full' && name === 'pglite' && availableEngines.some((other) => other.name === 'postgres')

/** The engines that tests run on, each with its name: in the quick lane those that need no server. */
export const engines = availableEngines.filter((engine) => (isQuick ? engine.address === undefined : !isLeftOut(engine)))

/**
 * One engine of each dialect, for tests of the results of statements. The store sends the same statements to PGlite as to PostgreSQL, and to
 * an SQLite file as to a database in memory; the conformance suite tests the drivers of all of them. MariaDB and MySQL are both in the list,
 * because their plans and locks differ.
 */
export const oneEngineOfEachDialect = engines.filter(
  ({ name }) => name !== 'node-sqlite' && (name !== 'pglite' || !engines.some((other) => other.name === 'postgres')),
)

/** The engines of large suites: all of them, but one of each dialect in the quick lane. */
export const enginesOfLane = isQuick ? oneEngineOfEachDialect : engines
