import { buildVenueDraft } from '@kalends/testing/conformance'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { kyselyStore } from '../../src/index.ts'
import { skipWithout } from '../skip-without.ts'
import { outcomeOf, until } from './outcomes.ts'
import { connectCalendar, connectionId, openDatabase, servers } from './servers.ts'

skipWithout(servers)

describe.each(servers)('numbering the log on $name', (server) => {
  test('changes nothing if its connection is lost between the lock and the commit, and the next one numbers all', async () => {
    const database = await openDatabase(server.engine)
    const { prefix } = database.options
    const { db } = connectCalendar(server, database, { size: 1 })
    const [lost, other] = [kyselyStore(db, database.options), kyselyStore(database.db, database.options)]
    await other.venues.insertMany([1, 2, 3].map((seed) => buildVenueDraft({}, seed)))
    await other.log.number()
    await other.venues.insertMany([4, 5, 6].map((seed) => buildVenueDraft({}, seed)))
    const busy = await connectionId(server, db)
    await database.db.transaction().execute(async (trx) => {
      // It holds the lock of the numbering while it waits for this row.
      await sql`update ${sql.table(`${prefix}changes`)} set at_ms = at_ms where pending = 1`.execute(trx)
      const outcome = outcomeOf(lost.log.number())
      await until(async () => {
        const { rows } = await server.waiting(prefix).execute(database.db)
        return rows.some((row) => Number(row.id) === busy) ? true : undefined
      })
      await server.terminate(busy).execute(database.db)
      expect(await outcome).toBe('unavailable')
    })
    expect(await other.log.head()).toBe(3)
    await other.log.number()
    expect((await other.log.read({ after: 0, limit: 10 })).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('does not wait for a transaction that has written, and no transaction waits for it', async () => {
    const database = await openDatabase(server.engine)
    const store = kyselyStore(database.db, database.options)
    await store.venues.insert(buildVenueDraft({}, 1))
    await store.transaction(async (tx) => {
      await tx.venues.insert(buildVenueDraft({}, 2))
      const outside = kyselyStore(database.db, database.options)
      await outside.log.number()
      expect(await outside.log.head()).toBe(1)
    })
    await store.log.number()
    expect(await store.log.head()).toBe(2)
  })
})

describe.each(servers.filter(({ engine }) => engine.dialect === 'mysql'))('numbering after a conflict on $name', (server) => {
  test('is left to the next call', async () => {
    const database = await openDatabase(server.engine)
    const { prefix } = database.options
    const other = kyselyStore(await database.another({ session: 'set session innodb_lock_wait_timeout = 1' }), database.options)
    await other.venues.insert(buildVenueDraft())
    await database.db.transaction().execute(async (trx) => {
      await sql`update ${sql.table(`${prefix}changes`)} set at_ms = at_ms where pending = 1`.execute(trx)
      await other.log.number()
      expect(await other.log.head()).toBe(0)
    })
    await other.log.number()
    expect(await other.log.head()).toBe(1)
  })
})
