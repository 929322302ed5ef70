import { setTimeout as sleep } from 'node:timers/promises'
import { createCalendar, publicReadOnly } from '@kalends/core'
import { kyselyStore } from '@kalends/kysely'
import { type Dialect, Kysely } from 'kysely'
import { createWebhooks } from '../../src/index.ts'
import { kyselyWebhooks } from '../../src/kysely.ts'

// Delivers from a database until nothing waits. The clock of each round begins an hour after that of the one before, when the leases of its
// killed processes are over, and runs ten times as fast as the machine's, so that retries need no patience.
const [address = '', prefix = '', round = ''] = process.argv.slice(2)
const speed = 10
const originMs = Date.now()
const clock = { nowMs: () => Math.round(originMs + Number(round) * 3_600_000 + (Date.now() - originMs) * speed) }

async function toDialect(): Promise<Dialect> {
  if (address.startsWith('postgres:')) return (await import('@kalends/kysely/pg')).postgresDialect({ connectionString: address })
  if (address.startsWith('mysql:')) return (await import('@kalends/kysely/mysql2')).mysqlDialect({ uri: address })
  return (await import('@kalends/kysely/node-sqlite')).nodeSqliteDialect(address)
}

const db = new Kysely({ dialect: await toDialect() })
const calendar = createCalendar({ store: kyselyStore(db, { prefix }) })
const hooks = createWebhooks(calendar, {
  ...{ store: kyselyWebhooks(db, { prefix }), access: publicReadOnly(), fetch, clock, allowInsecure: true },
})
for (;;) {
  const { nextAtMs } = await hooks.deliver({ maxMs: Number.MAX_SAFE_INTEGER })
  if (nextAtMs === null) break
  // Another process may give its lease back before its end.
  await sleep(Math.min(200, Math.max(0, (nextAtMs - clock.nowMs()) / speed)))
}
await db.destroy()
