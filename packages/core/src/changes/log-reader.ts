import { demandTrusted } from '../access/decision.ts'
import type { Kind } from '../errors/codes.ts'
import { beginOperation, type CalendarContext } from '../record/context.ts'
import type { AbortSignalLike } from '../store/abort-signal.ts'
import type { ChangeLog, LoggedChange, LogQuery } from '../store/log.ts'
import { readLimit } from './limit.ts'
import { findPublications, type Publication, type PublicationsQuery } from './publications.ts'
import { wasReadable } from './readable-before.ts'

/** The log of changes itself, for code of the host that reports every write to other programs. */
export interface LogReader {
  /**
   * Waits until the log has a row after this number, at once if it has one already, or until the next scheduled publication.
   * @returns whether one of them has happened; false after `timeoutMs`, or once the signal is aborted
   */
  wait(after: number, options: { readonly timeoutMs: number; readonly signal?: AbortSignalLike | undefined }): Promise<boolean>
  /**
   * Reads rows by number, and returns the highest number. Rows with the verb `indexed`, which are of no record, are left out. `isComplete` says
   * whether the log still has the row with the number `after`: if not, rows between it and the first one were deleted.
   * @throws forbidden the calendar has an actor
   */
  rows(query: { readonly after: number; readonly kinds?: readonly Kind[] | undefined; readonly limit?: number | undefined }): Promise<{
    readonly rows: readonly LoggedChange[]
    readonly head: number
    readonly isComplete: boolean
  }>
  /**
   * Keeps the rows after a number for a reader, even beyond `keptRows`. The reader calls it again as it moves on: a hold that is older than
   * `keptDays` ends, and so does each row.
   * @param name the name of the reader, 1 to 64 visible ASCII characters; a hold replaces an earlier one of the name
   * @param after the number of the last row that is done; null releases the hold
   * @throws forbidden the calendar has an actor
   * @throws TypeError the name or the number is invalid
   */
  hold(name: string, after: number | null): Promise<void>
  /**
   * The records whose publication date came without a write, between two moments: the log has no rows for them, and `wait` ends for them.
   * @throws forbidden the calendar has an actor
   */
  publications(query: PublicationsQuery): Promise<readonly Publication[]>
  /**
   * Whether the caller could read the record of a row just before its write: only then the caller may learn that the record is gone.
   * @param row a row that `rows` has returned
   */
  wasReadable(row: LoggedChange): Promise<boolean>
}

/** The log of a calendar. */
export const createLogReader = (context: CalendarContext): LogReader => ({
  wait: async (after, { timeoutMs, signal = context.signal }) => {
    // A scheduled publication writes no row, and changes answers all the same.
    const { staleAtMs } = await context.store.revision(context.clock.nowMs())
    return context.notifier.wait({ after, dueMs: staleAtMs, timeoutMs, signal })
  },
  rows: async ({ after, kinds, limit }) => {
    demandTrusted(context.viewer)
    const { log } = context.store
    await log.number()
    const head = await log.head()
    const [row] = await log.read({ after: Math.max(0, after - 1), limit: 1 })
    const isComplete = after === 0 ? row === undefined || row.seq === 1 : row?.seq === after
    return { rows: await readRows(log, { after, kinds, limit: readLimit(limit) }), head, isComplete }
  },
  hold: async (name, after) => {
    demandTrusted(context.viewer)
    if (typeof name !== 'string' || !/^[!-~]{1,64}$/.test(name))
      throw new TypeError('the name of a hold has 1 to 64 visible ASCII characters')
    if (after !== null && !(Number.isSafeInteger(after) && after >= 0)) throw new TypeError(`${after} is no number of a row, nor 0`)
    await context.store.log.hold(name, after === null ? null : { seq: after, atMs: context.clock.nowMs() })
  },
  publications: async (query) => {
    demandTrusted(context.viewer)
    return findPublications(beginOperation(context), query)
  },
  wasReadable: (row) => wasReadable(beginOperation(context), row),
})

/** Rows of records, as many as there are up to the limit: callers take fewer for the end of the log. */
async function readRows(log: ChangeLog, query: LogQuery): Promise<readonly LoggedChange[]> {
  const found: LoggedChange[] = []
  for (let { after } = query; ; ) {
    const limit = query.limit - found.length
    const rows = await log.read({ ...query, after, limit })
    found.push(...rows.filter(({ verb }) => verb !== 'indexed'))
    const last = rows.at(-1)
    if (last === undefined || rows.length < limit || found.length === query.limit) return found
    after = last.seq
  }
}
