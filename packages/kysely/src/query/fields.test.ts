import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely'
import { expect, test } from 'vitest'
import { sqlite } from '../engine/dialects/sqlite.ts'
import { hasFields } from './fields.ts'

const db = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

/** The condition on a field with this number of wanted keys. Only the dialect and the names of the tables are read. */
function conditionOf(count: number): string {
  const context = { dialect: sqlite, parts: { event_fields: sql`event_fields` } } as never
  const keys = Array.from({ length: count }, (_, at) => `s${at}`)
  const [condition = sql`true`] = hasFields(context, 'event_fields', sql`e.id`, [{ name: 'level', keys }])
  return condition.compile(db).sql
}

test('SQLite looks up a few keys of a record, and reads all of them where many are wanted', () => {
  for (const count of [1, 4]) expect(conditionOf(count)).not.toContain('+f.key_text')
  for (const count of [5, 100]) expect(conditionOf(count)).toContain('+f.key_text')
})
