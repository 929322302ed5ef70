import { allowAll, createCalendar } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { cors } from '@kalends/fetch/cors'
import { forms } from '@kalends/fetch/forms'
import { kyselyStore, migrateToLatest } from '@kalends/kysely'
import { nodeSqliteDialect } from '@kalends/kysely/node-sqlite'
import { Kysely } from 'kysely'

const db = new Kysely({ dialect: nodeSqliteDialect(':memory:') })
await migrateToLatest(db)
// As in tests/suites/mounts/mount-setting.ts, which is not where this program runs.
const clock = { nowMs: () => Date.parse('2031-05-01T12:00:00Z') }

/** Like the handler in memory, on the runtime's own SQLite. */
export const handler = createHandler(createCalendar({ store: kyselyStore(db), clock, timeZone: 'Europe/Berlin', currency: 'EUR' }), {
  ...{ access: allowAll(), basePath: '/api', publicUrl: 'https://calendar.example', languages: { de: {} } },
  use: [cors({ origins: ['https://pages.example'] }), forms()],
})
