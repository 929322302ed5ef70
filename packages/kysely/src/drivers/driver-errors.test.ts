import { CalendarError, isCalendarError } from '@kalends/core'
import { describe, expect, test } from 'vitest'
import { isAway, isBusy, isConflict, isStorageFault, isUniqueViolation, toCalendarError } from './driver-errors.ts'

const thrown = (message: string, members: object = {}): Error => Object.assign(new Error(message), members)

describe('an error of a driver', () => {
  test.each([
    ['PostgreSQL: serialization', thrown('x', { code: '40001' })],
    ['PostgreSQL: deadlock', thrown('x', { code: '40P01' })],
    ['MariaDB: deadlock', thrown('x', { code: 'ER_LOCK_DEADLOCK', errno: 1213 })],
    ['MariaDB: lock wait', thrown('x', { code: 'ER_LOCK_WAIT_TIMEOUT', errno: 1205 })],
    ['MySQL: rolled back by the group', thrown('x', { code: 'ER_TRANSACTION_ROLLBACK_DURING_COMMIT', errno: 3101 })],
    ['MariaDB: changed since read', thrown('x', { code: 'ER_CHECKREAD', errno: 1020 })],
    ['MariaDB: a trigger', thrown("Trigger 'a' has an error in its body: 'You have'", { code: 'ER_PARSE_ERROR', errno: 1064 })],
    ['node:sqlite: busy', thrown('x', { code: 'ERR_SQLITE_ERROR', errcode: 5 })],
    ['node:sqlite: busy snapshot', thrown('x', { code: 'ERR_SQLITE_ERROR', errcode: 517 })],
    ['node:sqlite: busy recovery', thrown('x', { code: 'ERR_SQLITE_ERROR', errcode: 261 })],
    ['node:sqlite: locked', thrown('x', { code: 'ERR_SQLITE_ERROR', errcode: 262 })],
    ['better-sqlite3: busy', thrown('x', { code: 'SQLITE_BUSY' })],
    ['better-sqlite3: busy snapshot', thrown('x', { code: 'SQLITE_BUSY_SNAPSHOT' })],
  ])('is a conflict, and unavailable when retries do not help: %s', (_name, error) => {
    expect(isConflict(error)).toBe(true)
    expect(toCalendarError(error)).toMatchObject({ code: 'unavailable', cause: error })
  })

  test.each([
    ['refused', thrown('x', { code: 'ECONNREFUSED' })],
    ['reset', thrown('x', { code: 'ECONNRESET', errno: -104 })],
    [
      'both addresses refused',
      thrown('', { code: undefined, errors: [thrown('x', { code: 'ECONNREFUSED' }), thrown('y', { code: 'EHOSTUNREACH' })] }),
    ],
    ['PostgreSQL: connection failure', thrown('x', { code: '08006' })],
    ['PostgreSQL: shutdown', thrown('x', { code: '57P01' })],
    ['PostgreSQL: starting', thrown('x', { code: '57P03' })],
    ['PostgreSQL: too many', thrown('x', { code: '53300' })],
    ['mysql2: lost', thrown('x', { code: 'PROTOCOL_CONNECTION_LOST' })],
    ['MariaDB: too many', thrown('x', { code: 'ER_CON_COUNT_ERROR', errno: 1040 })],
    ['MariaDB: too many of a user', thrown('x', { code: 'ER_USER_LIMIT_REACHED', errno: 1226 })],
    ['MySQL: offline', thrown('x', { code: 'ER_SERVER_OFFLINE_MODE', errno: 3032 })],
    ['pg: terminated', thrown('Connection terminated unexpectedly')],
    ['pg: pool timeout', thrown('timeout exceeded when trying to connect')],
    ['pg: pool ended', thrown('Cannot use a pool after calling end on the pool')],
    ['mysql2: pool ended', thrown('Pool is closed.')],
    ['kysely: destroyed', thrown('driver has already been destroyed')],
    ['node:sqlite: closed', thrown('database is not open', { code: 'ERR_INVALID_STATE' })],
    ['node:sqlite: cannot open', thrown('x', { code: 'ERR_SQLITE_ERROR', errcode: 14 })],
    ['node:sqlite: locking protocol', thrown('x', { code: 'ERR_SQLITE_ERROR', errcode: 15 })],
    ['better-sqlite3: cannot open', thrown('x', { code: 'SQLITE_CANTOPEN' })],
    ['better-sqlite3: cannot open a folder', thrown('x', { code: 'SQLITE_CANTOPEN_ISDIR' })],
    ['better-sqlite3: locking protocol', thrown('x', { code: 'SQLITE_PROTOCOL' })],
  ])('is unavailable, and no conflict: %s', (_name, error) => {
    expect(isAway(error)).toBe(true)
    expect(isConflict(error)).toBe(false)
    expect(toCalendarError(error)).toMatchObject({ code: 'unavailable', cause: error })
  })

  test.each([
    ['node:sqlite: full', thrown('x', { code: 'ERR_SQLITE_ERROR', errcode: 13 })],
    ['node:sqlite: I/O error of a read', thrown('x', { code: 'ERR_SQLITE_ERROR', errcode: 266 })],
    ['node:sqlite: read only', thrown('x', { code: 'ERR_SQLITE_ERROR', errcode: 8 })],
    ['node:sqlite: read only, moved file', thrown('x', { code: 'ERR_SQLITE_ERROR', errcode: 1032 })],
    ['better-sqlite3: full', thrown('x', { code: 'SQLITE_FULL' })],
    ['better-sqlite3: I/O error', thrown('x', { code: 'SQLITE_IOERR_WRITE' })],
    ['better-sqlite3: read only', thrown('x', { code: 'SQLITE_READONLY' })],
    ['PostgreSQL: disk full', thrown('x', { code: '53100' })],
    ['PostgreSQL: read only', thrown('x', { code: '25006' })],
    ['MariaDB: disk full', thrown('x', { code: 'ER_DISK_FULL', errno: 1021 })],
    ['MariaDB: table full', thrown('x', { code: 'ER_RECORD_FILE_FULL', errno: 1114 })],
    ['MariaDB: read only', thrown('x', { code: 'ER_OPTION_PREVENTS_STATEMENT', errno: 1290 })],
  ])('is a storage fault, which is unavailable and not retried: %s', (_name, error) => {
    expect(isStorageFault(error)).toBe(true)
    expect(isConflict(error)).toBe(false)
    expect(toCalendarError(error)).toMatchObject({ code: 'unavailable', cause: error })
  })

  test.each([
    ['node:sqlite', thrown('x', { code: 'ERR_SQLITE_ERROR', errcode: 787 })],
    ['node:sqlite: restrict', thrown('x', { code: 'ERR_SQLITE_ERROR', errcode: 1811 })],
    ['better-sqlite3', thrown('x', { code: 'SQLITE_CONSTRAINT_FOREIGNKEY' })],
    ['better-sqlite3: restrict', thrown('x', { code: 'SQLITE_CONSTRAINT_TRIGGER' })],
    ['PostgreSQL', thrown('x', { code: '23503' })],
    ['PostgreSQL, on delete restrict', thrown('x', { code: '23001' })],
    ['MariaDB', thrown('x', { code: 'ER_ROW_IS_REFERENCED_2', errno: 1451 })],
  ])('is refused if a foreign key of the host causes it: %s', (_name, error) => {
    expect(toCalendarError(error)).toMatchObject({ code: 'refused', cause: error })
  })

  test.each([
    ['PostgreSQL', thrown('x', { code: '23505' })],
    ['MariaDB', thrown('x', { code: 'ER_DUP_ENTRY', errno: 1062 })],
    ['node:sqlite', thrown('x', { code: 'ERR_SQLITE_ERROR', errcode: 2067 })],
    ['better-sqlite3', thrown('x', { code: 'SQLITE_CONSTRAINT_UNIQUE' })],
  ])('is a unique violation, and neither a conflict nor unavailable: %s', (_name, error) => {
    expect(isUniqueViolation(error)).toBe(true)
    expect([isConflict(error), isAway(error)]).toEqual([false, false])
  })

  test.each([
    ['a syntax error', thrown('syntax error', { code: '42601' })],
    ['a syntax error of MariaDB', thrown('You have an error in your SQL syntax', { code: 'ER_PARSE_ERROR', errno: 1064 })],
    ['a word that SQLite does not know', thrown('near "selct": syntax error', { code: 'ERR_SQLITE_ERROR', errcode: 1 })],
    ['a message about a table without a code', thrown('no such table: a')],
    ['a value that does not fit', thrown('Data too long', { code: 'ER_DATA_TOO_LONG', errno: 1406 })],
    ['a constraint', thrown('x', { code: 'ERR_SQLITE_ERROR', errcode: 1299 })],
    [
      'two addresses, of which only one is unreachable',
      thrown('', { errors: [thrown('x', { code: 'ECONNREFUSED' }), thrown('y', { code: 'EACCES' })] }),
    ],
    ['an error without causes', thrown('', { errors: [] })],
    ['a text', 'ECONNREFUSED'],
    ['nothing', undefined],
    ['null', null],
    ['a message that only resembles a known one', thrown('The Connection terminated')],
  ])('stays unchanged if it is none of these: %s', (_name, error) => {
    expect([isBusy(error), isConflict(error), isUniqueViolation(error), isAway(error)]).toEqual([false, false, false, false])
    expect(toCalendarError(error)).toBe(error)
  })

  test.each([
    ['PostgreSQL: table', thrown('x', { code: '42P01' })],
    ['PostgreSQL: column', thrown('x', { code: '42703' })],
    ['MariaDB: table', thrown('x', { code: 'ER_NO_SUCH_TABLE', errno: 1146 })],
    ['MariaDB: column', thrown('x', { code: 'ER_BAD_FIELD_ERROR', errno: 1054 })],
    ['MariaDB: index', thrown('x', { code: 'ER_KEY_DOES_NOT_EXITS', errno: 1176 })],
    ['node:sqlite: table', thrown('no such table: kalends_events', { code: 'ERR_SQLITE_ERROR', errcode: 1 })],
    ['node:sqlite: index', thrown('no such index: kalends_events_window', { code: 'ERR_SQLITE_ERROR', errcode: 1 })],
    ['better-sqlite3: column', thrown('no such column: e.title_key', { code: 'SQLITE_ERROR' })],
  ])('asks for the migrations if something is missing: %s', (_name, error) => {
    expect([isBusy(error), isConflict(error), isUniqueViolation(error), isAway(error)]).toEqual([false, false, false, false])
    expect(toCalendarError(error)).toMatchObject({ message: expect.stringContaining('migrateToLatest'), cause: error })
  })

  test('stays unchanged if it is already an error of the calendar', () => {
    const error = new CalendarError('slug_taken', { slug: 'a' })
    expect(toCalendarError(error)).toBe(error)
    expect(isCalendarError(toCalendarError(thrown('x', { code: '08000' })), 'unavailable')).toBe(true)
  })
})
