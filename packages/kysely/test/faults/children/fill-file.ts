import { createCalendar, isCalendarError } from '@kalends/core'
import { kyselyStore } from '../../../src/index.ts'
import { connect } from './connect.ts'

// Creates events until one fails. Then writes two lines: the codes of the error, and how many more events are stored than were acknowledged.
const [driver = '', path = '', prefix = ''] = process.argv.slice(2)
const db = await connect(driver, path)
const { events } = createCalendar({ store: kyselyStore(db, { prefix }) })
const event = { title: 'Choir', startDate: '2026-05-31 19:30:00', endDate: '2026-05-31 21:00:00', description: 'long '.repeat(10_000) }
let [created, failure]: [number, unknown] = [0, undefined]
while (failure === undefined && created < 10_000) {
  failure = await events.create(event).then(
    () => void created++,
    (error: unknown) => error,
  )
}
const { code, errcode } = Object(isCalendarError(failure, 'unavailable') ? failure.cause : failure)
process.stdout.write(`${code} ${errcode}\n${(await events.list({ startsFrom: '2026-01-01' })).total - created}\n`)
await db.destroy()
