import { Kysely, SqliteDialect } from 'kysely'
import { kyselyStore } from '../../src/index.ts'
import { nodeSqlite, nodeSqliteDialect } from '../../src/node-sqlite.ts'

// Updates one event several times, each time in a transaction that reads it first. With `plain`, transactions begin without the write lock.
const [path = '', prefix = '', id = '', times = '', kind = ''] = process.argv.slice(2)
const plain = () => new SqliteDialect({ database: nodeSqlite(path, { timeout: 20_000 }) })
const db = new Kysely({ dialect: kind === 'plain' ? plain() : nodeSqliteDialect(path) })
const store = kyselyStore(db, { prefix })
for (let i = 0; i < Number(times); i++) {
  await store.transaction(async (tx) => {
    const [event] = await tx.events.getMany([Number(id)])
    if (event === undefined) throw new Error('The event is gone.')
    await tx.events.update({ ...event, updatedMs: event.updatedMs + 1 })
  })
}
await db.destroy()
