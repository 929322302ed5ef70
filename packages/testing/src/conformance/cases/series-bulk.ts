import type { CalendarStore, EventRecord } from '@kalends/core/store'
import { assertEqual } from '../../assert.ts'
import { utcLocal, utcMs } from '../../factories/published.ts'
import { buildOccurrenceDraft } from '../../factories/series.ts'
import { type ConformanceCase, defineCase } from '../case.ts'
import { byId, insertAll } from '../expectations.ts'
import { marketGiven, weekKey } from './series-records.ts'

/** The maximum number of occurrences that the core stores for one series. */
const most = 2_000

const dayKey = (day: number): string => utcLocal(utcMs('2026-06-01T10:00:00') + day * 86_400_000)

const occurrencesOf = (store: CalendarStore, seriesId: number): Promise<readonly EventRecord[]> =>
  store.events.find({ filter: { seriesIds: [seriesId] }, order: byId, offset: 0, limit: most + 1 })

const bulkCase = defineCase('series/bulk', 'a series of 2,000 occurrences is stored, moved and deleted', async ({ store, draft }) => {
  const series = await store.events.insert(draft.series(marketGiven))
  const drafts = Array.from({ length: most }, (_, day) =>
    buildOccurrenceDraft(series, dayKey(day), day % 100 === 0 ? { title: 'Fair' } : {}),
  )
  const inserted = (await store.events.insertMany(drafts)).filter((event) => event !== null)
  assertEqual(inserted.length, most, 'inserted')
  const moved = await store.transaction(async (tx) => {
    const next = await tx.events.update({ ...series, description: 'Olives', searchText: 'market olives' })
    return tx.events.updateMany(
      inserted.map((event, day) => {
        const { id, version } = event
        const own = day % 100 === 0 ? { title: 'Fair' } : {}
        return { ...buildOccurrenceDraft(next, dayKey(day + 1), { ...own, slug: event.slug, updatedMs: day }), id, version }
      }),
    )
  })
  assertEqual(await occurrencesOf(store, series.id), moved, 'moved by a day')
  assertEqual(moved[most - 1]?.description, 'Olives', 'the last description')
  assertEqual(await store.events.count({ textAll: ['olives'] }), most + 1, 'found by the text of the series')
  assertEqual(await store.events.count({ distinct: 'series', roles: ['occurrence'] }), 1, 'distinct')
  const some = await store.events.getMany(moved.slice(0, 500).map(({ id }) => id))
  assertEqual(
    some.toSorted((a, b) => a.id - b.id),
    moved.slice(0, 500),
    '500 by id',
  )
  await store.events.deleteMany(moved)
  assertEqual(await occurrencesOf(store, series.id), [], 'deleted')
  await store.events.delete(series.id, 2)
  assertEqual(await store.events.count({}), 0, 'left')
})

const extendedTo = async (store: CalendarStore): Promise<string | null> => (await store.revision(0)).extendedTo

const revisionCases = [
  defineCase(
    'series/revision/smallest',
    'the revision has the smallest extendedTo of all series outside the trash',
    async ({ store, draft }) => {
      assertEqual(await extendedTo(store), null, 'without events')
      await store.events.insert(draft.event())
      await store.events.insert(draft.series({ extendedTo: '' }))
      await store.events.insert(draft.series({ extendedTo: '2026-02-01T00:00:00', status: 'trash', statusBeforeTrash: 'publish' }))
      assertEqual(await extendedTo(store), null, 'without a series to extend')
      const later = await store.events.insert(draft.series({ extendedTo: '2028-10-01T00:00:00', status: 'draft', hidden: true }))
      await store.events.insert(buildOccurrenceDraft(later, weekKey(0)))
      assertEqual(await extendedTo(store), '2028-10-01T00:00:00', 'of a hidden draft')
      await insertAll(store.events, [
        draft.series({ extendedTo: '2028-09-30T23:59:59' }),
        draft.series({ extendedTo: '2029-01-01T00:00:00' }),
      ])
      assertEqual(await extendedTo(store), '2028-09-30T23:59:59', 'the smallest')
    },
  ),
  defineCase(
    'series/revision/follows-changes',
    'extendedTo of the revision follows updates, the trash, deletions and transactions',
    async ({ store, draft }) => {
      const other = await store.events.insert(draft.series({ extendedTo: '2029-01-01T00:00:00' }))
      const series = await store.events.insert(draft.series({ extendedTo: '2028-01-01T00:00:00' }))
      const extended = await store.events.update({ ...series, extendedTo: '2028-06-01T00:00:00' })
      assertEqual(await extendedTo(store), '2028-06-01T00:00:00', 'extended')
      const trashed = await store.events.update({ ...extended, status: 'trash', statusBeforeTrash: 'publish' })
      assertEqual(await extendedTo(store), '2029-01-01T00:00:00', 'in the trash')
      const restored = await store.events.update({ ...trashed, status: 'publish', statusBeforeTrash: null })
      assertEqual(await extendedTo(store), '2028-06-01T00:00:00', 'restored')
      const inside = await store.transaction(async (tx) => {
        await tx.events.update({ ...restored, extendedTo: '' })
        const stored = await extendedTo(tx)
        await tx.events.delete(other.id, 1)
        return [stored, await extendedTo(tx)]
      })
      assertEqual(inside, ['2029-01-01T00:00:00', null], 'inside')
      assertEqual(await extendedTo(store), null, 'committed')
    },
  ),
  defineCase('series/revision/token', 'a change of a series changes the token', async ({ store, draft }) => {
    const series = await store.events.insert(draft.series())
    const { token } = await store.revision(0)
    await store.events.update({ ...series, extendedTo: '2030-01-01T00:00:00' })
    assertEqual((await store.revision(0)).token === token, false, 'same token')
  }),
]

/** A series of 2,000 occurrences, and `extendedTo` of the revision. */
export const seriesBulkCases: readonly ConformanceCase[] = [bulkCase, ...revisionCases]
