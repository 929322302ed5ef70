import {
  type Dialect,
  DummyDriver,
  Kysely,
  MssqlAdapter,
  MysqlAdapter,
  PGliteAdapter,
  PostgresAdapter,
  PostgresQueryCompiler,
  SqliteAdapter,
} from 'kysely'
import { describe, expect, test } from 'vitest'
import { kyselyStore } from '../kysely-store.ts'
import { migrationSql } from '../migrations/migration-sql.ts'
import { nodeSqliteDialect } from '../node-sqlite.ts'
import { dialectOf } from './dialect-of.ts'

const kyselyWith = (createAdapter: Dialect['createAdapter']): Kysely<unknown> =>
  new Kysely({
    dialect: {
      createAdapter,
      createDriver: () => new DummyDriver(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: () => {
        throw new Error('not asked for')
      },
    },
  })

describe('the dialect of a Kysely instance', () => {
  test.each([
    ['sqlite', () => new SqliteAdapter()],
    ['postgres', () => new PostgresAdapter()],
    ['postgres', () => new PGliteAdapter()],
    ['mysql', () => new MysqlAdapter()],
  ] as const)('follows from its adapter: %s', (name, createAdapter) => {
    expect(dialectOf(kyselyWith(createAdapter)).name).toBe(name)
  })

  test('locks on the first write, unless its transactions begin with the write lock', () => {
    expect(dialectOf(kyselyWith(() => new SqliteAdapter())).locksOnFirstWrite).toBe(true)
    expect(dialectOf(new Kysely({ dialect: nodeSqliteDialect(':memory:') })).locksOnFirstWrite).toBe(false)
  })

  test('must be given as an option if the adapter comes from another copy of kysely', () => {
    const foreign = kyselyWith(() => Object.create(null))
    expect(() => dialectOf(foreign)).toThrow('name the option "dialect"')
    expect(dialectOf(foreign, 'mysql').name).toBe('mysql')
    expect(() => kyselyStore(foreign, { dialect: 'sqlite' })).not.toThrow()
  })

  test('is refused for an unknown engine', () => {
    expect(() => kyselyStore(kyselyWith(() => new MssqlAdapter()))).toThrow(TypeError)
    // A host without types may pass this.
    const name: unknown = 'toString'
    expect(() =>
      dialectOf(
        kyselyWith(() => new SqliteAdapter()),
        name as 'sqlite',
      ),
    ).toThrow(TypeError)
    expect(() => migrationSql(name as 'sqlite')).toThrow(TypeError)
  })
})
