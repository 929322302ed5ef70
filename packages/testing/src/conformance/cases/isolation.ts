import { assertEqual, assertRejects, assertTrue } from '../../assert.ts'
import { type ConformanceCase, defineCase } from '../case.ts'
import { assertFinds, byId, getOne, insertAll, slugsOf } from '../expectations.ts'

const insideCases = [
  defineCase('transaction/sees-inserts', 'reads inside see inserts of the transaction', async ({ store, draft }) => {
    await store.transaction(async (tx) => {
      const venue = await tx.venues.insert(draft.venue({ slug: 'v' }))
      const term = await tx.terms.insert(draft.term({ slug: 't' }))
      const event = await tx.events.insert(draft.event({ slug: 'e', venueIds: [venue.id], categoryIds: [term.id] }))
      assertEqual(await getOne(tx.events, event.id), event, 'by id')
      await assertFinds(tx.events, { slugs: ['e'] }, ['e'], 'by slug')
      await assertFinds(tx.events, { venueIds: [venue.id] }, ['e'], 'by venue')
      await assertFinds(tx.venues, { events: { some: true, filter: { categoryIds: [term.id] } } }, ['v'], 'venues with events')
      assertEqual(await tx.countByLink('categoryIds', [term.id], {}), new Map([[term.id, 1]]), 'countByLink')
      await assertRejects(tx.events.insert(draft.event({ slug: 'e' })), 'slug_taken')
    })
  }),
  defineCase('transaction/sees-updates', 'reads inside see updates of the transaction, not the former values', async ({ store, draft }) => {
    const event = await store.events.insert(draft.event({ slug: 'a', times: { startLocal: '2026-01-01T10:00:00' } }))
    await store.events.insert(draft.event({ slug: 'b', times: { startLocal: '2026-01-02T10:00:00' } }))
    await store.transaction(async (tx) => {
      const moved = await tx.events.update({ ...event, slug: 'c', times: { ...event.times, startLocal: '2026-01-03T10:00:00' } })
      assertEqual(await getOne(tx.events, event.id), moved, 'by id')
      await assertFinds(tx.events, { slugs: ['a'] }, [], 'by the old slug')
      await assertFinds(tx.events, { startLocal: { lt: '2026-01-02T00:00:00' } }, [], 'by the old time')
      const order = [{ key: 'startLocal', direction: 'asc' }, ...byId] as const
      assertEqual(slugsOf(await tx.events.find({ filter: {}, order, offset: 0, limit: 9 })), ['b', 'c'], 'in order')
      await assertRejects(tx.events.update(event), 'version_conflict')
      await tx.events.update(moved)
    })
    assertEqual((await getOne(store.events, event.id)).version, 3, 'version')
  }),
  defineCase('transaction/sees-deletions', 'reads inside do not see what the transaction deleted', async ({ store, draft }) => {
    const venue = await store.venues.insert(draft.venue({ slug: 'v' }))
    const event = await store.events.insert(draft.event({ slug: 'e', venueIds: [venue.id] }))
    await store.transaction(async (tx) => {
      await tx.venues.delete(venue.id, venue.version)
      assertEqual(await tx.venues.getMany([venue.id]), [], 'by id')
      await assertFinds(tx.venues, {}, [], 'in a list')
      assertEqual((await getOne(tx.events, event.id)).venueIds, [], 'links')
      await assertRejects(tx.venues.delete(venue.id, venue.version), 'not_found')
      await tx.venues.insert(draft.venue({ slug: 'v' }))
      await assertFinds(tx.venues, {}, ['v'], 'the slug taken again')
    })
    await assertFinds(store.venues, {}, ['v'], 'afterwards')
  }),
  defineCase('transaction/pages-inside', 'pages and totals inside count changed records once', async ({ store, draft }) => {
    const events = await insertAll(
      store.events,
      ['a', 'b', 'c', 'd'].map((slug) => draft.event({ slug })),
    )
    await store.transaction(async (tx) => {
      for (const event of events.slice(1, 3)) await tx.events.update({ ...event, featured: true })
      await tx.events.insert(draft.event({ slug: 'e' }))
      await assertFinds(tx.events, {}, ['a', 'b', 'c', 'd', 'e'])
      assertEqual(slugsOf(await tx.events.find({ filter: {}, order: byId, offset: 1, limit: 3 })), ['b', 'c', 'd'], 'a page')
      await assertFinds(tx.events, { featured: false }, ['a', 'd', 'e'])
    })
  }),
]

const nestedCases = [
  defineCase('transaction/nested-commit', 'a transaction inside a transaction joins it', async ({ store, draft }) => {
    const result = await store.transaction(async (tx) => {
      await tx.events.insert(draft.event({ slug: 'outer' }))
      const inner = await tx.transaction(async (nested) => {
        await assertFinds(nested.events, {}, ['outer'], 'seen inside')
        await nested.events.insert(draft.event({ slug: 'inner' }))
        return 'inner result'
      })
      await assertFinds(tx.events, {}, ['outer', 'inner'], 'seen outside')
      return inner
    })
    assertEqual(result, 'inner result', 'result')
    await assertFinds(store.events, {}, ['outer', 'inner'])
  }),
  defineCase(
    'transaction/nested-outer-fails',
    'a rollback of the outer transaction undoes the writes of a joined one',
    async ({ store, draft }) => {
      const outcome = await store
        .transaction(async (tx) => {
          await tx.transaction((nested) => nested.events.insert(draft.event()))
          throw new Error('outer')
        })
        .catch((error: unknown) => (error instanceof Error ? error.message : 'something else'))
      assertEqual(outcome, 'outer', 'outcome')
      assertEqual(await store.events.count({}), 0, 'count')
    },
  ),
  defineCase(
    'transaction/nested-inner-fails',
    'an error that is thrown out of both transactions rolls back both',
    async ({ store, draft }) => {
      const outcome = await store
        .transaction(async (tx) => {
          await tx.events.insert(draft.event())
          await tx.transaction(async (nested) => {
            await nested.transaction((deep) => deep.events.insert(draft.event()))
            throw new Error('inner')
          })
        })
        .catch((error: unknown) => (error instanceof Error ? error.message : 'something else'))
      assertEqual(outcome, 'inner', 'outcome')
      assertEqual(await store.events.count({}), 0, 'count')
    },
  ),
]

/** A promise, and the function that resolves it. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

// The reads below start while a transaction is open, but are awaited after it: a store with one connection may delay them.
const outsideCases = [
  defineCase('transaction/outside-reads-rollback', 'writes that are rolled back are never visible outside', async ({ store, draft }) => {
    await store.events.insert(draft.event({ slug: 'a' }))
    const written = gate()
    const asked = gate()
    const work = store.transaction(async (tx) => {
      await tx.events.insert(draft.event({ slug: 'never' }))
      written.open()
      await asked.opened
      await tx.events.insert(draft.event({ slug: 'never either' }))
      throw new Error('stop')
    })
    const outcome = work.catch(() => 'stopped')
    await written.opened
    const seen = [store.events.count({}), store.events.count({ slugs: ['never'] }), store.events.count({ slugs: ['never either'] })]
    asked.open()
    assertEqual(await outcome, 'stopped', 'outcome')
    assertEqual(await Promise.all(seen), [1, 0, 0], 'counts')
  }),
  defineCase('transaction/outside-reads-commit', 'readers see all of a transaction or nothing of it', async ({ store, draft }) => {
    const written = gate()
    const asked = gate()
    const work = store.transaction(async (tx) => {
      await tx.events.insert(draft.event())
      written.open()
      await asked.opened
      await tx.events.insert(draft.event())
    })
    await written.opened
    const seen = store.events.count({})
    asked.open()
    await work
    const count = await seen
    assertTrue(count === 0 || count === 2, `a reader saw ${count} of 2 events`)
    assertEqual(await store.events.count({}), 2, 'afterwards')
  }),
  defineCase('transaction/outside-writes', 'a write outside an open transaction does not belong to it', async ({ store, draft }) => {
    const written = gate()
    const asked = gate()
    const outcome = store
      .transaction(async (tx) => {
        await tx.events.insert(draft.event({ slug: 'inside' }))
        written.open()
        await asked.opened
        throw new Error('stop')
      })
      .catch(() => 'stopped')
    await written.opened
    const outside = store.venues.insert(draft.venue({ slug: 'outside' }))
    asked.open()
    assertEqual(await outcome, 'stopped', 'outcome')
    await outside
    await assertFinds(store.venues, {}, ['outside'], 'venues')
    await assertFinds(store.events, {}, [], 'events')
  }),
]

/** What a transaction sees of its own writes and those of others, and what other callers see of it. */
export const isolationCases: readonly ConformanceCase[] = [...insideCases, ...nestedCases, ...outsideCases]
