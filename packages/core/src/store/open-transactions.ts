import { CalendarError } from '../errors/calendar-error.ts'
import type { CalendarStore } from './contract.ts'

/** The state of a call that can time out. */
export interface CallState {
  /** Set when the caller has received the timeout error: the transaction of the call must not begin any more. */
  isLate: boolean
  /** Ends the time limit: the call no longer waits, and its own work may take longer. */
  begin(): void
}

/**
 * Tracks open transactions, so that a call on the outer store from inside of one is an error. On a database with one connection (SQLite, a
 * pool of one) the call would wait for the transaction, which waits for the call.
 */
export interface OpenTransactions {
  /** Runs the work of a transaction of the store. */
  run<T>(store: CalendarStore, work: () => Promise<T>): Promise<T>
  /**
   * Why the caller must not call the store: it is the work of an open transaction of the store, or an access policy that this work asks.
   * Undefined for other callers, and where the runtime does not know.
   */
  refusalFor(store: Pick<CalendarStore, 'connection'>): string | undefined
  /** Asks an access policy, which the refusals then recognise as their caller. */
  asPolicy<T>(ask: () => T): T
  /**
   * Makes a call on the outer store. A call that waits too long for an open transaction fails, if the store has one connection, or the
   * runtime cannot identify the caller.
   * @throws unavailable it waited too long
   */
  inTime<T>(store: CalendarStore, call: () => Promise<T>): Promise<T>
  /**
   * Makes a call that begins a transaction of the outer store, with the same limit until that begins.
   * @throws unavailable it waited too long
   */
  toBegin<T>(store: CalendarStore, call: (state: CallState) => Promise<T>): Promise<T>
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

/** What the calls of a store may wait for: its connection, or the store itself if it has several. */
const turnOf = (store: Pick<CalendarStore, 'connection'>): object => store.connection ?? store

/** An open transaction, as seen from its work. */
interface OpenTransaction {
  /** What it keeps others from. */
  readonly turn: object
  readonly isOpen: boolean
  /** The open transaction of another store in whose work this one began. */
  readonly around: OpenTransaction | undefined
  /** Whether this is not the transaction itself, but an access policy that its work asks. */
  readonly isPolicy?: boolean
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

/**
 * Identifies the caller by its async context: immediately, and without an effect on concurrent callers.
 * @param maxWaitMs the time limit of calls that wait for the one connection of their store
 */
export function contextTransactions(storage: AsyncStorage<OpenTransaction | undefined>, maxWaitMs = maxOuterWaitMs): OpenTransactions {
  const open = countOpen()
  return {
    async run(store, work) {
      const transaction = { turn: turnOf(store), isOpen: true, around: innermostOpen(storage.getStore()) }
      try {
        return await open.during(store, () => storage.run(transaction, work))
      } finally {
        // Work that was started without being awaited may use the outer store from now on.
        transaction.isOpen = false
      }
    },
    refusalFor(store) {
      if (open.total === 0) return undefined
      const turn = turnOf(store)
      let isPolicy = false
      for (let at = innermostOpen(storage.getStore()); at !== undefined; at = innermostOpen(at.around)) {
        isPolicy ||= at.isPolicy === true
        if (at.turn === turn) return isPolicy ? usedInPolicy : usedInside
      }
      return undefined
    },
    asPolicy(ask) {
      const around = open.total === 0 ? undefined : innermostOpen(storage.getStore())
      if (around === undefined) return ask()
      const policy: OpenTransaction = {
        turn: around.turn,
        get isOpen() {
          return around.isOpen
        },
        around,
        isPolicy: true,
      }
      return storage.run(policy, ask)
    },
    // The work of an open transaction may never end; a pool of connections has a time limit of its own.
    inTime: (store, call) =>
      open.total === 0 || store.connection === undefined || open.of(store) === 0 ? call() : inTime(call, maxWaitMs),
    // The transaction that it waits for may not have begun yet itself.
    toBegin: (store, call) => (store.connection === undefined ? call(unlimited) : inTime(call, maxWaitMs)),
    detach: (work) => (open.total === 0 ? work() : storage.run(undefined, work)),
  }
}

/** The time limit of a call that waits for open transactions. */
export const maxOuterWaitMs = 30_000

/** Rejects calls that wait too long for an open transaction: they may come from its own work. */
export function timedTransactions(maxWaitMs = maxOuterWaitMs): OpenTransactions {
  const open = countOpen()
  return {
    run: open.during,
    refusalFor: () => undefined,
    asPolicy: (ask) => ask(),
    inTime: (store, call) => (open.of(store) === 0 ? call() : inTime(call, maxWaitMs)),
    toBegin: (store, call) => (store.connection === undefined && open.of(store) === 0 ? call(unlimited) : inTime(call, maxWaitMs)),
    detach: (work) => work(),
  }
}

/** Counts open transactions. */
interface OpenCount {
  /** All. */
  readonly total: number
  /** Those that the calls of a store may wait for. */
  of(store: CalendarStore): number
  /** Runs the work of a transaction of the store. */
  during<T>(store: CalendarStore, work: () => Promise<T>): Promise<T>
}

function countOpen(): OpenCount {
  const counts = new WeakMap<object, number>()
  const count = {
    total: 0,
    of: (store: CalendarStore): number => counts.get(turnOf(store)) ?? 0,
    async during<T>(store: CalendarStore, work: () => Promise<T>): Promise<T> {
      add(store, 1)
      try {
        return await work()
      } finally {
        add(store, -1)
      }
    },
  }
  const add = (store: CalendarStore, change: number): void => {
    counts.set(turnOf(store), count.of(store) + change)
    count.total += change
  }
  return count
}

const unlimited: CallState = Object.freeze({ isLate: false, begin: () => undefined })

async function inTime<T>(call: (state: CallState) => Promise<T>, maxWaitMs: number): Promise<T> {
  const state: CallState = { isLate: false, begin: () => cancel() }
  let cancel = (): void => undefined
  const late = new Promise<never>((_, reject) => {
    const timer = timers.setTimeout(() => {
      state.isLate = true
      reject(new CalendarError('unavailable', {}, { message: `After ${maxWaitMs} ms a transaction is still open. ${usedInside}` }))
    }, maxWaitMs)
    cancel = () => timers.clearTimeout(timer)
  })
  try {
    return await Promise.race([call(state), late])
  } finally {
    cancel()
  }
}

/** The message of the error: what went wrong, and what to do instead. */
export const usedInside =
  'Inside the work of a transaction use the calendar that the work is given (`tx`): the outer one would wait for the transaction, which waits for the work.'

/** What a host does about a policy that waits for data. */
export const loadBefore = 'Load what it needs in `authenticate`, or before `calendar.as`.'

/** The message of the error for an access policy. */
export const usedInPolicy = `While an access policy answers inside a transaction, it must not use the calendar or its connection: they would wait for the transaction, which waits for the policy. ${loadBefore}`

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
