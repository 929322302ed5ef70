import type { CalendarStore, Collection } from './contract.ts'
import { type OpenTransactions, openTransactions, usedInside } from './open-transactions.ts'
import type { StoredRecord } from './records.ts'

/** Makes a call, or says why it cannot be made. */
type Around = <T>(call: () => Promise<T>) => Promise<T>

/**
 * A store that does not let its callers wait for themselves, nor write where nothing is undone:
 * called from inside the work of its own open transaction it throws, and so does `tx` after its transaction.
 */
export function guardStore(store: CalendarStore, transactions: OpenTransactions = openTransactions()): CalendarStore {
  const around: Around = (call) => (transactions.isInside(store) ? Promise.reject(new Error(usedInside)) : transactions.inTime(store, call))
  return {
    ...aroundCollections(store, around),
    revision: (nowMs) => {
      if (transactions.isInside(store)) return Promise.reject(new Error(usedInside))
      const revision = store.revision(nowMs)
      // A store that knows it at once has nothing to wait for.
      return 'token' in revision ? revision : transactions.inTime(store, () => revision)
    },
    transaction: async (work) => {
      if (transactions.isInside(store)) throw new Error(usedInside)
      return transactions.inTime(store, (state) =>
        store.transaction((tx) => {
          // Its caller was told that it failed.
          if (state.isLate) throw new Error(usedInside)
          return transactions.run(store, () => untilItsEnd(tx, work))
        }),
      )
    },
  }
}

/** What becomes of the work of a transaction. */
interface WorkState {
  /** Set when the work has returned or thrown. */
  hasEnded: boolean
  /** How many calls that write, each in a transaction that has joined, have begun and not ended. */
  joined: number
  /** Calls of the store that have begun and not ended. */
  readonly calls: Set<Promise<unknown>>
  /** Why it cannot be committed, whatever the work gives. */
  spoiled?: { readonly error: unknown }
}

const statesOfStores = new WeakMap<CalendarStore, WorkState>()

/**
 * Says that a part of the work has failed after it had begun to write. Nothing undoes that part by itself, so the whole transaction
 * ends with the error, also where the work catches it.
 * @param tx the store that the part was given
 */
export function spoilTransaction(tx: CalendarStore, error: unknown): void {
  const state = statesOfStores.get(tx)
  if (state !== undefined) state.spoiled ??= { error }
}

/**
 * Runs the work with a store that works until then: databases take later writes, and undo none of them. A call of the store is
 * several statements, so the transaction ends when the last call that has begun does.
 */
async function untilItsEnd<T>(inner: CalendarStore, work: (tx: CalendarStore) => Promise<T>): Promise<T> {
  const state: WorkState = { hasEnded: false, joined: 0, calls: new Set() }
  try {
    const result = await work(guardTransaction(inner, state))
    // What it has begun to write and not waited for would be committed by half.
    if (state.joined > 0) throw new Error(usedAfterwards)
    if (state.spoiled !== undefined) throw state.spoiled.error
    return result
  } finally {
    state.hasEnded = true
    await Promise.all(state.calls)
  }
}

function guardTransaction(inner: CalendarStore, state: WorkState): CalendarStore {
  const unlessEnded: Around = (call) => (state.hasEnded ? Promise.reject(new Error(usedAfterwards)) : call())
  const around: Around = (call) =>
    unlessEnded(() => {
      const result = call()
      const end = (): void => void state.calls.delete(ended)
      const ended: Promise<void> = result.then(end, end)
      state.calls.add(ended)
      return result
    })
  const tx: CalendarStore = {
    ...aroundCollections(inner, around),
    revision: (nowMs) => around(async () => inner.revision(nowMs)),
    transaction: (work) =>
      unlessEnded(async () => {
        state.joined++
        try {
          return await inner.transaction((joined) => work(guardTransaction(joined, state)))
        } finally {
          state.joined--
        }
      }),
  }
  statesOfStores.set(tx, state)
  return tx
}

const usedAfterwards = 'This transaction has ended: await everything that its work starts.'

function aroundCollections(store: CalendarStore, around: Around): Omit<CalendarStore, 'revision' | 'transaction'> {
  return {
    events: aroundCalls(store.events, around),
    venues: aroundCalls(store.venues, around),
    organizers: aroundCalls(store.organizers, around),
    terms: aroundCalls(store.terms, around),
    countByLink: (linkField, ids, filter, signal) => around(() => store.countByLink(linkField, ids, filter, signal)),
    lockNames: (kind, nameKeys) => around(() => store.lockNames(kind, nameKeys)),
    ping: () => around(() => store.ping()),
  }
}

function aroundCalls<R extends StoredRecord, F, S>(collection: Collection<R, F, S>, around: Around): Collection<R, F, S> {
  return {
    getMany: (ids) => around(() => collection.getMany(ids)),
    find: (query) => around(() => collection.find(query)),
    count: (filter, signal) => around(() => collection.count(filter, signal)),
    insert: (draft) => around(() => collection.insert(draft)),
    insertMany: (drafts) => around(() => collection.insertMany(drafts)),
    update: (record) => around(() => collection.update(record)),
    delete: (id, version) => around(() => collection.delete(id, version)),
  }
}

/** Passes if the store can write, and then if it can read. */
export async function pingStore(store: CalendarStore, nowMs: number): Promise<void> {
  await store.ping()
  await store.revision(nowMs)
}
