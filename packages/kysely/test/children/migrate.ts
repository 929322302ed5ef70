import { Kysely } from 'kysely'
import { migrateToLatest } from '../../src/index.ts'
import { nodeSqliteDialect } from '../../src/node-sqlite.ts'

// Migrates a SQLite file, and writes the number of migrations that it ran.
const [path = '', prefix = ''] = process.argv.slice(2)
const db = new Kysely({ dialect: nodeSqliteDialect(path) })
console.log((await migrateToLatest(db, { prefix })).length)
await db.destroy()
