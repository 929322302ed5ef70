import { Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { nodeSqliteDialect } from '../node-sqlite.ts'
import { unionOf } from './union.ts'

const db = new Kysely({ dialect: nodeSqliteDialect(':memory:') })

test.each([
  [1, 5, 'select 1'],
  [5, 5, 'select 1 union select 2 union select 3 union select 4 union select 5'],
  [3, 2, 'select * from (select 1 union select 2) as t union select * from (select 3) as t'],
])('a union of %i selects where the engine takes %i', (count, maxCompoundTerms, text) => {
  const selects = Array.from({ length: count }, (_, at) => sql`select ${sql.lit(at + 1)}`)
  expect(sql`${unionOf({ maxCompoundTerms }, selects, 'union')}`.compile(db).sql).toBe(text)
})

test('a union has the rows of all selects, however few of them the engine takes at once', async () => {
  const selects = Array.from({ length: 64 }, (_, at) => sql`select ${sql.lit(at)} as n`)
  const { rows } = await sql<{ n: number }>`${unionOf({ maxCompoundTerms: 5 }, [...selects, ...selects], 'union all')}`.execute(db)
  expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 128 }, (_, at) => at % 64))
})
