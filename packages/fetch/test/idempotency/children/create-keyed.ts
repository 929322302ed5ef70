import { allowAll, createCalendar } from '@kalends/core'
import { kyselyStore } from '@kalends/kysely'
import { connect } from '../../../../kysely/test/faults/children/connect.ts'
import { idempotency } from '../../../src/idempotency.ts'
import { createHandler } from '../../../src/index.ts'
import { concert, toRequest } from '../../support.ts'

// Sends creations with the keys from `first` up to `end`. Writes each number and the id of its event when the response is there. Kills
// itself after some statements.
const [driver = '', place = '', prefix = '', first = '', end = '', dieAfter = ''] = process.argv.slice(2)
let statements = 0
const db = await connect(driver, place, () => {
  if (++statements === Number(dieAfter)) process.kill(process.pid, 'SIGKILL')
})
const handler = createHandler(createCalendar({ store: kyselyStore(db, { prefix }) }), { access: allowAll(), use: [idempotency()] })
for (let at = Number(first); at < Number(end); at++) {
  const body = { ...concert, title: `Concert ${at}`, venue: { venue: `Hall ${at}` } }
  const response = await handler(toRequest('POST', '/events', body, { 'idempotency-key': `key-${at}` }))
  const { id } = await response.json()
  if (response.status !== 201) throw new Error(`status ${response.status}`)
  process.stdout.write(`${at} ${id}\n`)
}
await db.destroy()
