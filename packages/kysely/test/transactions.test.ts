import { isCalendarError } from '@kalends/core'
import { buildEventDraft, buildTermDraft, buildVenueDraft } from '@kalends/testing/conformance'
import { CamelCasePlugin, Kysely, MysqlDialect, PostgresDialect, sql } from 'kysely'
import { createPool } from 'mysql2'
import { Pool } from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { runChild } from './children/run.ts'
import { engines, type OpenOptions, type TestDatabase, type TestEngine } from './engines.ts'
import { dialectName } from './schema.ts'

async function open(engine: TestEngine, options?: OpenOptions): Promise<TestDatabase> {
  const database = await engine.open(options)
  onTestFinished(() => database.close())
  return database
}

const codeOf = async (promise: Promise<unknown>): Promise<string> => {
  try {
    await promise
  } catch (error) {
    if (isCalendarError(error)) return error.code
    throw error
  }
  return 'no error'
}

/** The error of PostgreSQL's driver after a deadlock, which every engine's store treats as a conflict. */
const deadlock = () => Object.assign(new Error('deadlock'), { code: '40P01' })

/** A log for Kysely that makes inserts of venues fail with a conflict: as many of the next ones as `next` is called with. */
function conflicts() {
  let left = 0
  return {
    next: (times: number) => {
      left = times
    },
    log: ({ query }: { readonly query: { readonly sql: string } }) => {
      if (left === 0 || !/^insert into .*venues/.test(query.sql)) return
      left--
      throw deadlock()
    },
  }
}

describe.each(engines)('transactions on $name', (engine) => {
  test('a store joins a transaction of the host, which decides about the commit', async () => {
    const { db, options } = await open(engine)
    const undo = new Error('undo')
    const undone = db.transaction().execute(async (trx) => {
      const inside = kyselyStore(trx, options)
      const event = await inside.events.insert(buildEventDraft())
      await inside.transaction((tx) => tx.events.update({ ...event, title: 'Changed' }))
      expect((await inside.events.getMany([event.id]))[0]?.title).toBe('Changed')
      throw undo
    })
    await expect(undone).rejects.toBe(undo)
    expect(await kyselyStore(db, options).events.count({})).toBe(0)
    await db.transaction().execute((trx) => kyselyStore(trx, options).events.insert(buildEventDraft()))
    expect(await kyselyStore(db, options).events.count({})).toBe(1)
  })

  test("errors of the contract leave a host's transaction usable", async () => {
    const { db, options } = await open(engine)
    await db.transaction().execute(async (trx) => {
      const inside = kyselyStore(trx, options)
      const [one, two] = [await inside.events.insert(buildEventDraft({}, 1)), await inside.events.insert(buildEventDraft({}, 2))]
      expect(await codeOf(inside.events.insert(buildEventDraft({ slug: one.slug }, 3)))).toBe('slug_taken')
      expect(await codeOf(inside.events.update({ ...two, slug: one.slug }))).toBe('slug_taken')
      expect(await codeOf(inside.events.update({ ...two, version: 7 }))).toBe('version_conflict')
      expect(await codeOf(inside.events.delete(one.id + 99, 1))).toBe('not_found')
      const term = await inside.terms.insert(buildTermDraft({ slug: 'a', nameKey: 'a' }))
      expect(await codeOf(inside.terms.insert(buildTermDraft({ slug: 'a', nameKey: 'a' })))).toBe('name_taken')
      expect(await codeOf(inside.terms.insert(buildTermDraft({ slug: 'a', nameKey: 'b' })))).toBe('slug_taken')
      const other = await inside.terms.insert(buildTermDraft({ slug: 'b', nameKey: 'b' }))
      expect(await codeOf(inside.terms.update({ ...other, slug: 'a', nameKey: 'a' }))).toBe('name_taken')
      expect(await codeOf(inside.terms.update({ ...other, slug: term.slug }))).toBe('slug_taken')
      await inside.events.insert(buildEventDraft({}, 4))
    })
    expect(await kyselyStore(db, options).events.count({})).toBe(3)
    expect(await kyselyStore(db, options).terms.count({})).toBe(2)
  })

  test("the host's plugins and schema do not change the statements", async () => {
    const { db, options } = await open(engine)
    const host = db.withPlugin(new CamelCasePlugin()).withSchema('elsewhere')
    const store = kyselyStore(host, options)
    const [one, two] = [await store.venues.insert(buildVenueDraft({}, 1)), await store.venues.insert(buildVenueDraft({}, 2))]
    const event = await store.events.insert(buildEventDraft({ venueIds: [two.id, one.id] }))
    expect(await store.events.getMany([event.id])).toEqual([event])
    await host.transaction().execute(async (trx) => {
      expect(await kyselyStore(trx, options).events.getMany([event.id])).toEqual([event])
    })
  })

  test('a conflict runs the whole work again, at most three times', async () => {
    const { next, log } = conflicts()
    const { db, options } = await open(engine, { log })
    const store = kyselyStore(db, options)
    next(3)
    let runs = 0
    const work = (slug: string) => async (tx: typeof store) => {
      runs++
      await tx.venues.insert(buildVenueDraft({ slug }))
    }
    await store.transaction(work('first'))
    expect(runs).toBe(4)
    expect(await store.venues.count({})).toBe(1)
    runs = 0
    next(4)
    expect(await codeOf(store.transaction(work('second')))).toBe('unavailable')
    expect(runs).toBe(4)
    expect(await store.venues.count({})).toBe(1)
    next(3)
    expect(await codeOf(store.venues.insert(buildVenueDraft({ slug: 'another' })))).toBe('no error')
  })

  test("a conflict in the host's transaction is thrown unchanged, and the work does not run again", async () => {
    const { next, log } = conflicts()
    const { db, options } = await open(engine, { log })
    next(1)
    let runs = 0
    const work = db.transaction().execute(async (trx) => {
      await kyselyStore(trx, options).transaction(async (tx) => {
        runs++
        await tx.venues.insert(buildVenueDraft())
      })
    })
    await expect(work).rejects.toMatchObject({ code: '40P01' })
    expect(runs).toBe(1)
  })

  test('a conflict that the work has caught makes it run again, too', async () => {
    const { next, log } = conflicts()
    const { db, options } = await open(engine, { log })
    const store = kyselyStore(db, options)
    next(1)
    let runs = 0
    await store.transaction(async (tx) => {
      runs++
      await tx.venues.insert(buildVenueDraft()).catch(() => {})
      await tx.organizers.count({}).catch(() => {})
    })
    expect(runs).toBe(2)
    expect(await store.venues.count({})).toBe(1)
  })

  test('an error of the work itself is thrown unchanged, and the work does not run again', async () => {
    const { db, options } = await open(engine)
    const store = kyselyStore(db, options)
    for (const thrown of [deadlock(), Object.assign(new Error('of a request'), { code: 'ECONNREFUSED' }), 'a text', undefined]) {
      let runs = 0
      const work = store.transaction(async (tx) => {
        runs++
        await tx.venues.insert(buildVenueDraft())
        throw thrown
      })
      await expect(work).rejects.toBe(thrown)
      expect(runs).toBe(1)
    }
    expect(await store.venues.count({})).toBe(0)
  })

  test('reads outside of an open transaction do not wait forever', async () => {
    const { db, options } = await open(engine)
    const store = kyselyStore(db, options)
    let reads: Promise<readonly number[]> | undefined
    await store.transaction(async (tx) => {
      await tx.venues.insert(buildVenueDraft())
      reads = Promise.all([store.venues.count({}), store.events.count({}), store.venues.count({})])
      await tx.venues.count({})
    })
    expect((await reads)?.[1]).toBe(0)
  })

  test('a database that was closed is unavailable', async () => {
    const database = await engine.open()
    const store = kyselyStore(database.db, database.options)
    await database.close()
    expect(await codeOf(store.events.count({}))).toBe('unavailable')
    expect(await codeOf(store.transaction((tx) => tx.events.count({})))).toBe('unavailable')
  })
})

describe.each(engines.filter(({ isShared }) => isShared))('several connections to $name', (engine) => {
  test('insert the same slug at once: one succeeds, and the others get `slug_taken`', async () => {
    const { db, options, another } = await open(engine)
    const stores = [db, await another(), await another()].map((one) => kyselyStore(one, options))
    for (let round = 1; round <= 5; round++) {
      const results = await Promise.all(
        Array.from({ length: 12 }, (_, i) => {
          const store = stores[i % stores.length] ?? kyselyStore(db, options)
          return codeOf(store.transaction((tx) => tx.events.insert(buildEventDraft({ slug: `round-${round}` }, i + 1))))
        }),
      )
      expect(results.toSorted()).toEqual(['no error', ...Array(11).fill('slug_taken')])
    }
  })

  test('insert the same term at once: one succeeds, and the others get `name_taken`', async () => {
    const { db, options, another } = await open(engine)
    const stores = [db, await another()].map((one) => kyselyStore(one, options))
    const draft = buildTermDraft({ slug: 'fair', nameKey: 'fair' })
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, i) => codeOf((stores[i % 2] ?? kyselyStore(db, options)).terms.insert(draft))),
    )
    expect(results.toSorted()).toEqual([...Array(9).fill('name_taken'), 'no error'])
  })

  test('change two events to the same slug at once: one gets `slug_taken`, and its transaction can continue', async () => {
    const { db, options, another } = await open(engine)
    const [one, two] = [kyselyStore(db, options), kyselyStore(await another(), options)]
    const [first, second] = [await one.events.insert(buildEventDraft({}, 1)), await one.events.insert(buildEventDraft({}, 2))]
    const move = (store: typeof one, event: typeof first) =>
      store.transaction(async (tx) => {
        const code = await codeOf(tx.events.update({ ...event, slug: 'same' }))
        await tx.venues.insert(buildVenueDraft({ slug: `venue-${event.id}` }))
        return code
      })
    expect((await Promise.all([move(one, first), move(two, second)])).toSorted()).toEqual(['no error', 'slug_taken'])
    expect(await one.venues.count({})).toBe(2)
  })

  test('lose no update of one event if they retry after conflicts', async () => {
    const { db, options, another } = await open(engine)
    const stores = [db, await another()].map((each) => kyselyStore(each, options))
    const [store] = stores
    if (store === undefined) throw new Error('no store')
    const { id } = await store.events.insert(buildEventDraft({ updatedMs: 0 }))
    const once = async (each: typeof store): Promise<void> => {
      for (;;) {
        const [event] = await each.events.getMany([id])
        if (event === undefined) throw new Error('gone')
        if ((await codeOf(each.events.update({ ...event, updatedMs: event.updatedMs + 1 }))) === 'no error') return
      }
    }
    await Promise.all(Array.from({ length: 30 }, (_, i) => once(stores[i % 2] ?? store)))
    expect((await store.events.getMany([id]))[0]).toMatchObject({ updatedMs: 30, version: 31 })
  })

  test('read no uncommitted rows of each other, and do not wait for the transaction', async () => {
    const { db, options, another } = await open(engine)
    const [one, two] = [kyselyStore(db, options), kyselyStore(await another(), options)]
    await one.transaction(async (tx) => {
      const { id } = await tx.venues.insert(buildVenueDraft())
      expect(await two.venues.getMany([id])).toEqual([])
      expect(await two.venues.count({})).toBe(0)
    })
    expect(await two.venues.count({})).toBe(1)
  })
})

describe.each(engines.filter(({ name }) => name === 'node-sqlite'))('several processes on one file of $name', (engine) => {
  test.each([
    ['our own', 'immediate', 300],
    ["Kysely's plain", 'plain', 100],
  ])('wait for each other and lose no update, with %s dialect', async (_name, kind, times) => {
    const { db, options, path = '' } = await open(engine)
    const store = kyselyStore(db, options)
    const { id } = await store.events.insert(buildEventDraft({ updatedMs: 0 }))
    const args = [path, options.prefix, String(id), String(times), kind]
    await Promise.all(Array.from({ length: 4 }, () => runChild('count-up.ts', args)))
    expect((await store.events.getMany([id]))[0]).toMatchObject({ updatedMs: 4 * times, version: 4 * times + 1 })
  })
})

describe('unreachable databases', () => {
  test.each([
    ['PostgreSQL', new PostgresDialect({ pool: new Pool({ host: '127.0.0.1', port: 1, connectionTimeoutMillis: 2_000 }) })],
    ['MariaDB', new MysqlDialect({ pool: createPool({ host: '127.0.0.1', port: 1 }) })],
  ])('make every call unavailable: %s', async (_name, dialect) => {
    const db = new Kysely({ dialect })
    onTestFinished(() => db.destroy())
    const store = kyselyStore(db)
    expect(await codeOf(store.events.count({}))).toBe('unavailable')
    expect(await codeOf(store.events.insert(buildEventDraft()))).toBe('unavailable')
    expect(await codeOf(store.transaction(async () => {}))).toBe('unavailable')
    expect(await codeOf(Promise.resolve(store.revision(0)))).toBe('unavailable')
  })

  test.each(engines.filter(({ name }) => name === 'postgres'))('an exhausted pool of $name is unavailable', async (engine) => {
    const { db, options } = await open(engine)
    const pool = new Pool({
      connectionString: process.env['KALENDS_POSTGRES_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test',
      max: 1,
      connectionTimeoutMillis: 200,
    })
    const small = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
    onTestFinished(() => small.destroy())
    const store = kyselyStore(small, options)
    await store.transaction(async () => {
      expect(await codeOf(store.events.count({}))).toBe('unavailable')
    })
    expect(await store.events.count({})).toBe(0)
    expect(dialectName(db)).toBe('postgres')
  })

  test.each(engines.filter(({ address }) => address !== undefined))(
    'a connection of $name that is ended in a transaction is unavailable, and the next one works',
    async (engine) => {
      const { db, options, another } = await open(engine)
      const killer = await another()
      const store = kyselyStore(db, options)
      const own =
        engine.name === 'postgres' ? sql<{ id: number }>`select pg_backend_pid() as id` : sql<{ id: number }>`select connection_id() as id`
      let code: string | undefined
      const transaction = db.transaction().execute(async (trx) => {
        const { rows } = await own.execute(trx)
        const id = Number(rows[0]?.id)
        await (engine.name === 'postgres' ? sql`select pg_terminate_backend(${id})` : sql`kill ${id}`).execute(killer)
        code = await codeOf(kyselyStore(trx, options).events.count({}))
      })
      await transaction.catch(() => {})
      expect(code).toBe('unavailable')
      expect(await store.events.count({})).toBe(0)
    },
  )
})
