import { setTimeout as sleep } from 'node:timers/promises'
import { kyselyStore } from '@kalends/kysely'
import fc from 'fast-check'
import { connect } from '../../../../kysely/test/faults/children/connect.ts'
import { openWriter, steps } from '../items-world.ts'

// Runs the writes of random steps, with a pause after each in which other processes can compare what they read.
const [driver = '', place = '', prefix = '', firsts = '', seed = '', lists = '', pauseMs = ''] = process.argv.slice(2)
const db = await connect(driver, place)
const write = openWriter(kyselyStore(db, { prefix }), JSON.parse(firsts))
for (const step of fc.sample(steps, { seed: Number(seed), numRuns: Number(lists) }).flat()) {
  await write(step)
  await sleep(Number(pauseMs))
}
await db.destroy()
