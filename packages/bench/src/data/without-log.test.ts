import { createCalendar } from '@kalends/core'
import { kyselyStore, migrateToLatest } from '@kalends/kysely'
import { nodeSqliteDialect } from '@kalends/kysely/node-sqlite'
import { CompiledQuery, Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { withoutLog, withoutLogRows } from './without-log.ts'

test('a database without the log has the records and the revisions, and no rows of the log', async () => {
  const db = new Kysely<unknown>({ dialect: withoutLog(nodeSqliteDialect(':memory:')) })
  await migrateToLatest(db)
  const store = kyselyStore(db)
  const calendar = createCalendar({ store })
  const { id } = await calendar.events.create({ title: 'Market', startDate: '2031-05-31 10:00', endDate: '2031-05-31 11:00' })
  await calendar.events.update(id, { title: 'Fair' })
  expect((await calendar.events.get(id)).title).toBe('Fair')
  expect((await calendar.changes.rows({ after: 0 })).rows).toEqual([])
  expect((await store.revision(0)).token).toMatch(/\.2\./)
  await db.destroy()
})

test('a statement of PostgreSQL keeps its revisions and their parameters', () => {
  const given = CompiledQuery.raw(
    'with "logged" as (insert into "bench_changes" ("kind", "at_ms") values ($1, $2), ($3, $4)) insert into "bench_revisions" ("kind") values ($5), ($6) returning "id"',
    ['a', 1, 'b', 2, 'c', 'd'],
  )
  expect(withoutLogRows(given)).toMatchObject({
    sql: 'insert into "bench_revisions" ("kind") values ($1), ($2) returning "id"',
    parameters: ['c', 'd'],
  })
  const other = CompiledQuery.raw('select 1')
  expect(withoutLogRows(other)).toBe(other)
})
