import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { loadedBy } from '../test/loaded-modules.ts'
import { nodeSqliteDialect } from './node-sqlite.ts'
import { kyselyStore, migrateToLatest, pendingMigrations } from './sqlite.ts'

const db = new Kysely<unknown>({ dialect: nodeSqliteDialect(':memory:') })
afterAll(() => db.destroy())

test('the entry for SQLite migrates, and stores', async () => {
  const pending = await pendingMigrations(db)
  expect(pending.length).toBeGreaterThan(0)
  expect(await migrateToLatest(db)).toEqual(pending)
  const store = kyselyStore(db)
  expect(await store.terms.find({ filter: { taxonomy: 'tag' }, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: 1 })).toEqual([])
  expect(kyselyStore(db, { dialect: 'sqlite', reader: db }).contract).toBe(store.contract)
})

test('it refuses other engines', async () => {
  const other = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  for (const call of [() => kyselyStore(other), () => kyselyStore(db, { dialect: 'mysql' }), () => kyselyStore(db, { reader: other })])
    expect(call).toThrow('@kalends/kysely/sqlite is for SQLite alone')
  await expect(migrateToLatest(other)).rejects.toThrow(TypeError)
  await expect(pendingMigrations(other)).rejects.toThrow(TypeError)
})

test('it loads the SQL of no other engine', () => {
  const loaded = loadedBy(new URL('./sqlite.ts', import.meta.url))
  const dialects = loaded.filter((path) => path.startsWith('engine/dialects/'))
  expect(dialects).toContain('engine/dialects/search/sqlite.ts')
  expect(dialects.filter((path) => /mysql|postgres/.test(path))).toEqual([])
})
