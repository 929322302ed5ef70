import type { CalendarStore } from '@kalends/core'
import type { LogMark } from '@kalends/core/store'
import { assertEqual, assertRejects, assertTrue } from '../../assert.ts'
import type { DraftCounter } from '../../factories/drafts.ts'
import { type ConformanceCase, defineCase } from '../case.ts'
import { byId, insertAll } from '../expectations.ts'
import { forEachKind } from '../subjects.ts'

const nowMs = Date.UTC(2026, 5, 1, 12)

const tokenOf = async (store: CalendarStore): Promise<string> => (await store.revision(nowMs)).token

/** Returns a function that reads the token and checks that it differs from all tokens read before; `what` describes the last write. */
function tokenTracker(store: CalendarStore): (what: string) => Promise<void> {
  const seen = new Set<string>()
  return async (what) => {
    const token = await tokenOf(store)
    assertTrue(!seen.has(token), `the token stayed ${token} after: ${what}`)
    seen.add(token)
  }
}

const writeCases = forEachKind(({ name, of, draft }) =>
  defineCase(`revision/writes/${name}`, `each committed write of ${name} changes the token`, async ({ store, draft: drafts }) => {
    const changed = tokenTracker(store)
    await changed('nothing yet')
    const inserted = await of(store).insert(draft(drafts))
    await changed('an insert')
    const updated = await of(store).update(inserted)
    await changed('an update')
    const again = await of(store).update({ ...updated, searchText: 'changed' })
    await changed('another update')
    await of(store).delete(again.id, again.version)
    await changed('a deletion')
  }),
)

const quietCases = [
  defineCase('revision/reads', 'reads do not change the token', async ({ store, draft }) => {
    const venue = await store.venues.insert(draft.venue())
    const event = await store.events.insert(draft.event({ venueIds: [venue.id] }))
    const before = await tokenOf(store)
    await store.events.getMany([event.id])
    await store.events.find({ filter: {}, order: byId, offset: 0, limit: 5 })
    await store.venues.count({ events: { some: true, filter: {} } })
    await store.countByLink('venueIds', [venue.id], {})
    assertEqual(await tokenOf(store), before, 'token')
  }),
  defineCase('revision/failed-writes', 'failed writes do not change the token', async ({ store, draft }) => {
    const event = await store.events.insert(draft.event({ slug: 'a' }))
    const before = await tokenOf(store)
    await assertRejects(store.events.insert(draft.event({ slug: 'a' })), 'slug_taken')
    await assertRejects(store.events.update({ ...event, version: 9 }), 'version_conflict')
    await assertRejects(store.events.delete(event.id, 9), 'version_conflict')
    await assertRejects(store.venues.delete(900_000_001, 1), 'not_found')
    assertEqual(await tokenOf(store), before, 'token')
  }),
  defineCase('revision/rollback', 'a rollback does not change the token', async ({ store, draft }) => {
    const event = await store.events.insert(draft.event())
    const before = await tokenOf(store)
    const outcome = await store
      .transaction(async (tx) => {
        await tx.venues.insert(draft.venue())
        await tx.events.update(event)
        throw new Error('stop')
      })
      .catch(() => 'stopped')
    assertEqual(outcome, 'stopped', 'outcome')
    assertEqual(await tokenOf(store), before, 'token')
  }),
  defineCase('revision/read-only-transaction', 'a transaction that only reads does not change the token', async ({ store, draft }) => {
    await store.events.insert(draft.event())
    const before = await tokenOf(store)
    assertEqual(await store.transaction((tx) => tx.events.count({})), 1, 'count')
    assertEqual(await tokenOf(store), before, 'token')
  }),
]

const otherCases = [
  defineCase('revision/transaction', 'a committed transaction changes the token, whatever it wrote', async ({ store, draft }) => {
    const changed = tokenTracker(store)
    await changed('nothing yet')
    await store.transaction(async (tx) => {
      await tx.venues.insert(draft.venue())
      await tx.organizers.insert(draft.organizer())
    })
    await changed('two inserts')
  }),
  defineCase('revision/unlink', 'a deletion that changes events changes the token', async ({ store, draft }) => {
    const tag = await store.terms.insert(draft.term({ taxonomy: 'tag' }))
    await store.events.insert(draft.event({ tagIds: [tag.id] }))
    const changed = tokenTracker(store)
    await changed('nothing yet')
    await store.terms.delete(tag.id, tag.version)
    await changed('a deletion')
  }),
  defineCase('revision/never-back', 'changing a record back gives a new token, not the earlier one', async ({ store, draft }) => {
    const changed = tokenTracker(store)
    const event = await store.events.insert(draft.event({ title: 'a' }))
    await changed('an insert')
    const other = await store.events.update({ ...event, title: 'b' })
    await changed('a change')
    await store.events.update({ ...other, title: 'a' })
    await changed('a change back')
  }),
  defineCase('revision/parallel', 'parallel writes change the token', async ({ store, draft }) => {
    const before = await tokenOf(store)
    const drafts = Array.from({ length: 10 }, () => draft.event())
    const tokens = await Promise.all(
      drafts.map(async (one) => {
        await store.events.insert(one)
        return tokenOf(store)
      }),
    )
    const after = await tokenOf(store)
    assertTrue(!tokens.includes(before), 'every token read after a write differs from the one before')
    await store.venues.insert(draft.venue())
    assertTrue(![before, after, ...tokens].includes(await tokenOf(store)), 'a later write gives a new token')
  }),
]

const markCase = defineCase('revision/mark', 'the mark is the last row of the log that has a number', async ({ store, draft }) => {
  assertEqual(await numberedMark(store), { seq: 0, atMs: 0 }, 'no row')
  for (const updatedMs of [7, 5]) await store.venues.insert(draft.venue({ updatedMs }))
  await store.log.number()
  assertEqual(await numberedMark(store), { seq: 2, atMs: 5 }, 'two rows')
})

async function numberedMark(store: CalendarStore): Promise<Pick<LogMark, 'seq' | 'atMs'>> {
  const { seq, atMs } = (await store.revision(nowMs)).mark
  return { seq, atMs }
}

const hour = 3_600_000

async function staleAt(store: CalendarStore, at = nowMs): Promise<number | null> {
  return (await store.revision(at)).staleAtMs
}

const staleRows: readonly (readonly [
  key: string,
  title: string,
  seed: (store: CalendarStore, draft: DraftCounter) => Promise<unknown>,
  expected: number | null,
])[] = [
  ['empty', 'staleAtMs is null in an empty store', async () => undefined, null],
  [
    'past',
    'staleAtMs ignores events published in the past',
    (store, draft) => store.events.insert(draft.event({ publishedMs: nowMs - 1 })),
    null,
  ],
  [
    'now',
    'staleAtMs ignores events published at this instant',
    (store, draft) => store.events.insert(draft.event({ publishedMs: nowMs })),
    null,
  ],
  [
    'next-millisecond',
    'staleAtMs is the publication of an event that is published in one millisecond',
    (store, draft) => store.events.insert(draft.event({ publishedMs: nowMs + 1 })),
    nowMs + 1,
  ],
  [
    'venue',
    'staleAtMs is the publication of a scheduled venue',
    (store, draft) => store.venues.insert(draft.venue({ publishedMs: nowMs + hour })),
    nowMs + hour,
  ],
  [
    'organizer',
    'staleAtMs is the publication of a scheduled organizer',
    (store, draft) => store.organizers.insert(draft.organizer({ publishedMs: nowMs + hour })),
    nowMs + hour,
  ],
  [
    'drafts',
    'staleAtMs ignores records with a status other than publish',
    async (store, draft) => {
      for (const status of ['draft', 'pending', 'private', 'trash'] as const) {
        const given = { status, publishedMs: nowMs + hour }
        await store.events.insert(draft.event(given))
        await store.venues.insert(draft.venue(given))
        await store.organizers.insert(draft.organizer(given))
      }
    },
    null,
  ],
  [
    'earliest',
    'staleAtMs is the earliest publication of all kinds',
    async (store, draft) => {
      await insertAll(store.events, [
        draft.event({ publishedMs: nowMs + 5 * hour }),
        draft.event({ publishedMs: nowMs + 4 * hour }),
        draft.event({ publishedMs: nowMs - hour }),
      ])
      await store.venues.insert(draft.venue({ publishedMs: nowMs + 3 * hour }))
      await store.organizers.insert(draft.organizer({ publishedMs: nowMs + 6 * hour }))
    },
    nowMs + 3 * hour,
  ],
  [
    'hidden',
    'staleAtMs includes hidden events, as they have pages of their own',
    (store, draft) => store.events.insert(draft.event({ hidden: true, publishedMs: nowMs + hour })),
    nowMs + hour,
  ],
]

const staleCases = [
  ...staleRows.map(([key, title, seed, expected]) =>
    defineCase(`revision/stale/${key}`, title, async ({ store, draft }) => {
      await seed(store, draft)
      assertEqual(await staleAt(store), expected, 'staleAtMs')
    }),
  ),
  defineCase('revision/stale/passes', 'after one publication, staleAtMs is the next one', async ({ store, draft }) => {
    await insertAll(store.events, [draft.event({ publishedMs: nowMs + hour }), draft.event({ publishedMs: nowMs + 2 * hour })])
    assertEqual(await staleAt(store, nowMs + hour - 1), nowMs + hour, 'just before')
    assertEqual(await staleAt(store, nowMs + hour), nowMs + 2 * hour, 'at the first publication')
    assertEqual(await staleAt(store, nowMs + 2 * hour), null, 'at the last publication')
  }),
  defineCase('revision/stale/follows-changes', 'updates and deletions change staleAtMs', async ({ store, draft }) => {
    const event = await store.events.insert(draft.event({ publishedMs: nowMs + hour }))
    const later = await store.events.update({ ...event, publishedMs: nowMs + 2 * hour })
    assertEqual(await staleAt(store), nowMs + 2 * hour, 'moved')
    const drafted = await store.events.update({ ...later, status: 'draft' })
    assertEqual(await staleAt(store), null, 'a draft')
    const back = await store.events.update({ ...drafted, status: 'publish' })
    assertEqual(await staleAt(store), nowMs + 2 * hour, 'published again')
    await store.events.delete(back.id, back.version)
    assertEqual(await staleAt(store), null, 'deleted')
  }),
]

/** The revision of the store: its token, its mark, and `staleAtMs`, the time at which responses change without a write. */
export const revisionCases: readonly ConformanceCase[] = [...writeCases, ...quietCases, ...otherCases, markCase, ...staleCases]
