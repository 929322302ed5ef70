import { createCalendar, publicReadOnly } from '@kalends/core'
import { kyselyStore } from '@kalends/kysely'
import { nodeSqliteDialect } from '@kalends/kysely/node-sqlite'
import { Kysely } from 'kysely'
import { createWebhooks } from '../../src/index.ts'
import { kyselyWebhooks } from '../../src/kysely.ts'

// Delivers from a SQLite file until nothing waits. Its clock runs faster than the machine's, so that retries and leases need no patience.
const [path = '', originMs = '', speed = ''] = process.argv.slice(2)
const clock = { nowMs: () => Math.round(Number(originMs) + (Date.now() - Number(originMs)) * Number(speed)) }
const db = new Kysely({ dialect: nodeSqliteDialect(path) })
const calendar = createCalendar({ store: kyselyStore(db) })
const hooks = createWebhooks(calendar, { store: kyselyWebhooks(db), access: publicReadOnly(), fetch, clock, allowInsecure: true })
for (;;) {
  const { nextAtMs } = await hooks.deliver({ maxMs: Number.MAX_SAFE_INTEGER })
  if (nextAtMs === null) break
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, (nextAtMs - clock.nowMs()) / Number(speed))))
}
await db.destroy()
