import type { EventFilter } from '@kalends/core/store'
import { DummyDriver, Kysely, MysqlAdapter, MysqlIntrospector, MysqlQueryCompiler } from 'kysely'
import { expect, test } from 'vitest'
import { dialectOf } from '../engine/dialect-of.ts'
import { contextOf } from '../engine/store-context.ts'
import { fromOf, tableSource } from './sources.ts'

const context = contextOf(
  dialectOf,
  new Kysely<unknown>({
    dialect: {
      createAdapter: () => new MysqlAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new MysqlIntrospector(db),
      createQueryCompiler: () => new MysqlQueryCompiler(),
    },
  }),
  {},
)
const filter: EventFilter = { readable: [{ status: 'publish' }], hidden: false }

test.each([
  ['events of a window', {}, 'kalends_events_window'],
  ['events of one length class', { spanClass: 0 }, 'kalends_events_span'],
])('%s come from one index: of several, MariaDB does not search by the window', (_, branch, index) => {
  const { sql } = fromOf(context, tableSource(filter, 'window'), branch).compile(context.db)
  expect(sql).toBe(`\`kalends_events\` as e force index (\`${index}\`)`)
})
