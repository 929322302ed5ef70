import type { Calendar } from '@kalends/core'
import { internals } from '@kalends/core/internal'
import type { StoredEndpoint } from '../store/endpoint.ts'

/** How much earlier than asked the search begins: the times of rows, which writes take when they begin, are not quite in their order. */
const marginMs = 60_000

/**
 * The progress of an endpoint that has got all that was before a moment. It may be some rows too early. Publications before the oldest row of
 * the log are done: without the log, they cannot be distinguished from records that a write has published.
 * @param calendar the host's own
 */
export async function placeBefore(calendar: Calendar, fromMs: number): Promise<Pick<StoredEndpoint, 'cursor' | 'publishedUntilMs'>> {
  const { log } = internals(calendar)
  const readAfter = (after: number) => log.rows({ after, limit: 1 })
  const first = await readAfter(0)
  let [cursor, high] = [0, first.head]
  while (cursor < high) {
    const middle = Math.floor((cursor + high) / 2)
    const [row] = (await readAfter(middle)).rows
    if (row === undefined || row.atMs >= fromMs - marginMs) high = middle
    else cursor = row.seq
  }
  return { cursor, publishedUntilMs: Math.max(fromMs, first.rows[0]?.atMs ?? 0) - 1 }
}
