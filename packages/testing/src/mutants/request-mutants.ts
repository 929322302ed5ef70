import type { CalendarStore } from '@kalends/core'
import type { RequestTable, StoredRequest } from '@kalends/core/store'
import { wrapStore } from '../wrap-store.ts'
import type { StoreMutant } from './store-mutant.ts'

/** A store whose responses to requests are changed. */
const onRequests = (change: (requests: RequestTable) => Partial<RequestTable>) => (store: CalendarStore) =>
  wrapStore(store, { requests: (requests) => ({ ...requests, ...change(requests) }) })

/** Changes the rows that are inserted. */
const inserting = (change: (row: StoredRequest) => StoredRequest) =>
  onRequests((requests) => ({ insert: (row) => requests.insert(change(row)) }))

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
      get: async (keyHash) => rows.get(keyHash),
      deleteBefore: async () => 0,
    }),
  })
}

/** Mutants of responses to requests. */
export const requestMutants: readonly StoreMutant[] = [
  {
    key: 'requests/not-unique',
    title: 'insert reports success for a taken key',
    foundBy: 'requests/taken',
    plant: onRequests((requests) => ({ insert: async (row) => (await requests.insert(row)) || true })),
  },
  {
    key: 'requests/throws',
    title: 'insert throws for a taken key',
    foundBy: 'requests/usable',
    plant: onRequests((requests) => ({
      insert: async (row) => {
        if (!(await requests.insert(row))) throw new Error('duplicate key')
        return true
      },
    })),
  },
  {
    key: 'requests/replaced',
    title: 'a later row replaces the stored one',
    foundBy: 'requests/taken',
    plant: onRequests((requests) => ({
      insert: async (row) => {
        const stored = await requests.get(row.keyHash)
        if (stored !== undefined) await requests.deleteBefore(stored.atMs + 1)
        return (await requests.insert(row)) && stored === undefined
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
      insert: (row) => requests.insert({ ...row, keyHash: row.keyHash.slice(0, 100) }),
      get: (keyHash) => requests.get(keyHash.slice(0, 100)),
    })),
  },
  {
    key: 'requests/trimmed',
    title: 'spaces at the ends of a body are lost',
    foundBy: 'requests/texts',
    plant: reading((row) => ({ ...row, body: row.body.trim() })),
  },
  {
    key: 'requests/cut',
    title: 'bodies are cut after 65,535 characters',
    foundBy: 'requests/long',
    plant: inserting((row) => ({ ...row, body: row.body.slice(0, 65_535) })),
  },
  {
    key: 'requests/status-lost',
    title: 'every row comes back with the status 200',
    foundBy: 'requests/get',
    plant: reading((row) => ({ ...row, status: 200 })),
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
