import type { CalendarStore } from '@kalends/core'
import {
  type ChangeLog,
  type Collection,
  type FacetQuery,
  type FindQuery,
  type RecordFilter,
  type RequestTable,
  requireKnownOptions,
  type SortKey,
  type StoredRecord,
  type StoredRequest,
} from '@kalends/core/store'
import { show } from './assert.ts'
import { deepFreeze } from './deep-freeze.ts'
import { aroundCalls, aroundLog, aroundPreviews, aroundProposals, aroundRequests, wrapStore } from './wrap-store.ts'

/** The required part of `AsyncLocalStorage` of `node:async_hooks`. */
export interface AsyncContext {
  /** Runs work in which {@link AsyncContext.getStore} returns the value. */
  run<T>(value: boolean, work: () => T): T
  /** The value of the calling work. */
  getStore(): boolean | undefined
}

/**
 * Wraps a store and throws on misuse: when the work of a transaction uses the outer store (which would hang on a store with one
 * connection), when `tx` is used after its transaction has ended, when a query breaks the contract, and when a returned record is changed.
 * @param options.context an `AsyncLocalStorage`, to distinguish the work of a transaction from concurrent work; without one, any use of the
 * outer store while a transaction is open is an error
 * @throws TypeError an option is unknown
 */
export function strictStore(store: CalendarStore, options: { readonly context?: AsyncContext | undefined } = {}): CalendarStore {
  requireKnownOptions('strictStore', options, { context: true })
  const { context } = options
  let open = 0
  const isInside = (): boolean => (context === undefined ? open > 0 : context.getStore() === true)
  const outside = guarded(store, (what) => {
    if (isInside()) throw new Error(`${what} was called on the store inside a transaction: use tx`)
  })
  return {
    ...outside,
    transaction(work) {
      if (isInside()) throw new Error('a transaction was begun on the store inside a transaction: use tx')
      return store.transaction(async (tx) => {
        const strict = strictTransaction(tx)
        open++
        try {
          return await (context === undefined ? work(strict.tx) : context.run(true, () => work(strict.tx)))
        } finally {
          open--
          strict.end()
        }
      })
    },
  }
}

function strictTransaction(inner: CalendarStore): { readonly tx: CalendarStore; end(): void } {
  let ended = false
  const check = (what: string): void => {
    if (ended) throw new Error(`${what} was called on tx after its transaction had ended: await all work`)
  }
  const tx: CalendarStore = {
    ...guarded(inner, check),
    transaction(work) {
      check('transaction')
      // Joined work gets the same guard, which ends with the outer transaction.
      return inner.transaction(() => work(tx))
    },
  }
  return {
    tx,
    end() {
      ended = true
    },
  }
}

/** The store with a check before each call; the records that it returns are frozen. */
function guarded(store: CalendarStore, check: (what: string) => void): CalendarStore {
  const around = async <T>(what: string, call: () => T | Promise<T>): Promise<T> => {
    check(what)
    return deepFreeze(await call())
  }
  return wrapStore(store, {
    collection: (collection, name) => aroundCalls(queriesChecked(collection), (call) => around(name, call)),
    findIds: (find) => (query) =>
      around('events', () => {
        checkQuery(query)
        return find(query)
      }),
    countBy: (count) => (query) =>
      around('events', () => {
        checkFacets(query)
        return count(query)
      }),
    recount:
      (recount) =>
      (...given) =>
        around('events', () => recount(...given)),
    requests: (requests) => aroundRequests(rowsChecked(requests), (call) => around('requests', call)),
    proposals: (proposals) => aroundProposals(proposals, (call) => around('proposals', call)),
    previews: (previews) => aroundPreviews(previews, (call) => around('previews', call)),
    log: (log) => aroundLog(readsChecked(log), (call) => around('log', call)),
    rest: (inner) => ({
      countByLink: (linkField, ids, filter, signal) => around('countByLink', () => inner.countByLink(linkField, ids, filter, signal)),
      lockNames: (kind, nameKeys) => around('lockNames', () => inner.lockNames(kind, nameKeys)),
      restore: (content) => around('restore', () => inner.restore(content)),
      revision: (nowMs, database) => around('revision', () => inner.revision(nowMs, database)),
    }),
  })
}

function queriesChecked<R extends StoredRecord, F extends RecordFilter, S extends SortKey<string>>(
  collection: Collection<R, F, S>,
): Collection<R, F, S> {
  return {
    ...aroundCalls(collection, (call) => call()),
    async find(query) {
      checkQuery(query)
      return collection.find(query)
    },
  }
}

function rowsChecked(requests: RequestTable): RequestTable {
  return {
    ...aroundRequests(requests, (call) => call()),
    async insert(row, limits) {
      checkRow(row)
      return requests.insert(row, limits)
    },
  }
}

function readsChecked(log: ChangeLog): ChangeLog {
  return {
    ...aroundLog(log, (call) => call()),
    async read(query) {
      const { after, limit } = query
      if (!Number.isSafeInteger(after) || after < 0) throw new Error(`a number of the log is an integer of 0 or more, not ${after}`)
      if (!Number.isSafeInteger(limit) || limit < 1 || limit > 1_000)
        throw new Error(`a limit of the log is an integer from 1 to 1,000, not ${limit}`)
      return log.read(query)
    },
    async hold(name, hold) {
      if (!/^[!-~]{1,64}$/.test(name)) throw new Error(`the name of a hold has 1 to 64 visible ASCII characters, not ${show(name)}`)
      if (hold !== null && !(Number.isSafeInteger(hold.seq) && hold.seq >= 0 && Number.isSafeInteger(hold.atMs)))
        throw new Error(`a hold has integers, not ${show(hold)}`)
      return log.hold(name, hold)
    },
  }
}

const visibleAscii = /^[\x21-\x7e]{1,255}$/

function checkRow({ keyHash, fingerprint, id, atMs }: StoredRequest): void {
  for (const text of [keyHash, fingerprint])
    if (!visibleAscii.test(text)) throw new Error(`a hash of a request has 1 to 255 visible ASCII characters, not ${show(text)}`)
  if (!Number.isSafeInteger(atMs)) throw new Error(`the time of a request is an integer, not ${atMs}`)
  if (id !== 0) throw new Error(`a request is inserted with the id 0, not ${id}`)
}

function checkFacets({ by, limit }: FacetQuery): void {
  if (by.length < 1 || by.length > 2 || new Set(by).size < by.length)
    throw new Error(`events are counted by one or two facets, not ${show(by)}`)
  if (!Number.isSafeInteger(limit) || limit < 1) throw new Error(`a limit is an integer of 1 or more, not ${limit}`)
}

function checkQuery<F, S extends SortKey<string>>({ order, offset, limit }: FindQuery<F, S>): void {
  if (order.at(-1)?.key !== 'id') throw new Error(`an order has to end with id, not ${show(order)}`)
  if (!Number.isSafeInteger(offset) || offset < 0) throw new Error(`an offset is an integer of 0 or more, not ${offset}`)
  if (!Number.isSafeInteger(limit) || limit < 1) throw new Error(`a limit is an integer of 1 or more, not ${limit}`)
}
