import { createCalendar } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { cors } from '@kalends/fetch/cors'
import { forms } from '@kalends/fetch/forms'
import { kyselyStore, migrateToLatest } from '@kalends/kysely'
import { nodeSqliteDialect } from '@kalends/kysely/node-sqlite'
import { mountSetting } from '@kalends/testing'
import { Kysely } from 'kysely'

const db = new Kysely({ dialect: nodeSqliteDialect(':memory:') })
await migrateToLatest(db)
const setting = mountSetting('/api')

/** Like the handler in memory, on the runtime's own SQLite. */
export const handler = createHandler(createCalendar({ store: kyselyStore(db), ...setting.calendar }), {
  ...setting.handler,
  use: [cors(setting.cors), forms()],
})
