import { CalendarError, isCalendarError } from '@kalends/core'

/**
 * Classes of driver errors. Errors of a server are recognised by their codes, because its messages can be in any language. Errors of SQLite
 * and of the drivers themselves are recognised by their English messages where no code is specific enough.
 */

/**
 * A deadlock, a serialization failure, or a lock wait timeout of MariaDB or MySQL: run the whole transaction again. PostgreSQL's lock timeout
 * is one of the `awayCodes`, which are not retried.
 */
const conflictCodes = new Set<string | number>([
  '40001', // PostgreSQL: serialization_failure
  '40P01', // PostgreSQL: deadlock_detected
  1213, // MariaDB, MySQL: deadlock
  1205, // MariaDB, MySQL: lock wait timeout
  1020, // MariaDB: the record has changed since the last read
  3101, // MySQL: another server of a replicated group has changed the same row
  1412, // MariaDB, MySQL: a table is newer than the snapshot of the transaction
])

/** MariaDB: a server of a Galera cluster that still takes over new tables sometimes refuses a correct trigger so, and works a moment later. */
const misreadTrigger = / has an error in its body: /

/** SQLite's primary result codes for "another connection holds the lock": SQLITE_BUSY, SQLITE_LOCKED. */
const sqliteBusy = new Set([5, 6])
/** The same as names in better-sqlite3 and similar drivers. */
const sqliteBusyNames = /^SQLITE_(?:BUSY|LOCKED)(?:_|$)/

/** The server is unreachable, has no connection left, or ended the statement. PostgreSQL's class 08 belongs here too. */
const awayCodes = new Set<string | number>([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT', // the socket file of a server that is not running
  '53300', // PostgreSQL: too_many_connections
  '55P03', // PostgreSQL: lock_not_available
  '57014', // PostgreSQL: query_canceled, also by a timeout of the statement
  '57P01', // PostgreSQL: admin_shutdown
  '57P02', // PostgreSQL: crash_shutdown
  '57P03', // PostgreSQL: cannot_connect_now
  '57P05', // PostgreSQL: idle_session_timeout
  '25P03', // PostgreSQL: idle_in_transaction_session_timeout
  'PROTOCOL_CONNECTION_LOST', // mysql2
  1040, // MariaDB, MySQL: too many connections
  1203, // MariaDB, MySQL: too many connections of this user
  1226, // MariaDB, MySQL: the user has reached a limit of its account, such as that of connections
  1053, // MariaDB, MySQL: server shutdown in progress
  1317, // MariaDB, MySQL: query was interrupted
  1927, // MariaDB: connection was killed
  1969, // MariaDB: the statement's time is up
  3024, // MySQL: the statement's time is up
  3032, // MySQL: the server is in offline mode
  4031, // MySQL: disconnected for inactivity
])

/**
 * The engine cannot write: its disk is full or fails, or it is out of memory, or the database is read-only. A full
 * disk and an I/O error may have ended the transaction.
 */
const storageCodes = new Set<string | number>([
  '53100', // PostgreSQL: disk_full
  '53200', // PostgreSQL: out_of_memory
  '58030', // PostgreSQL: io_error
  '25006', // PostgreSQL: read_only_sql_transaction
  1021, // MariaDB, MySQL: disk full
  1026, // MariaDB, MySQL: error writing a file
  1114, // MariaDB, MySQL: the table is full
  1290, // MariaDB, MySQL: the server runs with an option, such as read_only, that prevents the statement
  1792, // MariaDB, MySQL: cannot execute in a read-only transaction
  1836, // MariaDB, MySQL: running in read-only mode
])

/** SQLite's primary result codes for the same: SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL. */
const sqliteStorage = new Set([8, 10, 13])
/** The same as names in better-sqlite3 and similar drivers. */
const sqliteStorageNames = /^SQLITE_(?:READONLY|IOERR|FULL)(?:_|$)/

/** SQLite's primary result codes for a file that cannot be opened or locked: SQLITE_CANTOPEN, SQLITE_PROTOCOL. */
const sqliteAway = new Set([14, 15])
/** The same as names in better-sqlite3 and similar drivers. */
const sqliteAwayNames = /^SQLITE_(?:CANTOPEN|PROTOCOL)(?:_|$)/

/** Errors of pg, mysql2, node:sqlite, better-sqlite3, PGlite and Kysely without a specific code, by the first words of their messages. */
const awayMessages = [
  'Connection terminated',
  'timeout exceeded when',
  'Query read timeout',
  'Cannot use a pool after',
  'Client has encountered',
  'Client was closed',
  'Postgres connection has',
  'Pool is closed',
  'Queue limit reached',
  'No connections available',
  'Connection lost: ',
  "Can't add new command when",
  'database is not open',
  'The database connection is not open',
  'PGlite is closed',
  'PGlite instance is',
  'driver has already been',
]

/** The members that drivers add to their errors. */
interface DriverError {
  readonly code?: unknown
  readonly errno?: unknown
  readonly errcode?: unknown
  readonly message?: unknown
  readonly errors?: unknown
}

const isObject = (value: unknown): value is DriverError => typeof value === 'object' && value !== null

/** The codes of an error: SQLSTATE, a name or a number, depending on the driver. */
function codesOf(error: DriverError): readonly (string | number)[] {
  return [error.code, error.errno].filter((code) => typeof code === 'string' || typeof code === 'number')
}

/** SQLite's primary result code; the extended ones hold it in their low byte. */
const sqlitePrimary = (error: DriverError): number | undefined =>
  error.code === 'ERR_SQLITE_ERROR' && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined

/** Whether SQLite rejects a statement. It has one code for all such errors; their messages differ, and are always in English. */
function isFaultOfSqlite(error: DriverError): error is DriverError & { readonly message: string } {
  return (sqlitePrimary(error) === 1 || error.code === 'SQLITE_ERROR') && typeof error.message === 'string'
}

/** Whether another connection holds the lock of the SQLite database. */
export function isBusy(error: unknown): boolean {
  if (!isObject(error)) return false
  const primary = sqlitePrimary(error)
  return (primary !== undefined && sqliteBusy.has(primary)) || (typeof error.code === 'string' && sqliteBusyNames.test(error.code))
}

/** Whether the whole transaction should run again. */
export function isConflict(error: unknown): boolean {
  if (!isObject(error)) return false
  return isBusy(error) || codesOf(error).some((code) => conflictCodes.has(code)) || misreadTrigger.test(String(error.message))
}

/** PostgreSQL, and MariaDB or MySQL: a statement has waited for a lock for as long as it may. */
const lockTimeoutCodes = new Set<string | number>(['55P03', 1205])

/** Whether a statement has waited for a lock for as long as it may. */
export const isLockTimeout = (error: unknown): boolean => isObject(error) && codesOf(error).some((code) => lockTimeoutCodes.has(code))

/** Whether another row has the same unique key. */
export function isUniqueViolation(error: unknown): boolean {
  if (!isObject(error)) return false
  if (error.code === 'ERR_SQLITE_ERROR') return error.errcode === 2067 || error.errcode === 1555
  return codesOf(error).some(
    (code) => code === '23505' || code === 1062 || code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY',
  )
}

/** A foreign key forbids the statement. The calendar's tables have none, so the key belongs to the host. */
const foreignKeyCodes = new Set<string | number>([
  '23503', // PostgreSQL: foreign_key_violation
  '23001', // PostgreSQL: restrict_violation
  1451, // MariaDB, MySQL: a row of another table refers to this one
  1452, // MariaDB, MySQL: there is no row that this one refers to
  1216, // MariaDB, MySQL: like 1452, for users without rights on the other table
  1217, // MariaDB, MySQL: like 1451, for users without rights on the other table
  'SQLITE_CONSTRAINT_FOREIGNKEY', // better-sqlite3
  'SQLITE_CONSTRAINT_TRIGGER', // better-sqlite3, for `on delete restrict`
])

/** SQLite's extended result code for the same; for `on delete restrict`, a trigger inside the engine, it is 1811. */
const sqliteForeignKey = new Set([787, 1811])

/** Whether a foreign key of the host forbids a statement or, where it is deferred, the commit. */
export function isForeignKeyViolation(error: unknown): boolean {
  if (!isObject(error)) return false
  if (error.code === 'ERR_SQLITE_ERROR') return typeof error.errcode === 'number' && sqliteForeignKey.has(error.errcode)
  return codesOf(error).some((code) => foreignKeyCodes.has(code))
}

/** The codes of MariaDB and MySQL for a column or an index that already exists, and for an index that no longer exists. */
const alreadyAppliedCodes = new Set<string | number>([1060, 1061, 1091])

/** SQLite's message for a column that already exists. */
const sqliteDuplicateColumn = 'duplicate column name: '

/** Whether a schema change failed only because it has already been applied. */
export function isAlreadyApplied(error: unknown): boolean {
  if (!isObject(error)) return false
  if (codesOf(error).some((code) => alreadyAppliedCodes.has(code))) return true
  return isFaultOfSqlite(error) && error.message.startsWith(sqliteDuplicateColumn)
}

/** A table, a column or an index that a statement names does not exist. */
const missingCodes = new Set<string | number>([
  '42P01', // PostgreSQL: undefined_table
  '42703', // PostgreSQL: undefined_column
  1146, // MariaDB, MySQL: no such table
  1054, // MariaDB, MySQL: unknown column
  1176, // MariaDB, MySQL: no such index
])

/** The same from SQLite. */
const sqliteMissing = /^no such (?:table|column|index): /

/** Whether the tables are missing or of another version. */
export function isUnmigrated(error: unknown): boolean {
  if (!isObject(error)) return false
  if (codesOf(error).some((code) => missingCodes.has(code))) return true
  return isFaultOfSqlite(error) && sqliteMissing.test(error.message)
}

/** Whether the engine could not write, and would fail at any other write too. */
export function isStorageFault(error: unknown): boolean {
  if (!isObject(error)) return false
  const primary = sqlitePrimary(error)
  if (primary !== undefined) return sqliteStorage.has(primary)
  return codesOf(error).some((code) => storageCodes.has(code) || (typeof code === 'string' && sqliteStorageNames.test(code)))
}

/** Whether a rollback failed because SQLite had already rolled back by itself, after a full disk or an I/O error. */
export function isRolledBackAlready(error: unknown): boolean {
  return isObject(error) && error.message === 'cannot rollback - no transaction is active'
}

/** Whether a code belongs to PostgreSQL's class 08, or is one of SQLite's names. */
const isAwayName = (code: string): boolean => /^08[0-9A-Z]{3}$/.test(code) || sqliteAwayNames.test(code)

/** Whether the engine was unreachable or too slow. */
export function isAway(error: unknown): boolean {
  if (!isObject(error)) return false
  const primary = sqlitePrimary(error)
  if (primary !== undefined) return sqliteAway.has(primary)
  if (codesOf(error).some((code) => awayCodes.has(code) || (typeof code === 'string' && isAwayName(code)))) return true
  // A host name with several addresses fails with one error for each.
  if (Array.isArray(error.errors) && error.errors.length > 0) return error.errors.every(isAway)
  const { message } = error
  return typeof message === 'string' && awayMessages.some((start) => message.startsWith(start))
}

/**
 * Converts a driver's error to the error that a store throws: `unavailable` for an engine that is unreachable, stays busy or cannot write,
 * `refused` for a foreign key of the host, a hint at migrations if the tables are missing. Every other error is returned unchanged.
 */
export function toCalendarError(error: unknown): unknown {
  if (isCalendarError(error)) return error
  if (isUnmigrated(error)) {
    return new Error('The tables of the calendar are missing, or of an older version: call migrateToLatest(db) first.', { cause: error })
  }
  if (isForeignKeyViolation(error)) {
    return new CalendarError('refused', {}, { message: 'A record of the application still refers to this one.', cause: error })
  }
  // When SQLite has ended a transaction by itself, Kysely reports the rollback instead of the commit that failed.
  const isUnavailable = isAway(error) || isConflict(error) || isStorageFault(error) || isRolledBackAlready(error)
  return isUnavailable ? new CalendarError('unavailable', { retryAfterSeconds: 1 }, { cause: error }) : error
}

/**
 * Rethrows the error of a statement.
 * @throws refused a foreign key of the host forbids the statement
 */
export function throwRefusal(error: unknown): never {
  throw isForeignKeyViolation(error) ? toCalendarError(error) : error
}
