import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Calendar, type CalendarStore, createCalendar, type FieldsOption, isCalendarError } from '@kalends/core'
import { sanitizeHtml } from '@kalends/core/sanitize-html'
import { type KyselyStoreOptions, kyselyStore, pendingMigrations } from '@kalends/kysely'
import { nodeSqliteDialect } from '@kalends/kysely/node-sqlite'
import { type Dialect, Kysely } from 'kysely'
import { type Call, textOf } from './command.ts'
import { type DatabaseAddress, nameOf, readDatabaseUrl } from './database-url.ts'
import { failure, messageOf, usage } from './failure.ts'

/** An open database. */
export interface Database {
  /** The connection. */
  readonly db: Kysely<unknown>
  /** Where the tables are. */
  readonly tables: KyselyStoreOptions
  /** The store over it. */
  readonly store: CalendarStore
  /** The calendar, with the permissions of trusted code. */
  readonly calendar: Calendar
}

/** How a command uses its database. */
export interface DatabaseUse {
  /** What has to be there: up-to-date tables, or a database, or nothing, so that a file of SQLite is made. @default 'tables' */
  readonly needs?: 'tables' | 'database' | 'nothing'
  /** Whether the time limits of a server apply. A job may read a large calendar for minutes. @default false */
  readonly isServer?: boolean
}

/** The dialects by engine. The drivers of servers are loaded on demand: they take as long as everything else together. */
const dialects: Readonly<Record<DatabaseAddress['engine'], (place: string, isServer: boolean) => Promise<Dialect>>> = {
  sqlite: async (path) => nodeSqliteDialect(path),
  postgres: async (connectionString, isServer) => {
    const { postgresDialect } = await import('@kalends/kysely/pg')
    const unlimited = { statement_timeout: false, idle_in_transaction_session_timeout: 0, silenceTimeoutMs: 0 } as const
    return postgresDialect({ connectionString, ...(!isServer && unlimited) })
  },
  mysql: async (uri, isServer) => {
    const { mysqlDialect } = await import('@kalends/kysely/mysql2')
    return mysqlDialect({ uri, ...(!isServer && { statementTimeoutMs: 0, silenceTimeoutMs: 0 }) })
  },
}

/**
 * Opens the database of a call, and closes it after the work.
 * @throws usage an option has no meaning
 * @throws database the database cannot be reached, or lacks the tables
 */
export async function withDatabase<T>(
  call: Call,
  { needs = 'tables', isServer = false }: DatabaseUse,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const address = readDatabaseUrl(textOf(call, 'database'), call.environment['DATABASE_URL'])
  const tables = readTables(call)
  const fields = await readFields(textOf(call, 'fields'))
  // SQLite would make an empty file.
  if (needs !== 'nothing' && address.isFile && !existsSync(address.place))
    throw failure('database', `${nameOf(address)} does not exist: kalends migrate makes it.`)
  const db = await openKysely(address, isServer)
  try {
    const store = openStore(db, tables, isServer)
    const calendar = toCalendar(call, store, fields)
    await requireTables(db, tables, address, needs === 'tables')
    return await work({ db, tables, store, calendar })
  } catch (error) {
    throw isCalendarError(error, 'unavailable') ? away(address, error) : error
  } finally {
    await db.destroy()
  }
}

const away = (address: DatabaseAddress, error: unknown): Error =>
  failure('database', `${nameOf(address)} cannot be used: ${messageOf(error)}`, error)

async function openKysely(address: DatabaseAddress, isServer: boolean): Promise<Kysely<unknown>> {
  try {
    return new Kysely<unknown>({ dialect: await dialects[address.engine](address.place, isServer) })
  } catch (error) {
    throw away(address, error)
  }
}

function readTables(call: Call): KyselyStoreOptions {
  const [prefix, schema] = [textOf(call, 'prefix'), textOf(call, 'schema')]
  return { ...(prefix !== undefined && { prefix }), ...(schema !== undefined && { schema }) }
}

function openStore(db: Kysely<unknown>, tables: KyselyStoreOptions, isServer: boolean): CalendarStore {
  try {
    return kyselyStore(db, { ...tables, ...(!isServer && { scans: { deadlineMs: 86_400_000 } }) })
  } catch (error) {
    throw error instanceof TypeError ? usage(error.message) : error
  }
}

/** Connects before the work, so that a database that cannot be used is told from a failure of the work. */
async function requireTables(db: Kysely<unknown>, tables: KyselyStoreOptions, address: DatabaseAddress, areNeeded: boolean): Promise<void> {
  const pending = await pendingMigrations(db, tables).catch((error: unknown) => {
    throw away(address, error)
  })
  if (areNeeded && pending.length > 0)
    throw failure('database', `${nameOf(address)} has no tables of a calendar, or older ones: kalends migrate makes them.`)
}

function toCalendar(call: Call, store: CalendarStore, fields: FieldsOption | undefined): Calendar {
  try {
    return createCalendar({ store, sanitizeHtml, timeZone: textOf(call, 'time-zone'), fields })
  } catch (error) {
    throw error instanceof TypeError ? usage(error.message) : error
  }
}

async function readFields(file: string | undefined): Promise<FieldsOption | undefined> {
  if (file === undefined) return undefined
  if (!existsSync(file)) throw usage(`--fields ${file} does not exist.`)
  const module: { readonly fields?: FieldsOption } = await import(pathToFileURL(resolve(file)).href).catch((error: unknown) => {
    throw usage(`--fields ${file} cannot be loaded: ${messageOf(error)}`)
  })
  if (typeof module.fields !== 'object' || module.fields === null) throw usage(`--fields ${file} must be a module that exports fields.`)
  return module.fields
}
