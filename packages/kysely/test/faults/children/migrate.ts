import { migrateToLatest } from '../../../src/index.ts'
import { connect } from './connect.ts'

// Migrates, and writes the names of the migrations that it ran. With a number as the last argument, it kills itself after that many
// statements.
const [driver = '', place = '', prefix = '', dieAfter = ''] = process.argv.slice(2)
let statements = 0
const db = await connect(driver, place, () => {
  if (++statements === Number(dieAfter)) process.kill(process.pid, 'SIGKILL')
})
console.log((await migrateToLatest(db, { prefix })).join(','))
await db.destroy()
