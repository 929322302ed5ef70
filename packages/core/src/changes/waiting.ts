import type { CalendarContext } from '../record/context.ts'
import { readToken } from './token.ts'

/** Changes since a token, as far as waiting for them looks at them. */
export interface ReadChanges {
  /** The changes. */
  readonly items: Pick<readonly unknown[], 'length'>
  /** The token of the copy with these changes. */
  readonly token: string
  /** Whether more changes are known already. */
  readonly more: boolean
}

/**
 * The changes since a token: at once if there are some, otherwise after the first one, or after the time.
 * @throws the reason of the calendar's signal
 */
export async function readOrWait<P extends ReadChanges>(
  { clock, store, notifier, signal }: CalendarContext,
  token: string,
  read: (from: string) => Promise<P>,
  waitMs: number,
): Promise<P> {
  const endMs = clock.nowMs() + waitMs
  const isOver = ({ items, more }: ReadChanges): boolean => items.length > 0 || more || endMs <= clock.nowMs()
  const look = async (from: string): Promise<{ readonly page: P; readonly dueMs: number | null }> => {
    if (signal?.aborted === true) throw signal.reason
    const readMs = clock.nowMs()
    const page = await read(from)
    // Not from the token's moment: the token stays the same while nothing changes, and a publication that is no change would end each wait.
    return { page, dueMs: isOver(page) ? null : (await store.revision(readMs)).staleAtMs }
  }
  let { page, dueMs } = await look(token)
  while (!isOver(page)) {
    const from = page.token
    const request = { after: readToken(from).seq, dueMs, timeoutMs: endMs - clock.nowMs(), signal }
    const found = await notifier.waitAndRead(request, () => look(from))
    if (signal?.aborted === true) throw signal.reason
    if (found === undefined) return page
    ;({ page, dueMs } = found)
  }
  return page
}
