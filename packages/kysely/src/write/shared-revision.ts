import type { Revision } from '@kalends/core/store'

/** Reads the revision of the store at an instant. */
type ReadRevision = (nowMs: number) => Promise<Revision>

/** A pending read that later callers can join. */
interface Reading {
  readonly nowMs: number
  readonly revision: Promise<Revision>
}

/**
 * Reads the revision once for successive calls in one turn of the event loop with the same "now"; a call with another "now" starts a new
 * read. A server under load handles several requests in a turn, and reading the revision is most of the cost of a cached response. The read
 * starts when the turn has ended: no caller gets a state from before its call, and later callers start a new read.
 */
export function sharedRevision(read: ReadRevision): ReadRevision {
  let open: Reading | undefined
  return (nowMs) => {
    if (open?.nowMs === nowMs) return open.revision
    const begun: Reading = {
      nowMs,
      revision: endOfTurn().then(() => {
        if (open === begun) open = undefined
        return read(nowMs)
      }),
    }
    open = begun
    return begun.revision
  }
}

// Read at import, before a test can install fake timers. Runtimes without setImmediate continue at once.
const { setImmediate: atEndOfTurn } = globalThis

const endOfTurn = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof atEndOfTurn === 'function') atEndOfTurn(resolve)
    else resolve()
  })
