import { createCalendar } from '@kalends/core'
import { kyselyStore } from '../../../src/index.ts'
import { connect } from './connect.ts'

// Creates events with all kinds of nested records. Writes the id of each event on its own line as soon as the store acknowledges it.
const [driver = '', path = '', prefix = '', title = '', times = ''] = process.argv.slice(2)
const db = await connect(driver, path)
const { events } = createCalendar({ store: kyselyStore(db, { prefix }) })
for (let i = 0; i < Number(times); i++) {
  const { id } = await events.create({
    title,
    startDate: '2026-05-31 19:30:00',
    endDate: '2026-05-31 21:00:00',
    venues: { name: `Hall ${process.pid}.${i}` },
    organizers: { name: `Club ${process.pid}.${i}` },
    categories: ['Music'],
    tags: [`tag ${process.pid}.${i}`],
  })
  process.stdout.write(`${id}\n`)
}
await db.destroy()
