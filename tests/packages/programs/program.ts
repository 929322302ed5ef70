import { type CalendarStore, createCalendar, type EventInput, isCalendarError, publicReadOnly } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { kyselyStore, migrateToLatest } from '@kalends/kysely'
import { nodeSqliteDialect } from '@kalends/kysely/node-sqlite'
import { memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import { Kysely } from 'kysely'

const choir: EventInput = { title: 'Choir', startDate: '2031-05-31 19:30', endDate: '2031-05-31 21:00', categories: ['Music'] }

async function tell(name: string, store: CalendarStore): Promise<void> {
  const calendar = createCalendar({ store, clock: fixedClock('2031-05-01T12:00:00Z'), timeZone: 'Europe/Berlin' })
  const event = await calendar.events.create(choir)
  const start: string = event.utcStartDate
  console.log(`${name}: ${event.slug} at ${start} UTC`)
  try {
    await calendar.events.get('no-such-event')
  } catch (error) {
    if (isCalendarError(error, 'not_found')) console.log(`${name}: ${error.code}, ${error.details.kind}`)
  }
  const handler = createHandler(calendar, { access: publicReadOnly(), publicUrl: 'https://example.org' })
  const response: Response = await handler(new Request('https://example.org/calendar/events/v1/events?categories=music'))
  console.log(`${name}: ${response.status}, ${response.headers.get('x-tec-total')} event`)
}

const db = new Kysely<{ mine: { id: number } }>({ dialect: nodeSqliteDialect(':memory:') })
await migrateToLatest(db)
await tell('memory', memoryStore())
await tell('sqlite', kyselyStore(db))
await db.destroy()

// @ts-expect-error `access` is required, so that a calendar is never opened or closed by accident
export const careless = () => createHandler(createCalendar({ store: memoryStore() }), {})
