import type { View } from './tables.ts'

/** How a store's collections reach the records: within one transaction, or each call on its own. */
export interface Access {
  /** What a read sees. */
  view(): View
  /** Runs changes that happen as a whole. Work that throws must throw before it changes anything. */
  write<T>(work: (view: View) => T): Promise<T>
}

/** Lets one writer in after the other, in the order in which they came. */
export interface WriterQueue {
  /** Runs the work once all work before it has ended. */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** A queue that nobody waits in. */
export function writerQueue(): WriterQueue {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run(work) {
      const result = last.then(work)
      last = result.catch(() => undefined)
      return result
    },
  }
}

/** Access for the work of one transaction; it ends with it, so that nothing is written into a view that was committed. */
export function transactionAccess(view: View): Access & { end(): void } {
  let ended = false
  const open = (): View => {
    if (ended) throw new Error('This transaction has ended: await everything that its work starts.')
    return view
  }
  return {
    view: open,
    write: async (work) => work(open()),
    end() {
      ended = true
    },
  }
}
