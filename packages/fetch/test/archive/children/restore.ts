import { createReadStream } from 'node:fs'
import { restoreArchive } from '@kalends/core/archive'
import { kyselyStore } from '@kalends/kysely'
import { connect } from '../../../../kysely/test/faults/children/connect.ts'

// Restores an archive from a file. Kills itself after some statements.
const [driver = '', place = '', prefix = '', file = '', dieAfter = ''] = process.argv.slice(2)
let statements = 0
const db = await connect(driver, place, () => {
  if (++statements === Number(dieAfter)) process.kill(process.pid, 'SIGKILL')
})
await restoreArchive(kyselyStore(db, { prefix }), createReadStream(file, 'utf8'))
await db.destroy()
process.stdout.write(`${statements}\n`)
