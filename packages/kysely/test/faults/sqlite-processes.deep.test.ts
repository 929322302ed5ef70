import { isCalendarError } from '@kalends/core'
import { Kysely, sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { kyselyStore } from '../../src/index.ts'
import { nodeSqliteDialect } from '../../src/node-sqlite.ts'
import { engines, type TestDatabase } from '../engines.ts'
import { until } from './outcomes.ts'
import { runProcess, startProcess } from './processes.ts'
import { openDatabase } from './servers.ts'

const files = engines.filter(({ name }) => name === 'node-sqlite')
const teams = [
  ['node-sqlite', 'better-sqlite3', 'node-sqlite', 'better-sqlite3'],
  ['libsql', 'libsql', 'libsql', 'libsql'],
]
const everything = { filter: {}, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: 1_000_000 } as const

const storedEvents = ({ db, options }: TestDatabase) => kyselyStore(db, options).events.find(everything)

async function checkFile({ db, options, path = '' }: TestDatabase): Promise<void> {
  // A new connection: for one that has checked before, FTS5 compares what others have written since with the structure of its first look, and
  // reports a corrupt index (SQLite 3.53.4). Its searches read the structure anew.
  await using fresh = new Kysely<unknown>({ dialect: nodeSqliteDialect(path) })
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(fresh)
  expect(rows).toEqual([{ integrity_check: 'ok' }])
  const store = kyselyStore(db, options)
  const events = await store.events.find(everything)
  // An event is stored with all its nested records, or not at all.
  expect(
    events.filter(({ venueIds, organizerIds, categoryIds, tagIds }) =>
      [venueIds, organizerIds, categoryIds, tagIds].some((ids) => ids.length !== 1),
    ),
  ).toEqual([])
  expect([await store.venues.count({}), await store.organizers.count({})]).toEqual([events.length, events.length])
  expect(await store.terms.count({})).toBe(events.length + 1)
}

describe.each(files)('processes that write to one file of $name', (engine) => {
  test.each(teams)('four at once, with the same title, store all events without an error: %s, %s, %s, %s', async (...drivers) => {
    const database = await openDatabase(engine)
    const { path = '', options } = database
    const written = await Promise.all(
      drivers.map((driver) => runProcess('create-events.ts', [driver, path, options.prefix, 'Choir', '40'])),
    )
    const events = await storedEvents(database)
    expect(
      written
        .flat()
        .map(Number)
        .toSorted((a, b) => a - b),
    ).toEqual(events.map(({ id }) => id))
    expect(new Set(events.map(({ slug }) => slug)).size).toBe(160)
    expect(events.map(({ slug }) => Number(/\d+$/.exec(slug)?.[0] ?? 1)).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 160 }, (_, index) => index + 1),
    )
    await checkFile(database)
  })

  test.each(teams)('one that is killed, again and again, loses no acknowledged event: %s, %s, %s, %s', async (...drivers) => {
    const database = await openDatabase(engine)
    const { path = '', options } = database
    const acknowledged: number[] = []
    for (const driver of drivers) {
      const child = startProcess('create-events.ts', [driver, path, options.prefix, 'Choir', '100000'])
      await until(async () => (child.lines().length >= 10 ? true : undefined))
      child.kill()
      expect(await child.ended).toEqual({ code: 'SIGKILL', errors: '' })
      acknowledged.push(...child.lines().map(Number))
      const ids = (await storedEvents(database)).map(({ id }) => id)
      expect(acknowledged.filter((id) => !ids.includes(id))).toEqual([])
      // Each process may have committed at most one event that it did not acknowledge.
      expect(ids.length - acknowledged.length).toBeLessThanOrEqual(drivers.length)
      await checkFile(database)
    }
  })

  test.each([
    ['node-sqlite', 'ERR_SQLITE_ERROR 778'],
    ['better-sqlite3', 'SQLITE_IOERR_WRITE undefined'],
    ['libsql', 'SQLITE_IOERR_WRITE undefined'],
  ])('one that reaches its limit of file sizes gets `unavailable` with the I/O error, and keeps its events: %s', async (driver, code) => {
    const database = await openDatabase(engine)
    const { path = '', options } = database
    const lines = await runProcess('fill-file.ts', [driver, path, options.prefix], { maxFileBytes: 4 * 1024 * 1024 })
    expect(lines).toEqual([code, '0'])
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(database.db)
    expect(rows).toEqual([{ integrity_check: 'ok' }])
  })

  test('one that holds the lock for too long makes others unavailable after their timeout, and they succeed later', async () => {
    const database = await openDatabase(engine)
    let waits = 0
    const log = ({ query }: { readonly query: { readonly sql: string } }): void => {
      if (query.sql === 'pragma busy_timeout = 0') waits++
    }
    const impatient = new Kysely({ dialect: nodeSqliteDialect(database.path ?? '', { busyTimeoutMs: 300 }), log })
    onTestFinished(() => impatient.destroy())
    const other = kyselyStore(impatient, database.options)
    let failure: unknown
    await kyselyStore(database.db, database.options).transaction(async (tx) => {
      await tx.events.count({})
      waits = 0
      failure = await other.transaction((second) => second.events.count({})).catch((error: unknown) => error)
    })
    // The timeout is not repeated for each retry of a conflict.
    expect(waits).toBe(1)
    expect(isCalendarError(failure, 'unavailable')).toBe(true)
    await other.transaction((tx) => tx.events.count({}))
  })
})
