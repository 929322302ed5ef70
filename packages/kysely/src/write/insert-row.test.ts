import { buildEventDraft, buildTermDraft } from '@kalends/testing/conformance'
import { type CompiledQuery, type DatabaseConnection, Kysely, type QueryResult, SqliteDialect, SqliteDriver } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { kyselyStore } from '../kysely-store.ts'
import { migrateToLatest } from '../migrations/to-latest.ts'
import { nodeSqlite } from '../node-sqlite.ts'

/** A driver that does not report inserted ids, like some drivers of other runtimes. */
class SilentDriver extends SqliteDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    const executeQuery = async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      const { insertId: _insertId, ...result } = await connection.executeQuery<R>(query)
      return result
    }
    return { executeQuery, streamQuery: (query, size) => connection.streamQuery(query, size) }
  }
}

test('new rows get their ids even if the driver does not report them', async () => {
  const config = { database: nodeSqlite(':memory:') }
  const dialect = new SqliteDialect(config)
  const db = new Kysely<unknown>({
    dialect: {
      createDriver: () => new SilentDriver(config),
      createAdapter: () => dialect.createAdapter(),
      createIntrospector: (kysely) => dialect.createIntrospector(kysely),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
  })
  onTestFinished(() => db.destroy())
  await migrateToLatest(db)
  const store = kyselyStore(db)
  const term = await store.terms.insert(buildTermDraft({ taxonomy: 'tag' }))
  const event = await store.events.insert(buildEventDraft({ tagIds: [term.id] }))
  expect(await store.events.getMany([event.id])).toEqual([event])
})
