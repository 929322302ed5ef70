import type { AbortSignalLike } from '@kalends/core/store'
import { assertEqual, assertTrue } from '../../assert.ts'
import { type ConformanceCase, defineCase } from '../case.ts'
import { byId, slugsOf } from '../expectations.ts'
import { forEachKind } from '../subjects.ts'

const alive: AbortSignalLike = { aborted: false }
const reason = new Error('the caller has gone away')
const gone: AbortSignalLike = { aborted: true, reason }

/** The result of a read; undefined if the read rejects with the signal's own reason. */
async function answerOrReason<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read
  } catch (error) {
    assertTrue(error === reason, `an aborted read rejects with the reason of its signal, not with ${String(error)}`)
    return undefined
  }
}

const readCases = forEachKind(({ name, of, draft }) =>
  defineCase(
    `signals/reads/${name}`,
    `a signal does not change the results of reads of ${name}; after an abort, a read may also reject with the reason`,
    async ({ store, draft: drafts }) => {
      const collection = of(store)
      const { slug } = await collection.insert(draft(drafts, { searchText: 'choir' }))
      const query = { filter: { textAll: ['choir'] }, order: byId, offset: 0, limit: 10 }
      assertEqual(slugsOf(await collection.find({ ...query, signal: alive })), [slug], 'found with a signal')
      assertEqual(await collection.count(query.filter, alive), 1, 'counted with a signal')
      const found = await answerOrReason(collection.find({ ...query, signal: gone }))
      if (found !== undefined) assertEqual(slugsOf(found), [slug], 'found with an aborted signal')
      assertEqual((await answerOrReason(collection.count(query.filter, gone))) ?? 1, 1, 'counted with an aborted signal')
      assertEqual(slugsOf(await collection.find(query)), [slug], 'found afterwards')
    },
  ),
)

/** Reads with abort signals. */
export const signalCases: readonly ConformanceCase[] = [
  ...readCases,
  defineCase(
    'signals/count-by-link',
    'a signal does not change the result of countByLink; after an abort, it may also reject with the reason',
    async ({ store, draft }) => {
      const venue = await store.venues.insert(draft.venue())
      await store.events.insert(draft.event({ venueIds: [venue.id] }))
      const counts = new Map([[venue.id, 1]])
      assertEqual(await store.countByLink('venueIds', [venue.id], {}, alive), counts, 'with a signal')
      assertEqual((await answerOrReason(store.countByLink('venueIds', [venue.id], {}, gone))) ?? counts, counts, 'with an aborted signal')
    },
  ),
  defineCase(
    'signals/transactions',
    'reads in a transaction take a signal, and an aborted one does not end the transaction',
    async ({ store, draft }) => {
      const { slug } = await store.venues.insert(draft.venue())
      await store.transaction(async (tx) => {
        const query = { filter: { slugs: [slug] }, order: byId, offset: 0, limit: 1 }
        assertEqual(slugsOf(await tx.venues.find({ ...query, signal: alive })), [slug], 'found with a signal')
        await answerOrReason(tx.venues.find({ ...query, signal: gone }))
        await tx.venues.insert(draft.venue())
      })
      assertEqual(await store.venues.count({}), 2, 'venues after an aborted read in the transaction')
    },
  ),
  defineCase('signals/others', 'aborting a read does not affect an equal read with another signal', async ({ store, draft }) => {
    await store.events.insert(draft.event())
    const caller = { aborted: false, reason }
    const own = answerOrReason(store.events.count({ textAll: [] }, caller))
    const other = store.events.count({ textAll: [] }, alive)
    caller.aborted = true
    assertEqual(await other, 1, 'the total of the other read')
    await own
  }),
]
