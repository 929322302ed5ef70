import type { CalendarStore, TermFilter } from '@kalends/core/store'
import { buildEventDraft, buildTermDraft } from '@kalends/testing/conformance'
import { Kysely, sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { kyselyStore, type ScanOptions } from '../../src/index.ts'
import type { TestDatabase } from '../engines.ts'
import { outcomeOf, until } from '../faults/outcomes.ts'
import { type FaultServer, openDatabase, servers, whileTableIsLocked } from '../faults/servers.ts'
import { skipWithout } from '../skip-without.ts'
import { statementLog } from '../statements.ts'

const byId = [{ key: 'id', direction: 'asc' }] as const
const search: TermFilter = { textAll: ['music'] }
const isLimit = (statement: string) => /statement_timeout|max_statement_time.*MAX_EXECUTION_TIME/.test(statement)

/** A store with its own connections. */
function connect(server: FaultServer, { options }: TestDatabase, scans: ScanOptions, size = 4) {
  const log = statementLog()
  const db = new Kysely<unknown>({ dialect: server.dialect({ size, lockMs: 60_000 }), log: log.log })
  onTestFinished(() => db.destroy())
  return { db, log, store: kyselyStore(db, { ...options, scans }) }
}

/** The number of searches of terms that the server runs. */
async function runningSearches(server: FaultServer, { db, options }: TestDatabase): Promise<number> {
  const statement = `%from%${options.prefix}terms%where%`
  const { rows } = await sql<{ running: unknown }>`${
    server.engine.dialect === 'postgres'
      ? sql`select count(*) as running from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() and query like ${statement}`
      : sql`select count(*) as running from information_schema.processlist where id <> connection_id() and info like ${statement}`
  }`.execute(db)
  return Number(rows[0]?.running)
}

async function open(server: FaultServer, scans: ScanOptions, size?: number) {
  const database = await openDatabase(server.engine)
  const connected = connect(server, database, scans, size)
  await connected.store.terms.insert(buildTermDraft({ searchText: 'music' }))
  const { id } = await connected.store.events.insert(buildEventDraft())
  return { ...connected, database, id }
}

const timeLimits = {
  postgres: sql<{ ms: unknown }>`select current_setting('statement_timeout') as ms`,
  mysql: sql<{ ms: unknown }>`select /*M!100101 @@max_statement_time * 1000 *//*!80000 @@max_execution_time */ as ms`,
}

skipWithout(servers)

describe.each(servers)('scans on $name', (server) => {
  test('wait in a queue while the revision and lookups are read; if the queue is full, they are unavailable', async () => {
    const { store, database, id } = await open(server, { atOnce: 2, deadlineMs: 60_000 })
    const waiting: Promise<number>[] = []
    await whileTableIsLocked(server, database, 'terms', async () => {
      for (let index = 0; index < 66; index++) waiting.push(store.terms.count(search))
      expect(await outcomeOf(store.terms.count(search))).toBe('unavailable')
      expect((await store.revision(0)).token).not.toBe('')
      expect(await store.events.getMany([id])).toHaveLength(1)
      expect(await store.events.find({ filter: { slugs: ['x'] }, order: byId, offset: 0, limit: 1 })).toEqual([])
    })
    expect(await Promise.all(waiting)).toEqual(Array(66).fill(1))
  })

  test('are unavailable after their deadline, which may pass in the statement or in the queue', async () => {
    const { store, database, db } = await open(server, { atOnce: 1, deadlineMs: 300 }, 1)
    const timeLimit = server.engine.dialect === 'postgres' ? timeLimits.postgres : timeLimits.mysql
    const [before] = (await timeLimit.execute(db)).rows
    await whileTableIsLocked(server, database, 'terms', async () => {
      const reads = [store.terms.count(search), store.terms.find({ filter: search, order: byId, offset: 0, limit: 1 })]
      expect(await Promise.all(reads.map(outcomeOf))).toEqual(['unavailable', 'unavailable'])
    })
    expect(await store.terms.count(search)).toBe(1)
    // The time limit of the scan does not remain on the connection.
    const [after] = (await timeLimit.execute(db)).rows
    expect(after).toEqual(before)
  })

  test('leave the queue when their caller aborts', async () => {
    const { store, database } = await open(server, { atOnce: 1, deadlineMs: 60_000 })
    const controller = new AbortController()
    let running: Promise<number> | undefined
    let ended: Promise<unknown> | undefined
    await whileTableIsLocked(server, database, 'terms', async () => {
      running = store.terms.count(search)
      ended = store.events.count({}, controller.signal).catch((error: unknown) => error)
      controller.abort('gone')
    })
    expect([await running, await ended]).toEqual([1, 'gone'])
  })

  test('reject as soon as their caller aborts, and keep their place until the statement has ended', async () => {
    const { store, database } = await open(server, { atOnce: 1, deadlineMs: 60_000 }, 3)
    const isRunning = async () => (await runningSearches(server, database)) > 0
    const controller = new AbortController()
    let counting: Promise<unknown> | undefined
    await whileTableIsLocked(server, database, 'terms', async () => {
      const searching = store.terms.count(search, controller.signal).catch((error: unknown) => error)
      await until(async () => (await isRunning()) || undefined)
      counting = store.events.count({}).then(isRunning)
      controller.abort('gone')
      expect(await searching).toBe('gone')
      if (server.engine.dialect === 'postgres') await until(async () => !(await isRunning()) || undefined)
    })
    expect(await counting).toBe(false)
    expect(await store.terms.count(search)).toBe(1)
  })

  test('reject as soon as their caller aborts with a pool of one connection, too', async () => {
    const { store, database } = await open(server, { deadlineMs: 60_000 }, 1)
    const controller = new AbortController()
    await whileTableIsLocked(server, database, 'terms', async () => {
      const searching = store.terms.count(search, controller.signal).catch((error: unknown) => error)
      const waiting = store.terms.count(search, controller.signal).catch((error: unknown) => error)
      await until(async () => (await runningSearches(server, database)) > 0 || undefined)
      controller.abort('gone')
      expect([await searching, await waiting]).toEqual(['gone', 'gone'])
    })
    expect(await store.terms.count(search)).toBe(1)
  })

  test.each<[string, (store: CalendarStore) => Promise<unknown>, boolean]>([
    ['a search', (store) => store.terms.count(search), true],
    ['a total that is counted', (store) => store.events.count({ featured: true }), true],
    ['counts by link of venues', (store) => store.countByLink('venueIds', [1], {}), true],
    [
      'a page of venues by their events',
      (store) => store.venues.find({ filter: { events: { some: true, filter: {} } }, order: byId, offset: 0, limit: 9 }),
      true,
    ],
    ['a deep page', (store) => store.venues.find({ filter: {}, order: byId, offset: 5_000, limit: 9 }), true],
    ['a lookup by id', (store) => store.events.getMany([1]), false],
    ['a lookup by slug', (store) => store.venues.find({ filter: { slugs: ['a'] }, order: byId, offset: 0, limit: 1 }), false],
    ['a plain list of terms', (store) => store.terms.find({ filter: { taxonomy: 'tag' }, order: byId, offset: 0, limit: 9 }), false],
    ['a revision', async (store) => store.revision(0), false],
  ])('have a time limit, which bounded reads do not have: %s', async (_name, read, isLimited) => {
    const { store, log, db, database } = await open(server, {})
    expect((await log.during(() => read(store))).statements.some(isLimit)).toBe(isLimited)
    // A transaction of the host keeps its own limits.
    const { statements } = await log.during(() => db.transaction().execute((trx) => read(kyselyStore(trx, database.options))))
    expect(statements.filter(isLimit)).toEqual([])
  })
})

test.each(servers.filter(({ name }) => name === 'postgres'))('scans on $name are not compiled', async (server) => {
  const { store, log } = await open(server, {})
  const { statements } = await log.during(() => store.events.count({ textAll: ['music'] }))
  expect(statements.filter((statement) => statement.includes("set_config('jit', 'off', true)"))).toHaveLength(1)
})
