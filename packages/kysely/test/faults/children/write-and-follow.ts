import { isCalendarError } from '@kalends/core'
import { buildVenueDraft } from '@kalends/testing/conformance'
import { dialectOf } from '../../../src/engine/dialect-of.ts'
import { kyselyStore } from '../../../src/index.ts'
import { connect } from './connect.ts'

// Some writers commit venues, in transactions of which one in nine is rolled back, and print the ids of each commit. They pause within their
// transactions, or between them where transactions run one after the other: so transactions commit in another order than they begin.
// With `after`, the process also numbers the log, and prints each row after this number; it ends with its writers, and otherwise never.
const [driver = '', place = '', prefix = '', writers = '', rows = '', pauseMs = '', after = ''] = process.argv.slice(2)
const db = await connect(driver, place)
const store = kyselyStore(db, { prefix })
// PGlite has one connection, and SQLite one writer at a time.
const isSerial = driver === 'pglite' || dialectOf(db).hasOneWriter
const undone = new Error('undone')
let left = Number(rows)
let open = Number(writers)

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function write(writer: number): Promise<void> {
  for (let round = 0; left > 0; round++) {
    const count = Math.min(left, 1 + ((writer + round) % 3))
    const restMs = Number(pauseMs) * ((writer * 7 + round * 5) % 11)
    left -= count
    try {
      const ids = await store.transaction(async (tx) => {
        const inserted: number[] = []
        for (let one = 0; one < count; one++) {
          const slug = `hall-${process.pid}-${writer}-${round}-${one}`
          inserted.push((await tx.venues.insert(buildVenueDraft({ slug }))).id)
        }
        if (!isSerial) await pause(restMs)
        if ((writer + round) % 9 === 0) throw undone
        return inserted
      })
      process.stdout.write(ids.map((id) => `stored ${id}\n`).join(''))
    } catch (error) {
      if (error !== undone && !isCalendarError(error, 'unavailable')) throw error
      left += count
    }
    if (isSerial) await pause(restMs)
  }
  open--
}

async function follow(): Promise<void> {
  let seq = Number(after)
  for (let isLast = false; !isLast; ) {
    isLast = writers !== '0' && open === 0
    await store.log.number()
    const found = await store.log.read({ after: seq, limit: 100 })
    process.stdout.write(found.map((row) => `row ${row.seq} ${row.id}\n`).join(''))
    seq = found.at(-1)?.seq ?? seq
    if (found.length > 0) isLast = false
    else await pause(1)
  }
}

await Promise.all([...Array.from({ length: open }, (_, writer) => write(writer)), ...(after === '' ? [] : [follow()])])
await db.destroy()
