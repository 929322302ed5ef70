import type { CalendarStore } from '@kalends/core'
import type { RequestTable, StoredRequest } from '@kalends/core/store'
import { wrapStore } from '../../../packages/testing/src/wrap-store.ts'
import type { StoreMutant } from './store-mutant.ts'

/** A store whose table of requests is changed. */
const onRequests = (change: (requests: RequestTable) => Partial<RequestTable>) => (store: CalendarStore) =>
  wrapStore(store, { requests: (requests) => ({ ...requests, ...change(requests) }) })

/** Changes the rows that are inserted. */
const inserting = (change: (row: StoredRequest) => StoredRequest) =>
  onRequests((requests) => ({ insert: (row, limits) => requests.insert(change(row), limits) }))

/** Changes the rows that are read. */
const reading = (change: (row: StoredRequest) => StoredRequest) =>
  onRequests((requests) => ({
    get: async (keyHash) => {
      const row = await requests.get(keyHash)
      return row && change(row)
    },
  }))

/** Keeps the rows beside the transactions of the store. */
function plantWithoutTransactions(store: CalendarStore): CalendarStore {
  const rows = new Map<string, StoredRequest>()
  return wrapStore(store, {
    requests: () => ({
      insert: async (row) => {
        if (rows.has(row.keyHash)) return false
        rows.set(row.keyHash, row)
        return true
      },
      complete: async () => undefined,
      get: async (keyHash) => rows.get(keyHash),
      deleteBefore: async () => 0,
    }),
  })
}

/** Mutants of the table of requests. */
export const requestMutants: readonly StoreMutant[] = [
  {
    key: 'requests/not-unique',
    title: 'insert reports success for a taken key',
    foundBy: 'requests/taken',
    plant: onRequests((requests) => ({ insert: async (row, limits) => (await requests.insert(row, limits)) || true })),
  },
  {
    key: 'requests/throws',
    title: 'insert throws for a taken key',
    foundBy: 'requests/usable',
    plant: onRequests((requests) => ({
      insert: async (row, limits) => {
        if (!(await requests.insert(row, limits))) throw new Error('duplicate key')
        return true
      },
    })),
  },
  {
    key: 'requests/replaced',
    title: 'a later row replaces the stored one',
    foundBy: 'requests/taken',
    plant: onRequests((requests) => ({
      insert: async (row, limits) => {
        const isTaken = !(await requests.insert(row, limits))
        if (isTaken) await requests.insert(row, { ...limits, firstKeptMs: Number.MAX_SAFE_INTEGER })
        return !isTaken
      },
    })),
  },
  {
    key: 'requests/any-case',
    title: 'keys that differ in case are the same',
    foundBy: 'requests/equality',
    plant: inserting((row) => ({ ...row, keyHash: row.keyHash.toLowerCase() })),
  },
  {
    key: 'requests/short-keys',
    title: 'keys are cut after 100 characters',
    foundBy: 'requests/equality',
    plant: onRequests((requests) => ({
      insert: (row, limits) => requests.insert({ ...row, keyHash: row.keyHash.slice(0, 100) }, limits),
      get: (keyHash) => requests.get(keyHash.slice(0, 100)),
    })),
  },
  {
    key: 'requests/cut',
    title: 'fingerprints are cut after 100 characters',
    foundBy: 'requests/long',
    plant: inserting((row) => ({ ...row, fingerprint: row.fingerprint.slice(0, 100) })),
  },
  {
    key: 'requests/kind-lost',
    title: 'every row comes back with the kind event',
    foundBy: 'requests/get',
    plant: reading((row) => ({ ...row, kind: 'event' })),
  },
  {
    key: 'requests/incomplete',
    title: 'complete does nothing',
    foundBy: 'requests/complete',
    plant: onRequests(() => ({ complete: async () => undefined })),
  },
  {
    key: 'requests/touched',
    title: 'complete changes the time of the row',
    foundBy: 'requests/complete',
    plant: reading((row) => (row.id === 0 ? row : { ...row, atMs: row.atMs + 1 })),
  },
  {
    key: 'requests/never-expires',
    title: 'expired rows are not replaced',
    foundBy: 'requests/expired',
    plant: onRequests((requests) => ({ insert: (row, limits) => requests.insert(row, { ...limits, firstKeptMs: 0 }) })),
  },
  {
    key: 'requests/expires-early',
    title: 'a row of the first kept time is replaced, too',
    foundBy: 'requests/expired',
    plant: onRequests((requests) => ({
      insert: (row, limits) => requests.insert(row, { ...limits, firstKeptMs: limits.firstKeptMs + 1 }),
    })),
  },
  {
    key: 'requests/keeps-id',
    title: 'a row that replaces an expired one keeps its id',
    foundBy: 'requests/expired',
    plant: onRequests((requests) => ({
      insert: async (row, limits) => {
        const stored = await requests.get(row.keyHash)
        const isInserted = await requests.insert(row, limits)
        if (isInserted && stored !== undefined) await requests.complete(row.keyHash, stored.id)
        return isInserted
      },
    })),
  },
  {
    key: 'requests/own-transaction',
    title: 'rows are not part of the transaction',
    foundBy: 'requests/rollback',
    plant: plantWithoutTransactions,
  },
  {
    key: 'requests/nested-lost',
    title: 'a joined transaction inserts no rows',
    foundBy: 'requests/nested',
    plant: (store) => ({
      ...wrapStore(store, {}),
      transaction: (work) =>
        store.transaction((tx) =>
          work({ ...tx, transaction: (nested) => nested({ ...tx, requests: { ...tx.requests, insert: async () => true } }) }),
        ),
    }),
  },
  {
    key: 'requests/unseen',
    title: 'a transaction does not see its own rows',
    foundBy: 'requests/sees-own',
    plant: (store) => ({
      ...wrapStore(store, {}),
      transaction: (work) =>
        store.transaction((tx) => work({ ...tx, requests: { ...tx.requests, get: (keyHash) => store.requests.get(keyHash) } })),
    }),
  },
  {
    key: 'requests/inclusive',
    title: 'deleteBefore deletes rows of the given time, too',
    foundBy: 'requests/delete-before',
    plant: onRequests((requests) => ({ deleteBefore: (atMs) => requests.deleteBefore(atMs + 1) })),
  },
  {
    key: 'requests/never-deleted',
    title: 'deleteBefore deletes nothing',
    foundBy: 'requests/delete-before',
    plant: onRequests(() => ({ deleteBefore: async () => 0 })),
  },
  {
    key: 'requests/all-at-once',
    title: 'deleteBefore deletes any number of rows in one call',
    foundBy: 'requests/delete-portions',
    plant: onRequests((requests) => ({
      deleteBefore: async (atMs) => {
        let deleted = 0
        for (let portion = 1; portion > 0; deleted += portion) portion = await requests.deleteBefore(atMs)
        return deleted
      },
    })),
  },
]
