import type { View } from './tables.ts'

/** How a store's collections access the records: within one transaction, or in a transaction for each call. */
export interface Access {
  /** The view that a read uses. */
  view(): View
  /** Runs changes that are applied together or not at all. Work that throws must throw before it changes anything. */
  write<T>(work: (view: View) => T): Promise<T>
}

/** Runs one writer after the other, in the order of the calls. */
export interface WriterQueue {
  /** Runs the work after all earlier work has ended. */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** Makes an empty queue. */
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

/** Access for the work of one transaction. It ends with the transaction, so that later writes cannot reach a committed view. */
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
