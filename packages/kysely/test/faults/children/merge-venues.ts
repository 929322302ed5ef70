import { createCalendar } from '@kalends/core'
import { kyselyStore } from '../../../src/index.ts'
import { connect } from './connect.ts'

// Merges venue 1 into venue 2. Writes a line for each event that links venue 2 as soon as the store acknowledges it.
const [driver = '', path = '', prefix = ''] = process.argv.slice(2)
const db = await connect(driver, path)
const calendar = createCalendar({ store: kyselyStore(db, { prefix }) })
calendar.on('event.updated', ({ after }) => void process.stdout.write(`${after?.id}\n`))
await calendar.venues.merge(1, 2, { members: 'fill' })
await db.destroy()
