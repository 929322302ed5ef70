import { Kysely, sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { mysqlPool } from '../mysql2.ts'
import { nodeSqliteDialect } from '../node-sqlite.ts'
import { postgresPool } from '../pg.ts'
import { definedOptions } from './defined-options.ts'

test('members that are undefined are left out, and all others stay', () => {
  const given = { a: undefined, b: null, c: 0, d: false, e: '', f: [undefined] }
  const left = definedOptions(given)
  expect(left).toStrictEqual({ b: null, c: 0, d: false, e: '', f: [undefined] })
  expect(Object.keys(given)).toHaveLength(6)
})

// No pool connects before its first statement.
describe('undefined leaves the default of', () => {
  test('the timeouts of a PostgreSQL pool', async () => {
    const names = ['connectionTimeoutMillis', 'idleTimeoutMillis', 'statement_timeout', 'lock_timeout'] as const
    const pool = postgresPool({ ...Object.fromEntries(names.map((name) => [name, undefined])), lock_timeout: 5 })
    onTestFinished(() => pool.end())
    expect(names.map((name) => pool.options[name])).toEqual([5_000, 30_000, 30_000, 5])
  })

  test('the settings of a MySQL pool', () => {
    const pool = mysqlPool({ connectTimeout: undefined, idleTimeout: undefined, timezone: undefined, connectionLimit: undefined })
    onTestFinished(() => void pool.end())
    const plain = mysqlPool()
    onTestFinished(() => void plain.end())
    expect(settingsOf(pool)).toEqual(settingsOf(plain))
    expect(settingsOf(plain)).toMatchObject({
      idleTimeout: 30_000,
      connectionLimit: 10,
      connection: { connectTimeout: 5_000, timezone: 'Z' },
    })
  })

  test('the busy timeout of a SQLite database', async () => {
    const db = new Kysely<unknown>({ dialect: nodeSqliteDialect(':memory:', { busyTimeoutMs: undefined, timeout: undefined }) })
    onTestFinished(() => db.destroy())
    const { rows } = await sql`pragma busy_timeout`.execute(db)
    expect(rows).toEqual([{ timeout: 5_000 }])
  })
})

/** The options as the driver has resolved them; its types do not include these members. */
function settingsOf(pool: object): object {
  const config: unknown = Reflect.get(pool, 'config')
  if (typeof config !== 'object' || config === null) throw new Error('the driver keeps its settings elsewhere')
  const { idleTimeout, connectionLimit, maxIdle, connectionConfig } = Object(config)
  const { connectTimeout, timezone, charsetNumber } = Object(connectionConfig)
  return { idleTimeout, connectionLimit, maxIdle, connection: { connectTimeout, timezone, charsetNumber } }
}
