import { type CalendarStore, isCalendarError } from '@kalends/core'
import { deletedRequests, type RequestTable, type StoredRequest } from '@kalends/core/store'
import { assertEqual, assertTrue } from '../../assert.ts'
import { type ConformanceCase, defineCase } from '../case.ts'

/** A row with the given members. */
const requestRow = (given: Partial<StoredRequest> = {}): StoredRequest => ({
  keyHash: 'key',
  fingerprint: 'content',
  kind: 'event',
  id: 0,
  atMs: 1_800_000_000_000,
  ...given,
})

/** No row expires, and a call waits for as long as a test may. */
const limits: Parameters<RequestTable['insert']>[1] = { firstKeptMs: 0, maxWaitMs: 30_000 }

const insertRows = (store: CalendarStore, rows: readonly StoredRequest[]): Promise<void> =>
  store.transaction(async (tx) => {
    for (const row of rows) assertTrue(await tx.requests.insert(row, limits), `the key ${row.keyHash} is free`)
  })

/** The keys of the rows that are stored. */
async function keysStored(store: CalendarStore, rows: readonly StoredRequest[]): Promise<string[]> {
  const found: string[] = []
  for (const { keyHash } of rows) if ((await store.requests.get(keyHash)) !== undefined) found.push(keyHash)
  return found
}

/** The error with which a transaction of a test ends. */
const taken = new Error('taken')

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** A transaction that inserts a row, and stays open until it is rolled back. */
function holdKey(store: CalendarStore): { readonly hasKey: Promise<void>; rollBack(): void; readonly ended: Promise<unknown> } {
  let rollBack = (): void => undefined
  const rolledBack = new Promise<void>((resolve) => {
    rollBack = resolve
  })
  let begin = (): void => undefined
  const hasKey = new Promise<void>((resolve) => {
    begin = resolve
  })
  const ended = store
    .transaction(async (tx) => {
      await tx.requests.insert(requestRow({ fingerprint: 'undone' }), limits)
      begin()
      await rolledBack
      throw taken
    })
    .catch((error: unknown) => error)
  return { hasKey, rollBack: () => rollBack(), ended }
}

const keyCases = [
  defineCase('requests/get', 'a stored row is returned by its key, and undefined for any other key', async ({ store }) => {
    assertEqual(await store.requests.get('key'), undefined, 'before')
    assertEqual(await store.requests.insert(requestRow({ kind: 'tag' }), limits), true, 'inserted')
    assertEqual(await store.requests.get('key'), requestRow({ kind: 'tag' }), 'by its key')
    assertEqual(await store.requests.get('other'), undefined, 'by another key')
    assertEqual(await store.requests.get('content'), undefined, 'by the fingerprint')
  }),
  defineCase('requests/taken', 'insert returns false for a taken key and leaves the stored row unchanged', async ({ store }) => {
    await store.requests.insert(requestRow(), limits)
    const other = requestRow({ fingerprint: 'other', kind: 'venue', atMs: 1_900_000_000_000 })
    assertEqual(await store.requests.insert(requestRow(), limits), false, 'the same row')
    assertEqual(await store.requests.insert(other, limits), false, 'another row')
    assertEqual(await store.requests.get('key'), requestRow(), 'stored')
  }),
  defineCase('requests/equality', 'keys that differ in case or in any character are different', async ({ store }) => {
    const keys = ['key', 'KEY', 'Key', 'key_', 'key-', `${'k'.repeat(254)}1`, `${'k'.repeat(254)}2`]
    const rows = keys.map((keyHash, at) => requestRow({ keyHash, fingerprint: `content ${at}`.replace(' ', '-') }))
    await insertRows(store, rows)
    for (const row of rows) assertEqual(await store.requests.get(row.keyHash), row, row.keyHash)
  }),
  defineCase('requests/long', 'the longest hashes and the largest times are stored whole', async ({ store }) => {
    const row = requestRow({ keyHash: '~'.repeat(255), fingerprint: '!'.repeat(255), kind: 'organizer', atMs: 8_640_000_000_000_000 })
    assertEqual(await store.requests.insert(row, limits), true, 'inserted')
    assertEqual(await store.requests.get(row.keyHash), row, 'stored')
  }),
  defineCase('requests/complete', 'complete gives the row with that key the id of its record, and nothing else', async ({ store }) => {
    await insertRows(store, [requestRow(), requestRow({ keyHash: 'other' })])
    await store.transaction((tx) => tx.requests.complete('key', 9_007_199_254_740_991))
    assertEqual(await store.requests.get('key'), requestRow({ id: 9_007_199_254_740_991 }), 'the row')
    assertEqual(await store.requests.get('other'), requestRow({ keyHash: 'other' }), 'another row')
  }),
  defineCase('requests/expired', 'insert replaces a row of a smaller time than the first that is kept, once', async ({ store }) => {
    const [old, next] = [requestRow({ atMs: 1_000 }), requestRow({ fingerprint: 'next', kind: 'venue', atMs: 3_000 })]
    await insertRows(store, [old])
    await store.requests.complete('key', 7)
    assertEqual(await store.requests.insert(next, { ...limits, firstKeptMs: 1_000 }), false, 'kept')
    assertEqual(await store.requests.get('key'), { ...old, id: 7 }, 'the kept row')
    assertEqual(await store.requests.insert(next, { ...limits, firstKeptMs: 1_001 }), true, 'expired')
    assertEqual(await store.requests.get('key'), next, 'the new row')
    assertEqual(await store.requests.insert(next, { ...limits, firstKeptMs: 1_001 }), false, 'again')
  }),
]

const transactionCases = [
  defineCase('requests/sees-own', 'a transaction sees its own row, and its key is taken inside', async ({ store, draft }) => {
    await store.transaction(async (tx) => {
      assertEqual(await tx.requests.insert(requestRow(), limits), true, 'first')
      assertEqual(await tx.requests.get('key'), requestRow(), 'inside')
      assertEqual(await tx.requests.insert(requestRow({ fingerprint: 'other' }), limits), false, 'again')
      // A transaction stays usable after a taken key.
      await tx.venues.insert(draft.venue())
      await tx.requests.complete('key', 7)
    })
    assertEqual(await store.requests.get('key'), requestRow({ id: 7 }), 'afterwards')
    assertEqual(await store.venues.count({}), 1, 'the write after the taken key')
  }),
  defineCase('requests/usable', 'a transaction stays usable after a key that another one has stored', async ({ store, draft }) => {
    await store.requests.insert(requestRow(), limits)
    await store.transaction(async (tx) => {
      await tx.venues.insert(draft.venue())
      assertEqual(await tx.requests.insert(requestRow(), limits), false, 'inserted')
      assertEqual(await tx.requests.get('key'), requestRow(), 'read inside')
      await tx.venues.insert(draft.venue())
    })
    assertEqual(await store.venues.count({}), 2, 'venues')
  }),
  defineCase('requests/rollback', 'a rollback frees the key', async ({ store, draft }) => {
    const stop = new Error('stop')
    const outcome = await store
      .transaction(async (tx) => {
        await tx.requests.insert(requestRow({ fingerprint: 'undone' }), limits)
        const { id } = await tx.venues.insert(draft.venue())
        await tx.requests.complete('key', id)
        throw stop
      })
      .catch((error: unknown) => error)
    assertTrue(outcome === stop, `expected the error of the work, got ${String(outcome)}`)
    assertEqual(await store.requests.get('key'), undefined, 'after the rollback')
    assertEqual(await store.requests.insert(requestRow(), limits), true, 'inserted again')
    assertEqual(await store.requests.get('key'), requestRow(), 'stored')
  }),
  defineCase('requests/expired-rollback', 'a rollback restores an expired row', async ({ store }) => {
    await store.requests.insert(requestRow(), limits)
    await store
      .transaction(async (tx) => {
        const isReplaced = await tx.requests.insert(requestRow({ atMs: 1_900_000_000_000 }), { ...limits, firstKeptMs: 1_900_000_000_000 })
        assertEqual(isReplaced, true, 'replaced')
        throw taken
      })
      .catch((error: unknown) => assertTrue(error === taken, String(error)))
    assertEqual(await store.requests.get('key'), requestRow(), 'afterwards')
  }),
  defineCase('requests/nested', 'a row of a joined transaction is committed and undone with the outer one', async ({ store }) => {
    const nest = (row: StoredRequest) => (tx: CalendarStore) => tx.transaction((joined) => joined.requests.insert(row, limits))
    assertEqual(await store.transaction(nest(requestRow())), true, 'inserted')
    await store
      .transaction(async (tx) => {
        await nest(requestRow({ keyHash: 'undone' }))(tx)
        throw taken
      })
      .catch(() => undefined)
    assertEqual(await keysStored(store, [requestRow(), requestRow({ keyHash: 'undone' })]), ['key'], 'stored')
  }),
  defineCase(
    'requests/concurrent',
    'of 20 concurrent transactions with one key, one commits its row and its record; the others find that row',
    async ({ store, draft }) => {
      const found = await Promise.all(
        Array.from({ length: 20 }, () =>
          store.transaction(async (tx) => {
            if (!(await tx.requests.insert(requestRow(), limits))) return { isOwn: false, row: await tx.requests.get('key') }
            const { id } = await tx.events.insert(draft.event())
            await tx.requests.complete('key', id)
            return { isOwn: true, row: await tx.requests.get('key') }
          }),
        ),
      )
      assertEqual(found.filter(({ isOwn }) => isOwn).length, 1, 'winners')
      const [event] = await store.events.find({ filter: {}, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: 2 })
      for (const { row } of found) assertEqual(row, requestRow({ id: event?.id ?? 0 }), 'the row that each transaction finds')
      assertEqual(await store.events.count({}), 1, 'events')
    },
  ),
  defineCase(
    'requests/concurrent-expired',
    'of 20 concurrent transactions that find an expired row, one replaces it',
    async ({ store }) => {
      await store.requests.insert(requestRow({ atMs: 1_000 }), limits)
      const isReplaced = await Promise.all(
        Array.from({ length: 20 }, () => store.transaction((tx) => tx.requests.insert(requestRow(), { ...limits, firstKeptMs: 2_000 }))),
      )
      assertEqual(isReplaced.filter((replaced) => replaced).length, 1, 'winners')
      assertEqual(await store.requests.get('key'), requestRow(), 'stored')
    },
  ),
  defineCase('requests/waits', 'a transaction gets the key if the one that holds it is rolled back', async ({ store }) => {
    const holder = holdKey(store)
    await holder.hasKey
    const second = store.transaction((tx) => tx.requests.insert(requestRow(), limits))
    holder.rollBack()
    assertTrue((await holder.ended) === taken, 'the first transaction fails with the error of its work')
    assertEqual(await second, true, 'inserted by the second')
    assertEqual(await store.requests.get('key'), requestRow(), 'stored')
  }),
  defineCase(
    'requests/wait-limit',
    'insert throws request_in_progress if another transaction holds the key for longer, and its own transaction writes nothing',
    async ({ store, draft }) => {
      const holder = holdKey(store)
      await holder.hasKey
      let begin = (): void => undefined
      const begun = new Promise<void>((resolve) => {
        begin = resolve
      })
      const second = store
        .transaction(async (tx) => {
          begin()
          await tx.venues.insert(draft.venue())
          await tx.requests.insert(requestRow(), { ...limits, maxWaitMs: 100 }).catch(() => undefined)
          await tx.venues.insert(draft.venue())
        })
        .catch((error: unknown) => error)
      // The transactions of a store with one writer do not overlap: the second one begins when the first one has ended.
      const overlaps = await Promise.race([begun.then(() => true), after(300).then(() => false)])
      if (overlaps) assertTrue(isCalendarError(await second, 'request_in_progress'), `the second gets ${String(await second)}`)
      holder.rollBack()
      await holder.ended
      if (!overlaps) await second
      assertEqual(await store.venues.count({}), overlaps ? 0 : 2, 'venues')
    },
  ),
]

const deletionCases = [
  defineCase('requests/delete-before', 'deleteBefore deletes the rows of smaller times alone, and counts them', async ({ store }) => {
    const rows = [5, 1, 4, 2, 3].map((atMs) => requestRow({ keyHash: `at-${atMs}`, atMs }))
    await insertRows(store, rows)
    assertEqual(await store.requests.deleteBefore(1), 0, 'none is older')
    assertEqual(await store.requests.deleteBefore(4), 3, 'deleted')
    assertEqual((await keysStored(store, rows)).sort(), ['at-4', 'at-5'], 'left')
    assertEqual(await store.requests.deleteBefore(4), 0, 'again')
    assertEqual(await store.requests.insert(requestRow({ keyHash: 'at-1' }), limits), true, 'a deleted key is free')
  }),
  defineCase('requests/delete-portions', 'one call of deleteBefore deletes the 500 oldest rows', async ({ store }) => {
    const rows = Array.from({ length: deletedRequests + 2 }, (_, at) => requestRow({ keyHash: `at-${at}`, atMs: 10_000 - at }))
    await insertRows(store, rows)
    assertEqual(await store.requests.deleteBefore(20_000), deletedRequests, 'first call')
    assertEqual(await keysStored(store, rows), ['at-0', 'at-1'], 'left')
    assertEqual(await store.requests.deleteBefore(20_000), 2, 'second call')
    assertEqual(await keysStored(store, rows.slice(0, 2)), [], 'left in the end')
  }),
  defineCase('requests/delete-rollback', 'a rollback restores deleted rows', async ({ store }) => {
    await store.requests.insert(requestRow(), limits)
    await store
      .transaction(async (tx) => {
        assertEqual(await tx.requests.deleteBefore(requestRow().atMs + 1), 1, 'deleted')
        assertEqual(await tx.requests.get('key'), undefined, 'inside')
        throw taken
      })
      .catch((error: unknown) => assertTrue(error === taken, String(error)))
    assertEqual(await store.requests.get('key'), requestRow(), 'afterwards')
  }),
]

/** Requests with keys: unique keys, transactions, expiry, and deletion by age. */
export const requestCases: readonly ConformanceCase[] = [...keyCases, ...transactionCases, ...deletionCases]
