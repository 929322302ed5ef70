// @ts-expect-error The types of Bun would take the place of Node's.
import { Database } from 'bun:sqlite'
// @ts-expect-error The same.
import { describe, test } from 'bun:test'
import { kyselyStore, migrateToLatest } from '@kalends/kysely'
import { bunSqliteDialect } from '@kalends/kysely/bun-sqlite'
import { registerConformance } from '@kalends/testing/conformance'
import { Kysely } from 'kysely'

const migrated = new Database(':memory:')
await migrateToLatest(new Kysely<unknown>({ dialect: bunSqliteDialect(migrated) }))
const bytes = migrated.serialize()

registerConformance({
  name: 'bun:sqlite',
  createStore: async () => {
    const db = new Kysely<unknown>({ dialect: bunSqliteDialect(Database.deserialize(bytes)) })
    return { store: kyselyStore(db), close: () => db.destroy() }
  },
  describe,
  test,
})
