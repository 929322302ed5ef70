import type { CalendarStore } from '@kalends/core'
import { listOfKind } from '@kalends/core/store'
import { aroundCalls, wrapStore } from '../../../packages/testing/src/wrap-store.ts'
import { onLog } from './log-mutants.ts'
import { allOf, unlimited } from './mutant-wrappers.ts'
import type { StoreMutant } from './store-mutant.ts'

/** A store whose transactions are run by the given function. */
const withTransaction = (store: CalendarStore, transaction: CalendarStore['transaction']): CalendarStore => ({
  ...wrapStore(store, {}),
  transaction,
})

/** While a transaction is open, `count` outside it includes its uncommitted writes. */
function plantDirtyReads(store: CalendarStore): CalendarStore {
  let open: CalendarStore | null = null
  return {
    ...wrapStore(store, {
      collection: (collection, name) => ({
        ...collection,
        // A collection of the same name is a collection of the same kind.
        count: (filter) => (open ? (open[name] as unknown as typeof collection).count(filter) : collection.count(filter)),
      }),
    }),
    transaction: (work) =>
      store.transaction(async (tx) => {
        open = tx
        try {
          return await work(tx)
        } finally {
          open = null
        }
      }),
  }
}

/** The deletion of a venue removes only the links that were committed when it was called. */
const plantLateLinks = (store: CalendarStore): CalendarStore =>
  wrapStore(store, {
    rest: ({ events, transaction, venues }) => ({
      venues: {
        ...venues,
        async delete(id, version) {
          const known = new Set((await allOf(events)).map((event) => event.id))
          await transaction(async (tx) => {
            const linking = await tx.events.find({ filter: { venueIds: [id] }, order: [], ...unlimited })
            await tx.venues.delete(id, version)
            for (const event of linking) if (!known.has(event.id)) await tx.events.update(event)
          })
        },
      },
    }),
  })

/** After an error, the collections of a transaction refuse every call, as PostgreSQL refuses every statement. */
function refusingAfterErrors(tx: CalendarStore): CalendarStore {
  let failed = false
  const around = async <T>(call: () => Promise<T>): Promise<T> => {
    if (failed) throw new Error('current transaction is aborted')
    try {
      return await call()
    } catch (error) {
      failed = true
      throw error
    }
  }
  return wrapStore(tx, { collection: (collection) => aroundCalls(collection, around) })
}

/** A mutant that changes `revision` alone. */
const revisionMutant = (
  key: string,
  title: string,
  foundBy: string,
  change: (store: CalendarStore, nowMs: number) => ReturnType<CalendarStore['revision']>,
): StoreMutant => ({
  key,
  title,
  foundBy,
  plant: (store) => wrapStore(store, { rest: (inner) => ({ revision: (nowMs) => change(inner, nowMs) }) }),
})

/** Mutants of what was written since a revision, and of the ids of a page. */
const writtenSinceMutants: readonly StoreMutant[] = [
  ...Object.entries(listOfKind).map(([kind, list]) => ({
    key: `written-since/${kind}`,
    title: `writes of one kind are not reported: ${kind}`,
    foundBy: `written-since/${list}`,
    plant: onLog((log) => ({
      writtenSince: async (mark) => (await log.writtenSince(mark))?.filter((one) => one.kind !== kind) ?? null,
    })),
  })),
  {
    key: 'written-since/indexed',
    title: 'nothing was written when keys were renewed',
    foundBy: 'log/indexed',
    plant: onLog((log) => ({ writtenSince: async (mark) => (await log.writtenSince(mark)) ?? [] })),
  },
  {
    key: 'written-since/unnumbered',
    title: 'rows without a number are not reported',
    foundBy: 'written-since/inside',
    plant: onLog((log) => ({ writtenSince: async (mark) => (mark.seq === (await log.head()) ? [] : log.writtenSince(mark)) })),
  },
  {
    key: 'written-since/other-row',
    title: 'a mark of another row with the same number is taken',
    foundBy: 'written-since/unknown',
    plant: onLog((log) => ({
      writtenSince: async (mark) => {
        const [row] = await log.read({ after: Math.max(0, mark.seq - 1), limit: 1 })
        return log.writtenSince({ ...mark, atMs: row?.seq === mark.seq ? row.atMs : mark.atMs })
      },
    })),
  },
  {
    key: 'event-ids/unordered',
    title: 'the ids of a page of events ascend',
    foundBy: 'event-ids/pages',
    plant: (store) => wrapStore(store, { findIds: (find) => async (query) => [...(await find(query))].sort((a, b) => a - b) }),
  },
  {
    key: 'event-ids/recount',
    title: 'a recount reads no events',
    foundBy: 'event-count/recount/dry',
    plant: (store) =>
      wrapStore(store, {
        recount:
          (recount) =>
          async (...given) => ({ ...(await recount(...given)), events: 0 }),
      }),
  },
]

/** Mutants of transactions and revisions. */
export const transactionMutants: readonly StoreMutant[] = [
  {
    key: 'transaction/leaking',
    title: 'nothing is rolled back',
    foundBy: 'transaction/rollback-inserts',
    plant: (store) => withTransaction(store, (work) => work(store)),
  },
  {
    key: 'transaction/swallowed-error',
    title: 'a failing transaction rejects with another error',
    foundBy: 'transaction/rollback-inserts',
    plant: (store) =>
      withTransaction(store, (work) =>
        store.transaction(work).catch(() => {
          throw new Error('the transaction failed')
        }),
      ),
  },
  {
    key: 'transaction/aborted',
    title: 'the collections of a transaction refuse every call after an error',
    foundBy: 'transaction/usable-after/slug_taken-0',
    plant: (store) => withTransaction(store, (work) => store.transaction((tx) => work(refusingAfterErrors(tx)))),
  },
  {
    key: 'transaction/commits-errors',
    title: 'writes before an error are committed',
    foundBy: 'transaction/rollback-updates',
    plant: (store) => withTransaction(store, commitAnyway(store)),
  },
  {
    key: 'transaction/reads-outside',
    title: 'reads inside do not see the writes of the transaction',
    foundBy: 'transaction/sees-inserts',
    plant: (store) =>
      withTransaction(store, (work) =>
        store.transaction((tx) =>
          work({ ...tx, events: { ...tx.events, getMany: store.events.getMany, find: store.events.find, count: store.events.count } }),
        ),
      ),
  },
  {
    key: 'transaction/dirty-reads',
    title: 'counts outside a transaction include uncommitted writes',
    foundBy: 'transaction/outside-reads-rollback',
    plant: plantDirtyReads,
  },
  {
    key: 'transaction/late-links',
    title: 'links to a venue stay if their transaction commits after the call that deletes the venue',
    foundBy: 'concurrency/deleted-links/venues',
    plant: plantLateLinks,
  },
  {
    key: 'transaction/no-nesting',
    title: 'transactions cannot be nested',
    foundBy: 'transaction/nested-commit',
    plant: (store) =>
      withTransaction(store, (work) =>
        store.transaction((tx) => work({ ...tx, transaction: () => Promise.reject(new Error('already in a transaction')) })),
      ),
  },
  {
    key: 'transaction/no-result',
    title: 'a transaction resolves to undefined',
    foundBy: 'transaction/result',
    plant: (store) =>
      withTransaction(store, async <T>(work: (tx: CalendarStore) => Promise<T>) => {
        await store.transaction(work)
        // Returns undefined instead of the promised value: that is the mistake.
        return undefined as T
      }),
  },
  revisionMutant('revision/constant', 'the token never changes', 'revision/writes/events', async (store, nowMs) => ({
    ...(await store.revision(nowMs)),
    token: 'constant',
  })),
  revisionMutant(
    'revision/contents',
    'the token consists of counts, so an earlier token can return',
    'revision/never-back',
    async (store, nowMs) => ({
      ...(await store.revision(nowMs)),
      token: `${await store.events.count({})}-${await store.venues.count({})}`,
    }),
  ),
  restlessMutant(),
  ...writtenSinceMutants,
  revisionMutant('revision/mark', 'the mark has no time', 'revision/mark', async (store, nowMs) => {
    const { mark, ...revision } = await store.revision(nowMs)
    return { ...revision, mark: { ...mark, atMs: 0 } }
  }),
  revisionMutant('revision/stale-now', 'staleAtMs includes publications at the current instant', 'revision/stale/now', (store, nowMs) =>
    store.revision(nowMs - 1),
  ),
  revisionMutant('revision/stale-drafts', 'staleAtMs includes drafts of venues', 'revision/stale/drafts', async (store, nowMs) => {
    const readable = [{ status: 'draft', publishedMs: { gte: nowMs + 1 } }] as const
    const [first] = await store.venues.find({
      filter: { readable },
      order: [{ key: 'publishedMs', direction: 'asc' }],
      offset: 0,
      limit: 1,
    })
    const { staleAtMs, ...revision } = await store.revision(nowMs)
    return { ...revision, staleAtMs: first === undefined ? staleAtMs : Math.min(first.publishedMs, staleAtMs ?? first.publishedMs) }
  }),
  revisionMutant('revision/never-stale', 'staleAtMs is always null', 'revision/stale/venue', async (store, nowMs) => ({
    ...(await store.revision(nowMs)),
    staleAtMs: null,
  })),
]

function restlessMutant(): StoreMutant {
  let reads = 0
  return revisionMutant('revision/restless', 'the token changes without a write', 'revision/reads', async (store, nowMs) => {
    const revision = await store.revision(nowMs)
    return { ...revision, token: `${revision.token}.${++reads}` }
  })
}

/** Commits the writes that the callback made before it failed. */
const commitAnyway =
  (store: CalendarStore): CalendarStore['transaction'] =>
  async (work) => {
    const outcome = await store.transaction(async (tx) => {
      try {
        return { result: await work(tx) }
      } catch (error) {
        return { error }
      }
    })
    if ('error' in outcome) throw outcome.error
    return outcome.result
  }
