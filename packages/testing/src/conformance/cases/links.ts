import { assertEqual } from '../../assert.ts'
import { type ConformanceCase, defineCase } from '../case.ts'
import { getOne } from '../expectations.ts'
import { assertEventKept } from './round-trip.ts'

/** Reads return the links of events, and the ancestors of categories, in the order of the write. */
export const linkCases: readonly ConformanceCase[] = [
  defineCase('round-trip/links/order', 'venues and organizers of an event keep their order', async ({ store, draft }) => {
    const venues = [
      await store.venues.insert(draft.venue()),
      await store.venues.insert(draft.venue()),
      await store.venues.insert(draft.venue()),
    ]
    const organizers = [await store.organizers.insert(draft.organizer()), await store.organizers.insert(draft.organizer())]
    const [v1 = 0, v2 = 0, v3 = 0] = venues.map(({ id }) => id)
    const [o1 = 0, o2 = 0] = organizers.map(({ id }) => id)
    await assertEventKept(store, draft.event({ venueIds: [v2, v3, v1], organizerIds: [o2, o1] }))
    await assertEventKept(store, draft.event({ venueIds: [v3, v1], organizerIds: [o1, o2] }))
  }),
  defineCase('round-trip/links/reordered', 'an update can reorder, add and remove links', async ({ store, draft }) => {
    const [v1 = 0, v2 = 0, v3 = 0] = [
      await store.venues.insert(draft.venue()),
      await store.venues.insert(draft.venue()),
      await store.venues.insert(draft.venue()),
    ].map(({ id }) => id)
    let event = await store.events.insert(draft.event({ venueIds: [v1, v2] }))
    for (const venueIds of [[v2, v1], [v3, v2, v1], [v3], [], [v1, v3, v2]]) {
      event = await store.events.update({ ...event, venueIds })
      assertEqual(event.venueIds, venueIds, 'updated')
      assertEqual((await getOne(store.events, event.id)).venueIds, venueIds, 'read')
    }
  }),
  defineCase('round-trip/links/many', 'an event keeps a hundred links of each kind', async ({ store, draft }) => {
    const links = await store.transaction(async (tx) => {
      const ids = { venueIds: [] as number[], organizerIds: [] as number[], categoryIds: [] as number[], tagIds: [] as number[] }
      for (let i = 0; i < 100; i++) {
        ids.venueIds.unshift((await tx.venues.insert(draft.venue())).id)
        ids.organizerIds.unshift((await tx.organizers.insert(draft.organizer())).id)
        ids.categoryIds.push((await tx.terms.insert(draft.term())).id)
        ids.tagIds.push((await tx.terms.insert(draft.term({ taxonomy: 'tag' }))).id)
      }
      return ids
    })
    await assertEventKept(store, draft.event(links))
  }),
  defineCase(
    'round-trip/links/ancestors',
    'a category keeps its ancestors from the root down, whatever their ids',
    async ({ store, draft }) => {
      const [a, b, c] = [
        await store.terms.insert(draft.term()),
        await store.terms.insert(draft.term()),
        await store.terms.insert(draft.term()),
      ]
      const child = await store.terms.insert(draft.term({ parentId: a.id, ancestorIds: [c.id, b.id, a.id] }))
      assertEqual(await getOne(store.terms, child.id), { ...child, parentId: a.id, ancestorIds: [c.id, b.id, a.id] }, 'child')
      const moved = await store.terms.update({ ...child, parentId: c.id, ancestorIds: [c.id] })
      assertEqual(await getOne(store.terms, child.id), moved, 'moved')
      assertEqual(moved.ancestorIds, [c.id], 'ancestors')
    },
  ),
]
