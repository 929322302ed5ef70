import type { CalendarStore } from '@kalends/core'
import { deletedRequests, type StoredRequest } from '@kalends/core/store'
import { assertEqual, assertTrue } from '../../assert.ts'
import { nastyTexts, wideText } from '../../nasty-texts.ts'
import { type ConformanceCase, defineCase } from '../case.ts'

/** A stored response with the given members. */
const requestRow = (given: Partial<StoredRequest> = {}): StoredRequest => ({
  keyHash: 'key',
  fingerprint: 'content',
  atMs: 1_800_000_000_000,
  status: 201,
  headers: '{"Location":"https://example.org/events/7"}',
  body: '{"id":7}',
  ...given,
})

const insertRows = (store: CalendarStore, rows: readonly StoredRequest[]): Promise<void> =>
  store.transaction(async (tx) => {
    for (const row of rows) assertTrue(await tx.requests.insert(row), `the key ${row.keyHash} is free`)
  })

/** The keys of the rows that are stored. */
async function keysStored(store: CalendarStore, rows: readonly StoredRequest[]): Promise<string[]> {
  const found: string[] = []
  for (const { keyHash } of rows) if ((await store.requests.get(keyHash)) !== undefined) found.push(keyHash)
  return found
}

/** The error with which a transaction stops whose key is taken. */
const taken = new Error('taken')

const keyCases = [
  defineCase('requests/get', 'a stored row is returned by its key, and undefined for any other key', async ({ store }) => {
    assertEqual(await store.requests.get('key'), undefined, 'before')
    assertEqual(await store.requests.insert(requestRow()), true, 'inserted')
    assertEqual(await store.requests.get('key'), requestRow(), 'by its key')
    assertEqual(await store.requests.get('other'), undefined, 'by another key')
    assertEqual(await store.requests.get('content'), undefined, 'by the fingerprint')
  }),
  defineCase('requests/taken', 'insert returns false for a taken key and leaves the stored row unchanged', async ({ store }) => {
    await store.requests.insert(requestRow())
    const other = requestRow({ fingerprint: 'other', atMs: 1_900_000_000_000, status: 200, headers: '{}', body: '{}' })
    assertEqual(await store.requests.insert(requestRow()), false, 'the same row')
    assertEqual(await store.requests.insert(other), false, 'another row')
    assertEqual(await store.requests.get('key'), requestRow(), 'stored')
  }),
  defineCase('requests/equality', 'keys that differ in case or in any character are different', async ({ store }) => {
    const keys = ['key', 'KEY', 'Key', 'key_', 'key-', `${'k'.repeat(254)}1`, `${'k'.repeat(254)}2`]
    const rows = keys.map((keyHash, at) => requestRow({ keyHash, body: String(at) }))
    await insertRows(store, rows)
    for (const row of rows) assertEqual(await store.requests.get(row.keyHash), row, row.keyHash)
  }),
  defineCase('requests/texts', 'headers and body come back exactly, whatever they contain', async ({ store }) => {
    const rows = nastyTexts.map(({ key, text }) => requestRow({ keyHash: key, headers: text, body: `${text}${text}` }))
    await insertRows(store, rows)
    for (const row of rows) assertEqual(await store.requests.get(row.keyHash), row, row.keyHash)
  }),
  defineCase('requests/long', 'the longest hashes, headers and bodies are stored whole', async ({ store }) => {
    const row = requestRow({
      keyHash: '~'.repeat(255),
      fingerprint: '!'.repeat(255),
      status: 999,
      headers: 'h'.repeat(65_535),
      body: `${wideText(100_000)}${'b'.repeat(1_000_000)}`,
    })
    assertEqual(await store.requests.insert(row), true, 'inserted')
    assertTrue(JSON.stringify(await store.requests.get(row.keyHash)) === JSON.stringify(row), 'a long row comes back unchanged')
  }),
]

const transactionCases = [
  defineCase('requests/sees-own', 'a transaction sees its own row, and its key is taken inside', async ({ store, draft }) => {
    await store.transaction(async (tx) => {
      assertEqual(await tx.requests.insert(requestRow()), true, 'first')
      assertEqual(await tx.requests.get('key'), requestRow(), 'inside')
      assertEqual(await tx.requests.insert(requestRow({ body: '' })), false, 'again')
      // A transaction stays usable after a taken key.
      await tx.venues.insert(draft.venue())
    })
    assertEqual(await store.requests.get('key'), requestRow(), 'afterwards')
    assertEqual(await store.venues.count({}), 1, 'the write after the taken key')
  }),
  defineCase('requests/usable', 'a transaction stays usable after a key that another one has stored', async ({ store, draft }) => {
    await store.requests.insert(requestRow())
    await store.transaction(async (tx) => {
      await tx.venues.insert(draft.venue())
      assertEqual(await tx.requests.insert(requestRow()), false, 'inserted')
      assertEqual(await tx.requests.get('key'), requestRow(), 'read inside')
      await tx.venues.insert(draft.venue())
    })
    assertEqual(await store.venues.count({}), 2, 'venues')
  }),
  defineCase('requests/rollback', 'a rollback frees the key', async ({ store, draft }) => {
    const stop = new Error('stop')
    const outcome = await store
      .transaction(async (tx) => {
        await tx.venues.insert(draft.venue())
        await tx.requests.insert(requestRow({ body: 'undone' }))
        throw stop
      })
      .catch((error: unknown) => error)
    assertTrue(outcome === stop, `expected the error of the work, got ${String(outcome)}`)
    assertEqual(await store.requests.get('key'), undefined, 'after the rollback')
    assertEqual(await store.requests.insert(requestRow()), true, 'inserted again')
    assertEqual(await store.requests.get('key'), requestRow(), 'stored')
  }),
  defineCase('requests/nested', 'a row of a joined transaction is committed and undone with the outer one', async ({ store }) => {
    const nest = (row: StoredRequest) => (tx: CalendarStore) => tx.transaction((joined) => joined.requests.insert(row))
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
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, async (_, at) => {
          const row = requestRow({ body: String(at) })
          const work = store.transaction(async (tx) => {
            await tx.events.insert(draft.event())
            if (!(await tx.requests.insert(row))) throw taken
            return row
          })
          const own = await work.catch((error: unknown) => {
            if (error !== taken) throw error
            return undefined
          })
          return { own, found: await store.requests.get('key') }
        }),
      )
      const won = outcomes.flatMap(({ own }) => own ?? [])
      assertEqual(won.length, 1, 'winners')
      for (const { found } of outcomes) assertEqual(found, won[0], 'the row that each transaction finds')
      assertEqual(await store.events.count({}), 1, 'events')
    },
  ),
  defineCase('requests/waits', 'a transaction gets the key if the one that holds it is rolled back', async ({ store }) => {
    let end = (): void => undefined
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    let enter = (): void => undefined
    const entered = new Promise<void>((resolve) => {
      enter = resolve
    })
    const first = store
      .transaction(async (tx) => {
        await tx.requests.insert(requestRow({ body: 'undone' }))
        enter()
        await ended
        throw taken
      })
      .catch((error: unknown) => error)
    await entered
    const second = store.transaction((tx) => tx.requests.insert(requestRow()))
    end()
    assertTrue((await first) === taken, 'the first transaction fails with the error of its work')
    assertEqual(await second, true, 'inserted by the second')
    assertEqual(await store.requests.get('key'), requestRow(), 'stored')
  }),
]

const deletionCases = [
  defineCase('requests/delete-before', 'deleteBefore deletes the rows of smaller times alone, and counts them', async ({ store }) => {
    const rows = [5, 1, 4, 2, 3].map((atMs) => requestRow({ keyHash: `at-${atMs}`, atMs }))
    await insertRows(store, rows)
    assertEqual(await store.requests.deleteBefore(1), 0, 'none is older')
    assertEqual(await store.requests.deleteBefore(4), 3, 'deleted')
    assertEqual((await keysStored(store, rows)).sort(), ['at-4', 'at-5'], 'left')
    assertEqual(await store.requests.deleteBefore(4), 0, 'again')
    assertEqual(await store.requests.insert(requestRow({ keyHash: 'at-1' })), true, 'a deleted key is free')
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
    await store.requests.insert(requestRow())
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

/** Responses to requests with a key: unique keys, exact texts, transactions, and deletion by age. */
export const requestCases: readonly ConformanceCase[] = [...keyCases, ...transactionCases, ...deletionCases]
