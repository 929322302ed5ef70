import type { Calendar } from '@kalends/core'
import { endOfLog } from '../end-of-log.ts'

/** How much earlier than asked the search begins: the times of rows, which writes take when they begin, are not quite in their order. */
const marginMs = 60_000

/**
 * The number of a row before all rows that were written at a moment or later. It may be some rows too early.
 * @param calendar the host's own
 */
export async function rowBefore(calendar: Calendar, fromMs: number): Promise<number> {
  let high = await endOfLog(calendar)
  let low = 0
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const [row] = (await calendar.changes.rows({ after: middle, limit: 1 })).rows
    if (row === undefined || row.atMs >= fromMs - marginMs) high = middle
    else low = row.seq
  }
  return low
}
