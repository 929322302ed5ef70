// An application with the packages of an earlier release. Its arguments are an engine, the address of the database and a prefix; each message
// is a call of its calendar, and gets an answer.
import { createCalendar } from '@kalends/core'
import { restoreArchive, writeArchive } from '@kalends/core/archive'
import { kyselyStore, migrateToLatest } from '@kalends/kysely'
import { Kysely, PGliteDialect } from 'kysely'

const [engine, address, prefix] = process.argv.slice(2)

const dialects = {
  'node-sqlite': async () => (await import('@kalends/kysely/node-sqlite')).nodeSqliteDialect(address),
  postgres: async () => (await import('@kalends/kysely/pg')).postgresDialect({ connectionString: address }),
  mariadb: async () => (await import('@kalends/kysely/mysql2')).mysqlDialect({ uri: address }),
  mysql: async () => (await import('@kalends/kysely/mysql2')).mysqlDialect({ uri: address }),
  async pglite() {
    const { PGlite } = await import('@electric-sql/pglite')
    return new PGliteDialect({ pglite: await PGlite.create(address) })
  },
}

const db = new Kysely({ dialect: await dialects[engine]() })
const store = kyselyStore(db, { prefix })
const calendar = createCalendar({ store, timeZone: 'Europe/Berlin' })

const calls = {
  migrate: () => migrateToLatest(db, { prefix }),
  archive: () => Array.fromAsync(writeArchive(calendar, { log: true })),
  restore: (lines) => restoreArchive(store, lines),
  async end() {
    await db.destroy()
    process.disconnect()
  },
}

process.on('message', async ({ id, call, args }) => {
  const [collection, method] = call.split('.')
  try {
    const result = await (method === undefined ? calls[call](...args) : calendar[collection][method](...args))
    if (process.connected) process.send({ id, result })
  } catch (error) {
    process.send({ id, message: error.message })
  }
})
