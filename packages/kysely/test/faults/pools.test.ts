import { Kysely, sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { kyselyStore } from '../../src/index.ts'
import { type MysqlPoolOptions, mysqlDialect, mysqlPool } from '../../src/mysql2.ts'
import { postgresDialect, postgresPool } from '../../src/pg.ts'
import { skipWithout } from '../skip-without.ts'
import { eventInput, outcomeOf } from './outcomes.ts'
import { calendarOver, connectCalendar, openDatabase, servers, whileTableIsLocked } from './servers.ts'

/** The time limit of statements on MariaDB and MySQL, in seconds. */
const statementTime = '/*M!100101 @@max_statement_time *//*!80000 @@max_execution_time / 1000 */'

skipWithout(servers)

describe.each(servers)('a pool of $name', (server) => {
  test('is unavailable after its timeout if no connection is free, and transactions with a connection succeed', async () => {
    const database = await openDatabase(server.engine)
    const { calendar, db } = connectCalendar(server, database, { size: 2, acquireMs: 300 })
    // A second store over the same pool needs a connection while the transactions hold all of them.
    const other = calendarOver(kyselyStore(db, database.options))
    let meet = (): void => undefined
    const met = new Promise<void>((resolve) => {
      meet = resolve
    })
    let inside = 0
    const holding = [1, 2].map((index) =>
      calendar.transaction(async (tx) => {
        if (++inside === 2) meet()
        await met
        expect(await outcomeOf(other.events.list({}))).toBe('unavailable')
        await tx.events.create(eventInput(`Event ${index}`))
      }),
    )
    await Promise.all(holding)
    expect((await calendar.events.list({})).total).toBe(2)
  })

  test('is unavailable if the server grants no more connections to its user', async () => {
    const { db: admin, options } = await openDatabase(server.engine)
    const user = `${options.prefix}user`
    const isPostgres = server.engine.dialect === 'postgres'
    const create = isPostgres
      ? sql`create role ${sql.id(user)} login password 'secret' connection limit 1`
      : sql`create user ${sql.id(user)} identified by 'secret' with max_user_connections 1`
    await create.execute(admin)
    if (!isPostgres) await sql`grant select on ${sql.id(new URL(server.address).pathname.slice(1))}.* to ${sql.id(user)}`.execute(admin)
    const address = Object.assign(new URL(server.address), { username: user, password: 'secret' }).href
    const db = new Kysely<unknown>({
      dialect: isPostgres ? postgresDialect({ connectionString: address }) : mysqlDialect({ uri: address }),
    })
    onTestFinished(async () => {
      await db.destroy()
      await (isPostgres ? sql`drop role ${sql.id(user)}` : sql`drop user ${sql.id(user)}`).execute(admin)
    })
    await db.connection().execute(async (only) => {
      await sql`select 1`.execute(only)
      expect(await outcomeOf(calendarOver(kyselyStore(db, options)).events.list({}))).toBe('unavailable')
    })
  })

  test('serves callers one after the other if it is too small for all', async () => {
    const database = await openDatabase(server.engine)
    const { calendar } = connectCalendar(server, database, { size: 1 })
    const creating = Array.from({ length: 20 }, (_, index) =>
      calendar.transaction(async (tx) => {
        const { id } = await tx.events.create({ ...eventInput(`Event ${index}`), venues: { name: 'Town hall' } })
        await tx.events.get(id)
      }),
    )
    await Promise.all([...creating, ...creating.map(() => calendar.events.list({}))])
    expect((await calendar.events.list({})).total).toBe(20)
  })

  test('keeps a connection that becomes free after the timeout for the next callers', async () => {
    const database = await openDatabase(server.engine)
    const { calendar, db } = connectCalendar(server, database, { size: 1, acquireMs: 200 })
    const other = calendarOver(kyselyStore(db, database.options))
    let begin = () => {}
    let end = () => {}
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const writing = calendar.transaction(async (tx) => {
      await tx.events.create(eventInput('Choir'))
      begin()
      await ended
    })
    await begun
    expect(await outcomeOf(other.events.list({}))).toBe('unavailable')
    end()
    await writing
    for (let i = 0; i < 5; i++) expect((await calendar.events.list({})).total).toBe(1)
  })

  /** A calendar whose statements may take 0.3 seconds, with one event. */
  const openImpatient = async () => {
    const database = await openDatabase(server.engine)
    const dialect =
      server.engine.dialect === 'postgres'
        ? postgresDialect({ connectionString: server.address, max: 1, statement_timeout: 300 })
        : mysqlDialect({ uri: server.address, connectionLimit: 1, statementTimeoutMs: 300 })
    const db = new Kysely<unknown>({ dialect })
    onTestFinished(() => db.destroy())
    const calendar = calendarOver(kyselyStore(db, database.options))
    const { id } = await calendar.events.create(eventInput('Choir'))
    return { database, calendar, id }
  }

  test('ends a statement that reads too long', async () => {
    const { database, calendar, id } = await openImpatient()
    await whileTableIsLocked(server, database, 'events', async () => {
      expect(await outcomeOf(calendar.events.get(id))).toBe('unavailable')
    })
    expect((await calendar.events.get(id)).title).toBe('Choir')
  })

  // MySQL has a time limit only for statements that read.
  test.each(server.name === 'mysql' ? [] : [server.name])('ends a statement that writes too long: %s', async () => {
    const { database, calendar, id } = await openImpatient()
    const events = sql.table(`${database.options.prefix}events`)
    await database.db.transaction().execute(async (trx) => {
      await sql`update ${events} set version = version where id = ${id}`.execute(trx)
      expect(await outcomeOf(calendar.events.update(id, { title: 'Concert' }))).toBe('unavailable')
    })
    expect((await calendar.events.get(id)).title).toBe('Choir')
  })

  test.each(server.engine.dialect === 'mysql' ? [2 ** 31, Number.MAX_SAFE_INTEGER] : [])(
    'accepts a timeout for connections that is longer than a timer can be: %d',
    async (ms) => {
      const db = new Kysely<unknown>({ dialect: mysqlDialect({ uri: server.address, acquireTimeoutMs: ms }) })
      onTestFinished(() => db.destroy())
      expect((await sql`select 1`.execute(db)).rows).toHaveLength(1)
    },
  )

  test('ends no statement if its timeouts are 0', async () => {
    const dialect =
      server.name === 'postgres'
        ? postgresDialect({ connectionString: server.address, max: 1, statement_timeout: 0, lock_timeout: 0, silenceTimeoutMs: 0 })
        : mysqlDialect({ uri: server.address, connectionLimit: 1, statementTimeoutMs: 0, lockTimeoutMs: 0, silenceTimeoutMs: 0 })
    const db = new Kysely<unknown>({ dialect })
    onTestFinished(() => db.destroy())
    const { rows } = await (server.name === 'postgres'
      ? sql<{ a: unknown; b: unknown }>`select current_setting('statement_timeout') as a, current_setting('lock_timeout') as b`
      : sql<{ a: unknown; b: unknown }>`select ${sql.raw(statementTime)} as a, @@innodb_lock_wait_timeout as b`
    ).execute(db)
    expect(rows.map(({ a, b }) => [Number(a), Number(b)])).toEqual([[0, server.name === 'postgres' ? 0 : 50]])
  })
})

describe.each(servers.filter(({ name }) => name === 'postgres'))('postgresPool', ({ address }) => {
  test('sets the timeouts of its connections to the defaults or to the options', async () => {
    const pool = postgresPool({ connectionString: address, lock_timeout: 1_234 })
    onTestFinished(() => pool.end())
    const settings = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'application_name']
    const { rows } = await pool.query({
      text: 'select current_setting(name) from unnest($1::text[]) as name',
      values: [settings],
      rowMode: 'array',
    })
    expect(rows.flat()).toEqual(['30s', '1234ms', '1min', 'kalends'])
    expect(pool.options).toMatchObject({ connectionTimeoutMillis: 5_000, idleTimeoutMillis: 30_000 })
  })
})

describe.each(servers.filter(({ engine }) => engine.dialect === 'mysql'))('mysqlPool', ({ address }) => {
  const ask = async (options: MysqlPoolOptions, statement: string): Promise<unknown[]> => {
    const pool = mysqlPool({ uri: address, ...options })
    onTestFinished(() => new Promise<void>((resolve) => pool.end(() => resolve())))
    const [rows] = await pool.promise().query({ sql: statement, rowsAsArray: true })
    return Array.isArray(rows) ? rows.flat() : []
  }

  test('sets the timeouts of its connections to the defaults or to the options', async () => {
    const statement = `select ${statementTime}, @@innodb_lock_wait_timeout`
    expect((await ask({}, statement)).map(Number)).toEqual([30, 10])
    expect((await ask({ statementTimeoutMs: 1_500, lockTimeoutMs: 2_500 }, statement)).map(Number)).toEqual([1.5, 3])
  })

  test('returns numbers, texts and times without loss', async () => {
    const statement =
      "select cast(9007199254740993 as signed), '😀', hex('😀'), cast('2026-10-25 01:30:00' as datetime), @@character_set_client"
    const instant = new Date('2026-10-25T01:30:00Z')
    expect(await ask({}, statement)).toEqual(['9007199254740993', '😀', 'F09F9880', instant, 'utf8mb4'])
  })

  test('refuses timeouts that are no integers of 0 or more', () => {
    for (const options of [{ acquireTimeoutMs: -1 }, { silenceTimeoutMs: 1.5 }, { statementTimeoutMs: Number.NaN }]) {
      expect(() => mysqlPool(options)).toThrow(TypeError)
    }
  })
})
