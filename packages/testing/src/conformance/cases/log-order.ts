import type { LoggedChange } from '@kalends/core/store'
import { assertEqual, assertTrue } from '../../assert.ts'
import { type ConformanceCase, defineCase } from '../case.ts'
import { logOf } from './log.ts'

const readingCases = [
  defineCase('log/read', 'rows are read after a number, by kind, up to a limit, in order', async ({ store, draft }) => {
    assertEqual(await store.log.head(), 0, 'the head of an empty log')
    assertEqual(await logOf(store), [], 'an empty log')
    for (let i = 0; i < 3; i++) {
      await store.events.insert(draft.event())
      await store.venues.insert(draft.venue())
    }
    await store.log.number()
    const seqsOf = async (query: Parameters<typeof store.log.read>[0]): Promise<readonly number[]> =>
      (await store.log.read(query)).map(({ seq }) => seq)
    assertEqual(await store.log.head(), 6, 'the head')
    assertEqual(await seqsOf({ after: 0, limit: 10 }), [1, 2, 3, 4, 5, 6], 'all')
    assertEqual(await seqsOf({ after: 2, limit: 2 }), [3, 4], 'two after 2')
    assertEqual(await seqsOf({ after: 1, kinds: ['event'], limit: 10 }), [3, 5], 'events')
    assertEqual(await seqsOf({ after: 0, kinds: ['venue', 'tag'], limit: 2 }), [2, 4], 'venues and tags')
    assertEqual(await seqsOf({ after: 0, kinds: [], limit: 2 }), [], 'no kind')
    assertEqual(await seqsOf({ after: 6, limit: 10 }), [], 'after the last')
  }),
  defineCase('log/rollback', 'a rollback leaves no row and no gap', async ({ store, draft }) => {
    await store.events.insert(draft.event())
    await store
      .transaction(async (tx) => {
        await tx.events.insert(draft.event())
        await tx.venues.insert(draft.venue())
        throw new Error('stop')
      })
      .catch(() => undefined)
    await store.venues.insert(draft.venue())
    assertEqual(
      (await logOf(store)).map(({ seq, kind }) => `${seq} ${kind}`),
      ['1 event', '2 venue'],
      'rows',
    )
  }),
  defineCase('log/inside', 'numbering inside a transaction that is rolled back leaves nothing', async ({ store, draft }) => {
    await store
      .transaction(async (tx) => {
        await tx.events.insert(draft.event())
        await tx.log.number()
        throw new Error('stop')
      })
      .catch(() => undefined)
    await store.venues.insert(draft.venue())
    assertEqual(
      (await logOf(store)).map(({ seq, kind }) => `${seq} ${kind}`),
      ['1 venue'],
      'rows',
    )
  }),
  defineCase('log/many', 'more rows than one statement has get their numbers', async ({ store, draft }) => {
    for (let i = 0; i < 3; i++) await store.venues.insertMany(Array.from({ length: 400 }, () => draft.venue()))
    const rows = await logOf(store)
    const rest = await store.log.read({ after: rows.length, limit: 1_000 })
    assertEqual([await store.log.head(), rows.length, rest.length], [1_200, 1_000, 200], 'rows')
    assertTrue(
      [...rows, ...rest].every(({ seq }, i) => seq === i + 1),
      'the numbers have no gaps',
    )
  }),
]

const writers = 12
const rounds = 12

const concurrencyCase = defineCase(
  'log/concurrent',
  'a reader that follows 12 writers reads each row once, in the order of the commits',
  async ({ store, draft }) => {
    let open = writers
    const committed: number[] = []
    const write = async (writer: number): Promise<void> => {
      for (let round = 0; round < rounds; round++) {
        const id = await store.transaction(async (tx) => {
          const venue = await tx.venues.insert(draft.venue())
          // Transactions of different lengths commit in another order than they begin.
          const reads = (writer * 7 + round * 5) % 11
          for (let read = 0; read < reads; read++) await tx.venues.count({ ids: [venue.id] })
          return venue.id
        })
        committed.push(id)
      }
      open--
    }
    const seen: LoggedChange[] = []
    const follow = async (): Promise<void> => {
      for (let isLast = false; !isLast; ) {
        isLast = open === 0
        await store.log.number()
        seen.push(...(await store.log.read({ after: seen.length, limit: 7 })))
        if (seen.length < (await store.log.head())) isLast = false
      }
    }
    await Promise.all([follow(), ...Array.from({ length: writers }, (_, writer) => write(writer))])
    assertEqual(
      seen.map(({ seq }) => seq),
      Array.from({ length: writers * rounds }, (_, i) => i + 1),
      'numbers',
    )
    assertEqual(seen.map(({ id }) => id).toSorted(byNumber), committed.toSorted(byNumber), 'ids')
  },
)

const byNumber = (a: number, b: number): number => a - b

/** Cases of the order of the log, and of reading it. */
export const logOrderCases: readonly ConformanceCase[] = [...readingCases, concurrencyCase]
