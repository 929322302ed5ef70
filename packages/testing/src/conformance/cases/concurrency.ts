import { CalendarError, type CalendarStore, isCalendarError } from '@kalends/core'
import type { Collection, Draft, StoredRecord } from '@kalends/core/store'
import { assertEqual, assertTrue } from '../../assert.ts'
import { type ConformanceCase, defineCase } from '../case.ts'
import { assertFinds, getOne } from '../expectations.ts'
import { forEachKind, publishedSubjects } from '../subjects.ts'

const twenty = Array.from({ length: 20 }, (_, i) => i)

/** Runs all functions concurrently; checks that each either succeeds or fails with the code, and returns how many succeeded. */
async function race(
  code: 'slug_taken' | 'uid_taken' | 'name_taken' | 'version_conflict' | 'not_found',
  runs: readonly Promise<unknown>[],
): Promise<number> {
  const outcomes = await Promise.allSettled(runs)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected' && !isCalendarError(outcome.reason, code)) {
      throw new Error(`expected success or ${code}, got ${String(outcome.reason)}`, { cause: outcome.reason })
    }
  }
  return outcomes.filter(({ status }) => status === 'fulfilled').length
}

/** Adds 1 to `updatedMs` of an event: reads the event and writes it in a transaction, and retries after a version conflict. */
async function increment(store: CalendarStore, id: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    try {
      await store.transaction(async (tx) => {
        const event = await getOne(tx.events, id)
        await tx.events.update({ ...event, updatedMs: event.updatedMs + 1 })
      })
      return
    } catch (error) {
      if (!isCalendarError(error, 'version_conflict')) throw error
    }
  }
  throw new Error('an update failed with version_conflict 100 times in a row')
}

/** Inserts a record by a bulk insert, and fails with `uid_taken` if it is left out. */
async function insertOne<R extends StoredRecord>(collection: Pick<Collection<R, never, never>, 'insertMany'>, draft: Draft<R>): Promise<R> {
  const [record] = await collection.insertMany([draft])
  if (!record) throw new CalendarError('uid_taken', { uid: '' })
  return record
}

/** Concurrent writes, and reads beside them. */
export const concurrencyCases: readonly ConformanceCase[] = [
  ...forEachKind(({ name, of, draft: build }) => [
    defineCase(`concurrency/${name}/one-slug`, `of 20 ${name} inserted with one slug, exactly one is stored`, async ({ store, draft }) => {
      const won = await race(
        'slug_taken',
        twenty.map(() => of(store).insert(build(draft, { slug: 'same' }))),
      )
      assertEqual(won, 1, 'winners')
      await assertFinds(of(store), {}, ['same'])
    }),
    defineCase(
      `concurrency/${name}/one-version`,
      `of 20 updates of one version of ${name}, exactly one succeeds`,
      async ({ store, draft }) => {
        const record = await of(store).insert(build(draft))
        const won = await race(
          'version_conflict',
          twenty.map((i) => of(store).update({ ...record, slug: `winner-${i}` })),
        )
        assertEqual(won, 1, 'winners')
        assertEqual((await getOne(of(store), record.id)).version, 2, 'version')
      },
    ),
  ]).flat(),
  ...forEachKind(({ name, of, draft: build }) =>
    defineCase(
      `concurrency/${name}/insert-many`,
      `20 bulk inserts of ${name} with the same slugs, in different orders, store each slug once; the others return null for it`,
      async ({ store, draft }) => {
        const slugs = ['a', 'b', 'c', 'd', 'e']
        const records = await Promise.all(
          twenty.map((i) => {
            const turned = [...slugs.slice(i % 5), ...slugs.slice(0, i % 5)]
            return store.transaction((tx) => of(tx).insertMany(turned.map((slug) => build(draft, { slug }))))
          }),
        )
        const won = records.flat().filter((record) => record !== null)
        assertEqual(won.map(({ slug }) => slug).sort(), slugs, 'winners')
        assertEqual((await of(store).getMany(won.map(({ id }) => id))).map(({ slug }) => slug).sort(), slugs, 'stored')
        assertEqual(await of(store).count({}), slugs.length, 'count')
      },
    ),
  ),
  ...publishedSubjects.flatMap(({ name, of, draft: build }) => [
    defineCase(`concurrency/${name}/one-uid`, `of 20 ${name} inserted with one uid, exactly one is stored`, async ({ store, draft }) => {
      const won = await race(
        'uid_taken',
        twenty.map((i) =>
          i % 2 === 0 ? of(store).insert(build(draft, { uid: 'same' })) : insertOne(of(store), build(draft, { uid: 'same' })),
        ),
      )
      assertEqual(won, 1, 'winners')
      assertEqual(await of(store).count({}), 1, 'count')
    }),
    defineCase(
      `concurrency/${name}/one-uid-update`,
      `of 20 ${name} that are updated to one uid, exactly one gets it`,
      async ({ store, draft }) => {
        const records = await store.transaction((tx) => of(tx).insertMany(twenty.map(() => build(draft))))
        const won = await race(
          'uid_taken',
          records.flatMap((record) => (record === null ? [] : [of(store).update({ ...record, uid: 'same' })])),
        )
        assertEqual([won, await of(store).count({ uids: ['same'] })], [1, 1], 'winners, and count')
      },
    ),
  ]),
  defineCase('concurrency/one-name', 'of 20 terms inserted with one name, exactly one is stored', async ({ store, draft }) => {
    const won = await race(
      'name_taken',
      twenty.map(() => store.terms.insert(draft.term({ nameKey: 'music' }))),
    )
    assertEqual(won, 1, 'winners')
    assertEqual(await store.terms.count({}), 1, 'count')
  }),
  defineCase('concurrency/one-deletion', 'of 20 deletions of one record, exactly one succeeds', async ({ store, draft }) => {
    const { id, version } = await store.events.insert(draft.event())
    assertEqual(
      await race(
        'not_found',
        twenty.map(() => store.events.delete(id, version)),
      ),
      1,
      'winners',
    )
  }),
  defineCase('concurrency/next-slug', '20 transactions that look for the next free slug all find one', async ({ store, draft }) => {
    const drafts = twenty.map(() => draft.event())
    await Promise.all(
      drafts.map((one) =>
        store.transaction(async (tx) => {
          for (let n = 1; n <= 20; n++) {
            try {
              return await tx.events.insert({ ...one, slug: `fair-${n}` })
            } catch (error) {
              if (!isCalendarError(error, 'slug_taken')) throw error
            }
          }
          throw new Error('no slug was free')
        }),
      ),
    )
    const slugs = twenty.map((i) => `fair-${i + 1}`)
    assertEqual(await store.events.count({ slugs }), 20, 'count')
  }),
  defineCase(
    'concurrency/no-lost-update',
    'no update is lost when 8 writers read, change and write the same event',
    async ({ store, draft }) => {
      const { id } = await store.events.insert(draft.event({ updatedMs: 0 }))
      await Promise.all(
        Array.from({ length: 8 }, async () => {
          for (let i = 0; i < 5; i++) await increment(store, id)
        }),
      )
      const event = await getOne(store.events, id)
      assertEqual([event.updatedMs, event.version], [40, 41], 'count and version')
    },
  ),
  defineCase(
    'concurrency/transactions',
    '20 concurrent transactions with several writes each all commit, and all ids differ',
    async ({ store, draft }) => {
      const events = await Promise.all(
        twenty.map(() => {
          const [venue, event] = [draft.venue(), draft.event()]
          return store.transaction(async (tx) => {
            const { id } = await tx.venues.insert(venue)
            return tx.events.insert({ ...event, venueIds: [id] })
          })
        }),
      )
      assertEqual(new Set(events.map(({ id }) => id)).size, 20, 'ids of events')
      assertEqual(new Set(events.flatMap(({ venueIds }) => venueIds)).size, 20, 'ids of venues')
      assertEqual([await store.events.count({}), await store.venues.count({ events: { some: true, filter: {} } })], [20, 20], 'counts')
    },
  ),
  defineCase(
    'concurrency/opposite-orders',
    'transactions that write the same records in opposite orders all end, each committed as a whole or not at all',
    async ({ store, draft }) => {
      const zero = { updatedMs: 0 }
      const [a, b] = [await store.events.insert(draft.event(zero)), await store.events.insert(draft.event(zero))]
      const both = (first: number, second: number): Promise<unknown> =>
        store.transaction(async (tx) => {
          for (const id of [first, second]) {
            const event = await getOne(tx.events, id)
            await tx.events.update({ ...event, updatedMs: event.updatedMs + 1 })
          }
        })
      const won = await race(
        'version_conflict',
        twenty.slice(0, 8).map((i) => (i % 2 === 0 ? both(a.id, b.id) : both(b.id, a.id))),
      )
      assertTrue(won >= 1, 'at least one transaction commits')
      const counts = [(await getOne(store.events, a.id)).updatedMs, (await getOne(store.events, b.id)).updatedMs]
      assertEqual(counts, [won, won], 'writes of both records')
    },
  ),
  defineCase('concurrency/unlink-and-update', 'deleting a venue loses no concurrent update of its event', async ({ store, draft }) => {
    const venue = await store.venues.insert(draft.venue())
    const other = await store.venues.insert(draft.venue())
    const event = await store.events.insert(draft.event({ updatedMs: 0, venueIds: [venue.id, other.id] }))
    await Promise.all([store.venues.delete(other.id, other.version), ...twenty.slice(0, 8).map(() => increment(store, event.id))])
    const after = await getOne(store.events, event.id)
    assertEqual([after.updatedMs, after.version], [8, 9], 'count and version')
  }),
  ...(['venue', 'organizer'] as const).map((kind) =>
    defineCase(
      `concurrency/one-name/${kind}`,
      `of 20 transactions that lock the name of a new ${kind}, one creates the ${kind} and the others find it`,
      async ({ store, draft }) => {
        const find = async (tx: CalendarStore): Promise<number | undefined> => {
          const query = { filter: { nameKeys: ['hall'] }, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: 1 } as const
          const [found] = kind === 'venue' ? await tx.venues.find(query) : await tx.organizers.find(query)
          return found?.id
        }
        const make = async (tx: CalendarStore, given: { readonly name: string; readonly nameKey: string }): Promise<number> =>
          kind === 'venue' ? (await tx.venues.insert(draft.venue(given))).id : (await tx.organizers.insert(draft.organizer(given))).id
        const writer = (): Promise<number> =>
          store.transaction(async (tx) => {
            const found = await find(tx)
            if (found !== undefined) return found
            await tx.lockNames(kind, ['another', 'hall'])
            return (await find(tx)) ?? make(tx, { name: 'Hall', nameKey: 'hall' })
          })
        const ids = await Promise.all(twenty.map(writer))
        assertEqual(new Set(ids).size, 1, 'ids')
      },
    ),
  ),
  // Transactions that write different records lock the same name of these kinds.
  ...(['category', 'import', 'series', 'venueTime'] as const).map((kind) =>
    defineCase(
      `concurrency/fixed-name/${kind}`,
      `of 20 transactions that lock the fixed name of the kind ${kind}, one creates the first term and the others find it`,
      async ({ store, draft }) => {
        const writer = (): Promise<number> =>
          store.transaction(async (tx) => {
            await tx.lockNames(kind, ['fixed'])
            const [found] = await tx.terms.find({ filter: {}, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: 1 })
            return (found ?? (await tx.terms.insert(draft.term()))).id
          })
        const ids = await Promise.all(twenty.map(writer))
        assertEqual([new Set(ids).size, await store.terms.count({})], [1, 1], 'ids, and count')
      },
    ),
  ),
  defineCase(
    'concurrency/readers',
    'a record that is read during updates is complete: all its members belong to one version',
    async ({ store, draft }) => {
      const { id } = await store.events.insert(draft.event({ updatedMs: 0, title: '0' }))
      const writer = async (): Promise<void> => {
        for (let i = 1; i <= 10; i++) {
          const event = await getOne(store.events, id)
          await store.events.update({ ...event, updatedMs: i, title: `${i}` })
        }
      }
      const reader = async (): Promise<void> => {
        for (let i = 0; i < 10; i++) {
          const event = await getOne(store.events, id)
          assertEqual(event.title, `${event.updatedMs}`, 'the title belongs to the time')
          assertEqual(event.version, event.updatedMs + 1, 'the version belongs to both')
        }
      }
      await Promise.all([writer(), reader(), reader()])
    },
  ),
]
