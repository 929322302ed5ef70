import { registerConformance } from '@kalends/testing'
import { Kysely } from 'kysely'
import { describe, test } from 'vitest'
import { kyselyStore, migrateToLatest } from '../src/index.ts'
import { nodeSqliteDialect } from '../src/node-sqlite.ts'

registerConformance({
  name: 'node-sqlite',
  createStore: async () => {
    const db = new Kysely({ dialect: nodeSqliteDialect(':memory:') })
    await migrateToLatest(db)
    return { store: kyselyStore(db), close: () => db.destroy() }
  },
  describe,
  test,
})
