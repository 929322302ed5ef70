import { memoryStore } from '@kalends/memory'
import { countDrafts } from '@kalends/testing'
import { expect, test } from 'vitest'
import type { CalendarStore } from '../store/contract.ts'
import type { EventFilter, EventSort } from '../store/filters.ts'
import { noIds, trackReads } from './reads.ts'

const byId = [{ key: 'id', direction: 'asc' }] as const
const page = { order: byId, offset: 0, limit: 10 }

test('the records that were read are tracked, with the series and parents of events', async () => {
  const store = memoryStore()
  const draft = countDrafts()
  const parent = await store.events.insert(draft.event())
  const child = await store.events.insert(draft.event({ parentId: parent.id }))
  const other = await store.events.insert(draft.event())
  const tracker = trackReads(store)
  await tracker.store.events.getMany([child.id, 99])
  await tracker.store.events.count({ featured: false })
  await tracker.store.findEventIds({ filter: {}, ...page })
  expect(tracker.reads()).toEqual({ ids: { ...noIds, event: [child.id, parent.id] }, isOfAll: false })
  await tracker.store.events.find({ filter: { ids: [other.id] }, ...page })
  tracker.add({ ids: { ...noIds, venue: [7] }, isOfAll: false })
  expect(tracker.reads()).toEqual({ ids: { ...noIds, event: [child.id, parent.id, other.id], venue: [7] }, isOfAll: false })
})

type Read = (store: CalendarStore) => unknown

const searched: EventFilter = { textAll: ['a'] }
const byUpdate: readonly EventSort[] = [{ key: 'updatedMs', direction: 'desc' }, ...byId]

test.each<[string, boolean, Read]>([
  ['a search', true, ({ events }) => events.find({ filter: searched, ...page })],
  ['the total of a search', true, ({ events }) => events.count(searched)],
  ['the ids of a search', true, ({ findEventIds }) => findEventIds({ filter: searched, ...page })],
  ['the counts of a search', true, ({ countByLink }) => countByLink('venueIds', [1], searched)],
  ['a list by the last update', true, ({ events }) => events.find({ filter: {}, ...page, order: byUpdate })],
  ['a range of updates', true, ({ findEventIds }) => findEventIds({ filter: { updatedMs: { gte: 1 } }, ...page })],
  ['venues of found events', true, ({ venues }) => venues.find({ filter: { events: { some: true, filter: searched } }, ...page })],
  ['the number of terms of found events', true, ({ terms }) => terms.count({ shownBy: searched })],
  ['the log', true, ({ log }) => log.read({ after: 0, limit: 10 })],
  ['the head of the log', true, ({ log }) => log.head()],
  ['a transaction beside another read', true, ({ venues, transaction }) => Promise.all([venues.getMany([1]), transaction(async () => 1)])],
  ['nothing that was read', true, () => undefined],
  ['venues by id', false, ({ venues }) => venues.getMany([1])],
  ['a window', false, ({ events }) => events.find({ filter: { startMs: { gte: 1 }, hidden: false }, ...page })],
  ['venues with events', false, ({ venues }) => venues.find({ filter: { events: { some: true, filter: {} } }, ...page })],
])('%s: whether it depends on the texts of all events: %s', async (_, isOfAll, read) => {
  const tracker = trackReads(memoryStore())
  await read(tracker.store)
  expect(tracker.reads().isOfAll).toBe(isOfAll)
})
