import type { CalendarStore } from '@kalends/core'
import { assertEqual, assertRejects, assertTrue } from '../../assert.ts'
import type { DraftCounter } from '../../factories/drafts.ts'
import { type ConformanceCase, defineCase } from '../case.ts'
import { assertFinds, findAll, getOne } from '../expectations.ts'
import { forEachKind } from '../subjects.ts'

/** Runs work and throws at its end; checks that the transaction rejects with exactly that error. */
async function rolledBack(store: CalendarStore, work: (tx: CalendarStore) => Promise<unknown>): Promise<void> {
  const stop = new Error('stop')
  const outcome = await store
    .transaction(async (tx) => {
      await work(tx)
      throw stop
    })
    .catch((error: unknown) => error)
  assertTrue(outcome === stop, `expected the error of the work, got ${String(outcome)}`)
}

/** One record of each kind; the event links the others. */
async function oneOfEach(store: CalendarStore, draft: DraftCounter) {
  const venue = await store.venues.insert(draft.venue())
  const organizer = await store.organizers.insert(draft.organizer())
  const term = await store.terms.insert(draft.term())
  const event = await store.events.insert(draft.event({ venueIds: [venue.id], organizerIds: [organizer.id], categoryIds: [term.id] }))
  return { venue, organizer, term, event }
}

const outcomeCases = [
  defineCase('transaction/result', 'a transaction resolves to the result of its callback', async ({ store }) => {
    assertEqual(await store.transaction(async () => 42), 42, 'result')
    assertEqual(await store.transaction(async () => undefined), undefined, 'result')
  }),
  defineCase('transaction/commit', 'a committed transaction stores all its writes', async ({ store, draft }) => {
    const { venue, organizer, term, event } = await store.transaction((tx) => oneOfEach(tx, draft))
    assertEqual(await getOne(store.venues, venue.id), venue, 'venue')
    assertEqual(await getOne(store.organizers, organizer.id), organizer, 'organizer')
    assertEqual(await getOne(store.terms, term.id), term, 'term')
    assertEqual(await getOne(store.events, event.id), event, 'event')
  }),
  defineCase('transaction/rollback-inserts', 'a failing transaction undoes its inserts', async ({ store, draft }) => {
    await rolledBack(store, (tx) => oneOfEach(tx, draft))
    for (const collection of [store.venues, store.organizers, store.terms, store.events])
      assertEqual(await collection.count({}), 0, 'count')
  }),
  defineCase('transaction/rollback-updates', 'a failing transaction undoes its updates', async ({ store, draft }) => {
    const { venue, organizer, term, event } = await oneOfEach(store, draft)
    await rolledBack(store, async (tx) => {
      await tx.venues.update({ ...venue, slug: 'changed', name: 'changed' })
      await tx.organizers.update({ ...organizer, slug: 'changed' })
      await tx.terms.update({ ...term, slug: 'changed', nameKey: 'changed' })
      await tx.events.update({ ...event, slug: 'changed', venueIds: [], categoryIds: [] })
    })
    assertEqual(await findAll(store.venues, {}), [venue], 'venues')
    assertEqual(await findAll(store.organizers, {}), [organizer], 'organizers')
    assertEqual(await findAll(store.terms, { nameKeys: [term.nameKey] }), [term], 'terms')
    assertEqual(await findAll(store.events, { slugs: [event.slug], venueIds: [venue.id] }), [event], 'events')
    assertEqual(await store.countByLink('categoryIds', [term.id], {}), new Map([[term.id, 1]]), 'countByLink')
  }),
  defineCase('transaction/rollback-deletions', 'a failing transaction undoes its deletions', async ({ store, draft }) => {
    const { venue, organizer, term, event } = await oneOfEach(store, draft)
    await rolledBack(store, async (tx) => {
      await tx.venues.delete(venue.id, 1)
      await tx.organizers.delete(organizer.id, 1)
      await tx.terms.delete(term.id, 1)
      await tx.events.delete(event.id, 1)
    })
    assertEqual(await findAll(store.venues, {}), [venue], 'venues')
    assertEqual(await findAll(store.organizers, {}), [organizer], 'organizers')
    assertEqual(await findAll(store.terms, {}), [term], 'terms')
    assertEqual(await findAll(store.events, {}), [event], 'events')
  }),
  defineCase('transaction/rollback-frees', 'slugs and names that a failing transaction took are free again', async ({ store, draft }) => {
    await rolledBack(store, (tx) => tx.terms.insert(draft.term({ slug: 'music', nameKey: 'music' })))
    await store.terms.insert(draft.term({ slug: 'music', nameKey: 'music' }))
    await assertFinds(store.terms, {}, ['music'])
  }),
  defineCase('transaction/rollback-keeps-taken', 'slugs that a failing transaction gave up are still taken', async ({ store, draft }) => {
    const event = await store.events.insert(draft.event({ slug: 'a' }))
    await rolledBack(store, (tx) => tx.events.update({ ...event, slug: 'b' }))
    await rolledBack(store, (tx) => tx.events.delete(event.id, event.version))
    await assertRejects(store.events.insert(draft.event({ slug: 'a' })), 'slug_taken')
    await store.events.insert(draft.event({ slug: 'b' }))
  }),
  defineCase(
    'transaction/rollback-calendar-error',
    'a CalendarError that the callback does not catch rolls back, and the transaction rejects with it',
    async ({ store, draft }) => {
      await store.events.insert(draft.event({ slug: 'taken' }))
      const work = store.transaction(async (tx) => {
        await tx.venues.insert(draft.venue())
        await tx.events.insert(draft.event({ slug: 'taken' }))
      })
      await assertRejects(work, 'slug_taken')
      assertEqual(await store.venues.count({}), 0, 'venues')
    },
  ),
  defineCase(
    'transaction/thrown-before-await',
    'a callback that throws before it returns a promise makes the transaction reject',
    async ({ store }) => {
      const outcome = await store
        .transaction(() => {
          throw new Error('at once')
        })
        .catch((error: unknown) => (error instanceof Error ? error.message : 'something else'))
      assertEqual(outcome, 'at once', 'outcome')
      assertEqual(await store.events.count({}), 0, 'count afterwards')
    },
  ),
  defineCase('transaction/usable-after-rollback', 'a store stays usable after a failing transaction', async ({ store, draft }) => {
    await rolledBack(store, (tx) => tx.events.insert(draft.event({ slug: 'a' })))
    await store.transaction((tx) => tx.events.insert(draft.event({ slug: 'b' })))
    await store.events.insert(draft.event({ slug: 'c' }))
    await assertFinds(store.events, {}, ['b', 'c'])
  }),
]

/** Calls that fail, with the codes of their errors. */
const failures: readonly (readonly [
  code: 'slug_taken' | 'name_taken' | 'version_conflict' | 'not_found',
  fail: (tx: CalendarStore, draft: DraftCounter, id: number) => Promise<unknown>,
])[] = [
  ['slug_taken', (tx, draft) => tx.events.insert(draft.event({ slug: 'taken' }))],
  ['slug_taken', (tx, draft) => tx.terms.insert(draft.term({ slug: 'taken' }))],
  ['name_taken', (tx, draft) => tx.terms.insert(draft.term({ nameKey: 'taken' }))],
  ['version_conflict', async (tx, _, id) => tx.events.update({ ...(await getOne(tx.events, id)), version: 99 })],
  ['version_conflict', (tx, _, id) => tx.events.delete(id, 99)],
  ['not_found', (tx) => tx.venues.delete(900_000_001, 1)],
]

const usableCases = [
  ...failures.map(([code, failing], i) =>
    defineCase(
      `transaction/usable-after/${code}-${i}`,
      `a transaction stays usable after ${code}, and commits its other writes`,
      async ({ store, draft }) => {
        const first = await store.events.insert(draft.event({ slug: 'taken' }))
        await store.terms.insert(draft.term({ slug: 'taken', nameKey: 'taken' }))
        await store.transaction(async (tx) => {
          await tx.venues.insert(draft.venue({ slug: 'before' }))
          await assertRejects(failing(tx, draft, first.id), code)
          await assertRejects(failing(tx, draft, first.id), code)
          await tx.venues.insert(draft.venue({ slug: 'after' }))
          assertEqual(await getOne(tx.events, first.id), first, 'read inside')
          await tx.events.update({ ...first, slug: 'changed' })
        })
        await assertFinds(store.venues, {}, ['before', 'after'], 'venues')
        await assertFinds(store.events, {}, ['changed'], 'events')
      },
    ),
  ),
  ...forEachKind(({ name, of, draft: build }) =>
    defineCase(
      `transaction/update-slug-taken/${name}`,
      `a transaction stays usable after an update of ${name} to a taken slug`,
      async ({ store, draft }) => {
        const [, b] = [await of(store).insert(build(draft, { slug: 'a' })), await of(store).insert(build(draft, { slug: 'b' }))]
        await store.transaction(async (tx) => {
          await assertRejects(of(tx).update({ ...b, slug: 'a' }), 'slug_taken')
          assertEqual(await getOne(of(tx), b.id), b, 'unchanged inside')
          await of(tx).update({ ...b, slug: 'c' })
        })
        await assertFinds(of(store), {}, ['a', 'c'])
      },
    ),
  ),
]

/** Transactions commit or undo all their writes, and stay usable after errors. */
export const transactionCases: readonly ConformanceCase[] = [...outcomeCases, ...usableCases]
