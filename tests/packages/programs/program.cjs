const { createCalendar, isCalendarError, publicReadOnly } = require('@kalends/core')
const { createHandler } = require('@kalends/fetch')
const { kyselyStore, migrateToLatest } = require('@kalends/kysely')
const { nodeSqliteDialect } = require('@kalends/kysely/node-sqlite')
const { memoryStore } = require('@kalends/memory')
const { fixedClock } = require('@kalends/testing')
const { Kysely } = require('kysely')

const choir = { title: 'Choir', startDate: '2031-05-31 19:30', endDate: '2031-05-31 21:00', categories: 'Music' }

/**
 * @param {string} name
 * @param {import('@kalends/core').CalendarStore} store
 */
async function tell(name, store) {
  const calendar = createCalendar({ store, clock: fixedClock('2031-05-01T12:00:00Z'), timeZone: 'Europe/Berlin' })
  const { slug, utcStartDate } = await calendar.events.create(choir)
  console.log(`${name}: ${slug} at ${utcStartDate} UTC`)

  await calendar.events.get('no-such-event').catch((/** @type {unknown} */ error) => {
    if (isCalendarError(error, 'not_found')) console.log(`${name}: ${error.code}, ${error.details.kind}`)
  })

  const handler = createHandler(calendar, { access: publicReadOnly(), publicUrl: 'https://example.org' })
  const response = await handler(new Request('https://example.org/calendar/events/v1/events?categories=music'))
  console.log(`${name}: ${response.status}, ${response.headers.get('x-tec-total')} event`)
}

async function main() {
  const db = new Kysely({ dialect: nodeSqliteDialect(':memory:') })
  await migrateToLatest(db)
  await tell('memory', memoryStore())
  await tell('sqlite', kyselyStore(db))
  await db.destroy()
}

main()
