import type { CalendarContext } from '../record/context.ts'
import type { FoundChanges } from './since.ts'
import { readToken } from './token.ts'

/**
 * The changes since a token: at once if there are some, otherwise after the first one, or after the time.
 * @throws the reason of the calendar's signal
 */
export async function readOrWait(
  { clock, store, wakes, signal }: CalendarContext,
  token: string,
  read: (from: string) => Promise<FoundChanges>,
  waitMs: number,
): Promise<FoundChanges> {
  const endMs = clock.nowMs() + waitMs
  for (let from = token; ; ) {
    const readMs = clock.nowMs()
    const page = await read(from)
    const timeoutMs = endMs - clock.nowMs()
    if (page.items.length > 0 || page.more || timeoutMs <= 0) return page
    from = page.token
    // Not from the token's moment: the token stays the same while nothing changes, and a publication that is no change would end each wait.
    const { staleAtMs } = await store.revision(readMs)
    const mayHaveMore = await wakes.wait({ after: readToken(from).seq, dueMs: staleAtMs, timeoutMs, signal })
    if (signal?.aborted === true) throw signal.reason
    if (!mayHaveMore) return page
  }
}
