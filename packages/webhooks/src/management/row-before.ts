import type { Calendar } from '@kalends/core'

/** How much earlier than asked the search begins: the times of rows, which writes take when they begin, are not quite in their order. */
const marginMs = 60_000

/**
 * The number of a row before all rows that were written at a moment or later. It may be some rows too early.
 * @param calendar the host's own
 */
export async function rowBefore(calendar: Calendar, fromMs: number): Promise<number> {
  const rowAfter = async (after: number) => (await calendar.changes.rows({ after, limit: 1 })).rows[0]
  let { head: high } = await calendar.changes.rows({ after: 0, limit: 1 })
  let low = 0
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const row = await rowAfter(middle)
    if (row === undefined || row.atMs >= fromMs - marginMs) high = middle
    else low = row.seq
  }
  return low
}
