import { CalendarError } from '../errors/calendar-error.ts'
import type { CalendarStore } from './contract.ts'

/** The state of a call that can time out. */
export interface CallState {
  /** Set when the caller has received the timeout error: the transaction of the call must not begin any more. */
  isLate: boolean
}

/**
 * Tracks open transactions, so that a call on the outer store from inside of one is an error. On a database with one connection (SQLite, a
 * pool of one) the call would wait for the transaction, which waits for the call.
 */
export interface OpenTransactions {
  /** Runs the work of a transaction of the store. */
  run<T>(store: CalendarStore, work: () => Promise<T>): Promise<T>
  /** Whether the caller is the work of an open transaction of the store; false where the runtime cannot tell. */
  isInside(store: CalendarStore): boolean
  /**
   * Makes a call on the outer store. Where the runtime cannot identify the caller, a call that waits too long for an open transaction
   * fails.
   * @throws unavailable it waited too long
   */
  inTime<T>(store: CalendarStore, call: (state: CallState) => Promise<T>): Promise<T>
  /** Runs work outside of the transaction, such as a listener: it may use the outer store. */
  detach(work: () => void): void
}

/** The part of `AsyncLocalStorage` of `node:async_hooks` that is used here. */
export interface AsyncStorage<T> {
  /** Runs work in which {@link AsyncStorage.getStore} returns the value, also after each `await`. */
  run<R>(value: T, work: () => R): R
  /** The value of the current async context. */
  getStore(): T
}

/** An open transaction, as seen from its work. */
interface OpenTransaction {
  readonly store: CalendarStore
  isOpen: boolean
  /** The open transaction of another store in whose work this one began. */
  readonly around: OpenTransaction | undefined
}

/**
 * The innermost transaction that is still open. Skips ended ones: a timer that repeatedly begins a transaction would otherwise chain them
 * for ever.
 */
function innermostOpen(from: OpenTransaction | undefined): OpenTransaction | undefined {
  let transaction = from
  while (transaction !== undefined && !transaction.isOpen) transaction = transaction.around
  return transaction
}

/** Identifies the caller by its async context: immediately, and without an effect on concurrent callers. */
export function contextTransactions(storage: AsyncStorage<OpenTransaction | undefined>): OpenTransactions {
  let openCount = 0
  return {
    async run(store, work) {
      const transaction: OpenTransaction = { store, isOpen: true, around: innermostOpen(storage.getStore()) }
      openCount++
      try {
        return await storage.run(transaction, work)
      } finally {
        // Work that was started without being awaited may use the outer store from now on.
        transaction.isOpen = false
        openCount--
      }
    },
    isInside(store) {
      if (openCount === 0) return false
      let transaction = innermostOpen(storage.getStore())
      while (transaction !== undefined && transaction.store !== store) transaction = innermostOpen(transaction.around)
      return transaction !== undefined
    },
    inTime: (_, call) => call({ isLate: false }),
    detach: (work) => (openCount === 0 ? work() : storage.run(undefined, work)),
  }
}

/** The time limit of a call that waits for open transactions, where the runtime cannot identify the caller. */
export const maxOuterWaitMs = 30_000

/** Rejects calls that wait too long for an open transaction: they may come from its own work. */
export function timedTransactions(maxWaitMs = maxOuterWaitMs): OpenTransactions {
  const openCounts = new WeakMap<CalendarStore, number>()
  const countOf = (store: CalendarStore): number => openCounts.get(store) ?? 0
  return {
    async run(store, work) {
      openCounts.set(store, countOf(store) + 1)
      try {
        return await work()
      } finally {
        openCounts.set(store, countOf(store) - 1)
      }
    },
    isInside: () => false,
    inTime: (store, call) => (countOf(store) === 0 ? call({ isLate: false }) : inTime(call, maxWaitMs)),
    detach: (work) => work(),
  }
}

async function inTime<T>(call: (state: CallState) => Promise<T>, maxWaitMs: number): Promise<T> {
  const state: CallState = { isLate: false }
  let timer: unknown
  const late = new Promise<never>((_, reject) => {
    timer = timers.setTimeout(() => {
      state.isLate = true
      reject(new CalendarError('unavailable', {}, { message: `After ${maxWaitMs} ms a transaction is still open. ${usedInside}` }))
    }, maxWaitMs)
  })
  try {
    return await Promise.race([call(state), late])
  } finally {
    timers.clearTimeout(timer)
  }
}

/** The message of the error: what went wrong, and what to do instead. */
export const usedInside =
  'Inside the work of a transaction use the calendar that the work is given (`tx`): the outer one would wait for the transaction, which waits for the work.'

/** Every runtime has timers, but the types of this build do not. */
const timers = globalThis as unknown as {
  readonly setTimeout: (callback: () => void, ms: number) => unknown
  readonly clearTimeout: (timer: unknown) => void
}

let known: OpenTransactions | undefined

/** The tracker of this process. All calendars share it, so that calendars over one store detect each other's transactions. */
export function openTransactions(): OpenTransactions {
  known ??= createOpenTransactions(globalThis)
  return known
}

/** The best tracker for a runtime: Node, Bun, Deno and most workers provide `AsyncLocalStorage` without an import. */
export function createOpenTransactions(runtime: object): OpenTransactions {
  const { process } = runtime as Runtime
  const Storage = process?.getBuiltinModule?.('node:async_hooks')?.AsyncLocalStorage
  return Storage === undefined ? timedTransactions() : contextTransactions(new Storage<OpenTransaction | undefined>())
}

/** The optional globals of runtimes, which the types of this build do not have. */
interface Runtime {
  readonly process?: {
    getBuiltinModule?(name: string): { readonly AsyncLocalStorage?: new <T>() => AsyncStorage<T> } | undefined
  }
}
