import type { Revision } from '@kalends/core'

/** Gives the state of the store. */
type ReadRevision = (nowMs: number) => Promise<Revision>

/** One reading, which others can still join. */
interface Reading {
  readonly nowMs: number
  readonly revision: Promise<Revision>
}

/**
 * Reads the revision once for all who ask for it in one turn of the event loop, at the same "now". A server under load takes several
 * requests in a turn, and the statement with which each of them begins would be most of what a kept answer costs.
 * It is read when the turn has ended: nobody is told of a state from before they asked, and who asks later has another one.
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

// Taken before a test can put a clock that stands still in its place. Runtimes without it go on at once.
const { setImmediate: atEndOfTurn } = globalThis

const endOfTurn = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof atEndOfTurn === 'function') atEndOfTurn(resolve)
    else resolve()
  })
