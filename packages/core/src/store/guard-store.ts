import type { CalendarStore, Collection, EventCollection } from './contract.ts'
import type { ChangeLog } from './log.ts'
import { type OpenTransactions, openTransactions, usedInside } from './open-transactions.ts'
import type { PreviewTable } from './previews.ts'
import type { ProposalTable } from './proposals.ts'
import type { StoredRecord } from './records.ts'
import type { RequestTable } from './requests.ts'

/** Makes a call, or throws when it must not be made. */
type Around = <T>(call: () => Promise<T>) => Promise<T>

/**
 * Wraps a store so that it detects two mistakes: a call on the outer store from inside the work of its own open transaction, which would
 * wait for itself, and a call of `tx` after its transaction, which no rollback would undo. Both calls throw.
 */
export function guardStore(store: CalendarStore, transactions: OpenTransactions = openTransactions()): CalendarStore {
  const around: Around = (call) => {
    const refusal = transactions.refusalFor(store)
    return refusal === undefined ? transactions.inTime(store, call) : Promise.reject(new Error(refusal))
  }
  return {
    ...aroundCollections(store, around),
    connection: store.connection,
    revision: (nowMs, database) => {
      const refusal = transactions.refusalFor(store)
      if (refusal !== undefined) return Promise.reject(new Error(refusal))
      const revision = store.revision(nowMs, database)
      // A synchronous revision waits for nothing.
      return 'token' in revision ? revision : transactions.inTime(store, () => revision)
    },
    transaction: async (work) => {
      const refusal = transactions.refusalFor(store)
      if (refusal !== undefined) throw new Error(refusal)
      return transactions.toBegin(store, (state) =>
        store.transaction((tx) => {
          // The caller has already received an error.
          if (state.isLate) throw new Error(usedInside)
          state.begin()
          return transactions.run(store, () => untilItsEnd(tx, work))
        }),
      )
    },
  }
}

/** The state of the work of a transaction. */
interface WorkState {
  /** Set when the work has returned or thrown. */
  hasEnded: boolean
  /** The number of writing calls, each in a joined transaction, that have begun and not ended. */
  joined: number
  /** The end of the last work that {@link inTurn} has run. */
  turn: Promise<unknown>
  /** Calls of the store that have begun and not ended. */
  readonly calls: Set<Promise<unknown>>
  /** The error that prevents the commit, whatever the work returns. */
  spoiled?: { readonly error: unknown }
}

const statesOfStores = new WeakMap<CalendarStore, WorkState>()

/**
 * Marks a transaction as failed, because a part of its work has failed after its first write. Nothing undoes that part alone, so the whole
 * transaction ends with the error, even if the work catches it.
 * @param tx the store of that part
 */
export function spoilTransaction(tx: CalendarStore, error: unknown): void {
  const state = statesOfStores.get(tx)
  if (state !== undefined) state.spoiled ??= { error }
}

/**
 * Runs work after all earlier work that this function has begun in the same transaction. Locks cannot do this: concurrent calls in one
 * transaction share its locks. The work must not call this function again.
 * @param tx the store of any call in the transaction
 */
export function inTurn<T>(tx: CalendarStore, work: () => Promise<T>): Promise<T> {
  const state = statesOfStores.get(tx)
  if (state === undefined) return work()
  const result = state.turn.then(work)
  state.turn = result.catch(() => undefined)
  return result
}

/**
 * Runs the work with a store that refuses calls after the work has ended: a database would accept such writes, and no rollback would undo
 * them. A call of the store can be several statements, so the transaction ends only after all calls that have begun.
 */
async function untilItsEnd<T>(inner: CalendarStore, work: (tx: CalendarStore) => Promise<T>): Promise<T> {
  const state: WorkState = { hasEnded: false, joined: 0, turn: Promise.resolve(), calls: new Set() }
  try {
    const result = await work(guardTransaction(inner, state))
    // A write that was begun and not awaited would be committed in part.
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
    revision: (nowMs, database) => around(async () => inner.revision(nowMs, database)),
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
    contract: store.contract,
    engineTransaction: store.engineTransaction,
    events: aroundEvents(store.events, around),
    venues: aroundCalls(store.venues, around),
    organizers: aroundCalls(store.organizers, around),
    terms: aroundCalls(store.terms, around),
    requests: aroundRequests(store.requests, around),
    proposals: aroundProposals(store.proposals, around),
    previews: aroundPreviews(store.previews, around),
    log: aroundLog(store.log, around),
    countByLink: (linkField, ids, filter, signal) => around(() => store.countByLink(linkField, ids, filter, signal)),
    lockNames: (kind, nameKeys) => around(() => store.lockNames(kind, nameKeys)),
    restore: (content) => around(() => store.restore(content)),
  }
}

const aroundEvents = (events: EventCollection, around: Around): EventCollection => ({
  ...aroundCalls(events, around),
  findIds: (query) => around(() => events.findIds(query)),
  countBy: (query) => around(() => events.countBy(query)),
  recount: (dryRun, atMs) => around(() => events.recount(dryRun, atMs)),
})

function aroundCalls<R extends StoredRecord, F, S>(collection: Collection<R, F, S>, around: Around): Collection<R, F, S> {
  return {
    getMany: (ids) => around(() => collection.getMany(ids)),
    find: (query) => around(() => collection.find(query)),
    count: (filter, signal) => around(() => collection.count(filter, signal)),
    insert: (draft, note) => around(() => collection.insert(draft, note)),
    insertMany: (drafts, note) => around(() => collection.insertMany(drafts, note)),
    update: (record, note) => around(() => collection.update(record, note)),
    updateMany: (records, note) => around(() => collection.updateMany(records, note)),
    delete: (id, version, note) => around(() => collection.delete(id, version, note)),
    deleteMany: (records, note) => around(() => collection.deleteMany(records, note)),
    replaceKeys: (records, atMs) => around(() => collection.replaceKeys(records, atMs)),
    getAliases: (ids) => around(() => collection.getAliases(ids)),
    addAliases: (aliases) => around(() => collection.addAliases(aliases)),
  }
}

function aroundRequests(requests: RequestTable, around: Around): RequestTable {
  return {
    insert: (row, limits) => around(() => requests.insert(row, limits)),
    complete: (keyHash, id) => around(() => requests.complete(keyHash, id)),
    get: (keyHash) => around(() => requests.get(keyHash)),
    deleteBefore: (atMs) => around(() => requests.deleteBefore(atMs)),
  }
}

function aroundProposals(proposals: ProposalTable, around: Around): ProposalTable {
  return {
    insert: (proposal) => around(() => proposals.insert(proposal)),
    get: (id) => around(() => proposals.get(id)),
    find: (query) => around(() => proposals.find(query)),
    decide: (id, decision) => around(() => proposals.decide(id, decision)),
  }
}

function aroundPreviews(previews: PreviewTable, around: Around): PreviewTable {
  return {
    insert: (preview) => around(() => previews.insert(preview)),
    get: (tokenHash) => around(() => previews.get(tokenHash)),
    deleteOf: (eventId) => around(() => previews.deleteOf(eventId)),
    deleteEnded: (untilMs) => around(() => previews.deleteEnded(untilMs)),
  }
}

function aroundLog(log: ChangeLog, around: Around): ChangeLog {
  return {
    number: () => around(() => log.number()),
    head: () => around(() => log.head()),
    read: (query) => around(() => log.read(query)),
    history: (query) => around(() => log.history(query)),
    prune: (limits) => around(() => log.prune(limits)),
    hold: (name, hold) => around(() => log.hold(name, hold)),
    writtenSince: (mark) => around(() => log.writtenSince(mark)),
  }
}

/** Passes if both databases of the store respond: that for writes, and that for reads. */
export async function pingStore(store: CalendarStore, nowMs: number): Promise<void> {
  await Promise.all([store.revision(nowMs, 'writes'), store.revision(nowMs)])
}
