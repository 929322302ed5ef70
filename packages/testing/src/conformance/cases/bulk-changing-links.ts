import { assertEqual, assertRejects } from '../../assert.ts'
import { type ConformanceCase, defineCase } from '../case.ts'
import { assertFinds, findAll, getOne, insertAll, insertLinked } from '../expectations.ts'

/** updateMany and deleteMany of records with links, ancestors, uids and names. */
export const bulkChangingLinkCases: readonly ConformanceCase[] = [
  defineCase('events/update-many/links', 'updateMany gives each event its own links, in their order', async ({ store, draft }) => {
    const { venueIds, organizerIds, categoryIds, tagIds } = await insertLinked(store, draft)
    const [v1 = 0, v2 = 0, v3 = 0, v4 = 0] = venueIds
    const [o1 = 0, o2 = 0] = organizerIds
    const [c1 = 0, c2 = 0] = categoryIds
    const given = [
      draft.event({ venueIds: [v1], categoryIds: [c1] }),
      draft.event({ organizerIds: [o1], tagIds: tagIds.slice(0, 1) }),
      draft.event({ venueIds: [v4] }),
    ]
    const [a, b, c] = await insertAll(store.events, given)
    if (!a || !b || !c) throw new Error('expected three events')
    const [x, y] = await store.events.updateMany([
      { ...b, venueIds: [v3, v1, v2], organizerIds: [], categoryIds: [c1, c2], tagIds: tagIds.slice(0, 1) },
      { ...a, venueIds: [], organizerIds: [o2, o1], categoryIds: [], tagIds: [] },
    ])
    assertEqual(await findAll(store.events, {}), [y, x, c], 'stored')
    const venues = [...(await store.countByLink('venueIds', venueIds, {}))].sort(([one], [other]) => one - other)
    assertEqual(
      venues,
      [
        [v1, 1],
        [v2, 1],
        [v3, 1],
        [v4, 1],
      ],
      'by venue',
    )
    const seen = { readable: [{ status: 'publish' as const }], hidden: false }
    assertEqual(
      [...(await store.countByLink('categoryIds', [c1, c2], seen))].sort(([one], [other]) => one - other),
      [
        [c1, 1],
        [c2, 1],
      ],
      'by category',
    )
    await store.events.deleteMany([{ id: b.id, version: 2 }, c])
    assertEqual([...(await store.countByLink('categoryIds', [c1, c2], seen))], [], 'by category, after the deletion')
    assertEqual([...(await store.countByLink('venueIds', venueIds, {}))], [], 'by venue, after the deletion')
  }),
  defineCase('terms/update-many/ancestors', 'updateMany gives each term its own ancestors', async ({ store, draft }) => {
    const [one, two, a, b] = await insertAll(
      store.terms,
      ['one', 'two', 'a', 'b'].map((slug) => draft.term({ slug })),
    )
    if (!one || !two || !a || !b) throw new Error('expected four terms')
    await store.terms.updateMany([
      { ...a, parentId: one.id, ancestorIds: [one.id] },
      { ...b, parentId: a.id, ancestorIds: [one.id, a.id] },
    ])
    await assertFinds(store.terms, { withinIds: [one.id] }, ['one', 'a', 'b'])
    await store.terms.updateMany([
      { ...(await getOne(store.terms, b.id)), ancestorIds: [two.id, a.id] },
      { ...(await getOne(store.terms, a.id)), parentId: two.id, ancestorIds: [two.id] },
    ])
    await assertFinds(store.terms, { withinIds: [one.id] }, ['one'])
    await assertFinds(store.terms, { withinIds: [two.id] }, ['two', 'a', 'b'])
  }),
  defineCase(
    'venues/update-many/uid-taken',
    'a taken uid is reported before a taken slug; any number of records may have no uid',
    async ({ store, draft }) => {
      const [a, b, c] = await insertAll(
        store.venues,
        ['a', 'b', ''].map((uid, i) => draft.venue({ uid, slug: `${uid}${i}` })),
      )
      if (!a || !b || !c) throw new Error('expected three venues')
      await assertRejects(store.venues.updateMany([{ ...b, uid: 'a', slug: a.slug }]), 'uid_taken')
      await assertRejects(
        store.venues.updateMany([
          { ...a, uid: 'b' },
          { ...b, uid: 'a' },
        ]),
        'uid_taken',
      )
      await assertRejects(
        store.venues.updateMany([
          { ...b, uid: 'd' },
          { ...c, uid: 'd' },
        ]),
        'uid_taken',
      )
      const without = await store.venues.updateMany([
        { ...a, uid: '' },
        { ...c, uid: 'e' },
        { ...b, uid: '' },
      ])
      assertEqual(
        without.map(({ uid }) => uid),
        ['', 'e', ''],
        'uids',
      )
      await store.venues.insert(draft.venue({ uid: 'a' }))
      await assertRejects(store.venues.insert(draft.venue({ uid: 'e' })), 'uid_taken')
    },
  ),
  defineCase('terms/update-many/name-taken', 'a taken name is reported before a taken slug', async ({ store, draft }) => {
    const [a, b, c] = await insertAll(
      store.terms,
      ['a', 'b', 'c'].map((slug) => draft.term({ slug, nameKey: slug })),
    )
    if (!a || !b || !c) throw new Error('expected three terms')
    await assertRejects(store.terms.updateMany([{ ...b, nameKey: 'a', slug: 'c' }]), 'name_taken')
    await assertRejects(
      store.terms.updateMany([
        { ...b, nameKey: 'd' },
        { ...c, nameKey: 'd', slug: 'a' },
      ]),
      'name_taken',
    )
    await store.terms.updateMany([
      { ...b, nameKey: 'd' },
      { ...c, nameKey: 'd', parentId: 9 },
    ])
    assertEqual((await findAll(store.terms, { nameKeys: ['d'] })).length, 2, 'names below different parents')
  }),
  ...(['venue', 'organizer'] as const).map((kind) =>
    defineCase(`${kind}s/delete-many/unlinks`, `events lose deleted ${kind}s, and keep their versions`, async ({ store, draft }) => {
      const collection = kind === 'venue' ? store.venues : store.organizers
      const linked =
        kind === 'venue'
          ? await insertAll(store.venues, [draft.venue(), draft.venue(), draft.venue()])
          : await insertAll(store.organizers, [draft.organizer(), draft.organizer(), draft.organizer()])
      const ids = linked.map(({ id }) => id)
      const event = await store.events.insert(draft.event({ [`${kind}Ids`]: ids }))
      await collection.deleteMany(linked.slice(1))
      assertEqual(await getOne(store.events, event.id), { ...event, [`${kind}Ids`]: ids.slice(0, 1) }, 'the event')
    }),
  ),
  defineCase('terms/delete-many/unlinks', 'events lose deleted terms, and keep their versions', async ({ store, draft }) => {
    const terms = await insertAll(store.terms, [draft.term(), draft.term(), draft.term({ taxonomy: 'tag' })])
    const ids = terms.map(({ id }) => id)
    const event = await store.events.insert(draft.event({ categoryIds: ids.slice(0, 2), tagIds: ids.slice(2) }))
    await store.terms.deleteMany(terms.slice(1))
    assertEqual(await getOne(store.events, event.id), { ...event, categoryIds: ids.slice(0, 1), tagIds: [] }, 'the event')
  }),
]
