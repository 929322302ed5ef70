import { assertEqual } from '../../assert.ts'
import { type ConformanceCase, defineCase } from '../case.ts'
import { insertAll } from '../expectations.ts'
import { insertOfKind, linkedKinds, linkFieldOf } from '../linked-kinds.ts'
import { publishedEvents } from '../listed-events.ts'

/** countByLink for venues and organizers, and with unusual lists of ids. */
export const countByLinkCases: readonly ConformanceCase[] = [
  defineCase('countByLink/venues', 'events that link several venues count for each of them', async ({ store, draft }) => {
    const [a, b, c] = [
      await store.venues.insert(draft.venue()),
      await store.venues.insert(draft.venue()),
      await store.venues.insert(draft.venue()),
    ]
    await insertAll(store.events, [
      draft.event({ venueIds: [b.id, a.id] }),
      draft.event({ venueIds: [b.id] }),
      draft.event({ venueIds: [b.id], hidden: true }),
    ])
    assertEqual(
      await store.countByLink('venueIds', [a.id, b.id, c.id], {}),
      new Map([
        [a.id, 1],
        [b.id, 3],
      ]),
      'all',
    )
    assertEqual(
      await store.countByLink('venueIds', [a.id, b.id, c.id], publishedEvents),
      new Map([
        [a.id, 1],
        [b.id, 2],
      ]),
      'published',
    )
  }),
  defineCase('countByLink/organizers', 'events that link several organizers count for each of them', async ({ store, draft }) => {
    const [a, b] = [await store.organizers.insert(draft.organizer()), await store.organizers.insert(draft.organizer())]
    await insertAll(store.events, [draft.event({ organizerIds: [b.id, a.id] }), draft.event({ organizerIds: [a.id], status: 'draft' })])
    assertEqual(
      await store.countByLink('organizerIds', [a.id, b.id], {}),
      new Map([
        [a.id, 2],
        [b.id, 1],
      ]),
      'all',
    )
    const published = await store.countByLink('organizerIds', [b.id, a.id], publishedEvents)
    assertEqual(
      published,
      new Map([
        [a.id, 1],
        [b.id, 1],
      ]),
      'published',
    )
  }),
  defineCase('countByLink/same-id', 'a venue and an organizer with the same id are counted separately', async ({ store, draft }) => {
    const venue = await store.venues.insert(draft.venue())
    const organizer = await store.organizers.insert(draft.organizer())
    await store.events.insert(draft.event({ venueIds: [venue.id] }))
    assertEqual(await store.countByLink('organizerIds', [venue.id, organizer.id], {}), new Map(), 'organizers')
    assertEqual(await store.countByLink('venueIds', [venue.id], {}), new Map([[venue.id, 1]]), 'venues')
  }),
  defineCase('countByLink/asked-only', 'only the given ids are counted', async ({ store, draft }) => {
    const [a, b] = [await store.venues.insert(draft.venue()), await store.venues.insert(draft.venue())]
    await store.events.insert(draft.event({ venueIds: [a.id, b.id] }))
    assertEqual(await store.countByLink('venueIds', [b.id], {}), new Map([[b.id, 1]]), 'counts')
  }),
  defineCase('countByLink/no-ids', 'an empty list of ids gives no counts', async ({ store, draft }) => {
    const venue = await store.venues.insert(draft.venue())
    await store.events.insert(draft.event({ venueIds: [venue.id] }))
    assertEqual(await store.countByLink('venueIds', [], {}), new Map(), 'counts')
  }),
  defineCase('countByLink/repeats-and-unknown', 'repeated ids count once, unknown ones are left out', async ({ store, draft }) => {
    const venue = await store.venues.insert(draft.venue())
    await store.events.insert(draft.event({ venueIds: [venue.id] }))
    assertEqual(await store.countByLink('venueIds', [venue.id, venue.id, 900_000_001, 0], {}), new Map([[venue.id, 1]]), 'counts')
  }),
  defineCase('countByLink/500', 'one call counts by 500 ids', async ({ store, draft }) => {
    const expected = await store.transaction(async (tx) => {
      const tags = await insertAll(
        tx.terms,
        Array.from({ length: 500 }, () => draft.term({ taxonomy: 'tag' })),
      )
      const ids = tags.map(({ id }) => id)
      await insertAll(tx.events, [draft.event({ tagIds: ids.slice(0, 100) }), draft.event({ tagIds: ids.slice(50, 90) })])
      return new Map(ids.slice(0, 100).map((id, i) => [id, i >= 50 && i < 90 ? 2 : 1]))
    })
    const ids = [...expected.keys()]
    const others = Array.from({ length: 400 }, (_, i) => 900_000_000 + i)
    assertEqual(await store.countByLink('tagIds', [...others, ...ids], {}), expected, 'counts')
  }),
  ...linkedKinds.map((kind) =>
    defineCase(
      `countByLink/after-changes/${kind}`,
      `counts of ${kind} follow updates and deletions of events`,
      async ({ store, draft }) => {
        const linkField = linkFieldOf[kind]
        const id = await insertOfKind(store, draft, kind)
        const [a, b] = [
          await store.events.insert(draft.event({ [linkField]: [id] })),
          await store.events.insert(draft.event({ [linkField]: [id] })),
        ]
        const count = async (): Promise<number | undefined> => (await store.countByLink(linkField, [id], publishedEvents)).get(id)
        assertEqual(await count(), 2, 'at first')
        const draftedA = await store.events.update({ ...a, status: 'draft' })
        assertEqual(await count(), 1, 'one is a draft')
        const hiddenB = await store.events.update({ ...b, hidden: true })
        assertEqual(await count(), undefined, 'one is hidden')
        await store.events.update({ ...hiddenB, hidden: false })
        await store.events.delete(a.id, draftedA.version)
        assertEqual(await count(), 1, 'one is deleted')
      },
    ),
  ),
]
