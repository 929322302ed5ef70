import { createCalendar, isCalendarError, publicReadOnly } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { kyselyStore, migrateToLatest } from '@kalends/kysely'
import { nodeSqliteDialect } from '@kalends/kysely/node-sqlite'
import { memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import { Kysely } from 'kysely'

const db = new Kysely({ dialect: nodeSqliteDialect(':memory:') })
await migrateToLatest(db)
const stores = { memory: memoryStore(), sqlite: kyselyStore(db) }

for (const [name, store] of Object.entries(stores)) {
  const calendar = createCalendar({ store, clock: fixedClock('2031-05-01T12:00:00Z'), timeZone: 'Europe/Berlin' })
  const handler = createHandler(calendar, { access: publicReadOnly(), publicUrl: 'https://example.org' })

  const event = await calendar.events.create({
    title: 'Choir',
    startDate: '2031-05-31 19:30',
    endDate: '2031-05-31 21:00',
    categories: 'Music',
  })
  console.log(`${name}: ${event.slug} at ${event.utcStartDate} UTC`)

  const failure = await calendar.events.get('no-such-event').catch((error) => error)
  if (isCalendarError(failure, 'not_found')) console.log(`${name}: ${failure.code}, ${failure.details.kind}`)

  const { status, headers } = await handler(new Request('https://example.org/calendar/events/v1/events?categories=music'))
  console.log(`${name}: ${status}, ${headers.get('x-tec-total')} event`)
}
await db.destroy()
