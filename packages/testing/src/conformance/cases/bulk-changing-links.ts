import { assertEqual, assertRejects } from '../../assert.ts'
import { type ConformanceCase, defineCase } from '../case.ts'
import { assertFinds, findAll, getOne, insertAll } from '../expectations.ts'

/** updateMany and deleteMany of records with links, ancestors, uids and names. */
export const bulkChangingLinkCases: readonly ConformanceCase[] = [
  defineCase('events/update-many/links', 'updateMany gives each event its own links, in their order', async ({ store, draft }) => {
    const given = [
      draft.event({ venueIds: [1], categoryIds: [4] }),
      draft.event({ organizerIds: [5], tagIds: [6] }),
      draft.event({ venueIds: [9] }),
    ]
    const [a, b, c] = await insertAll(store.events, given)
    if (!a || !b || !c) throw new Error('expected three events')
    const [x, y] = await store.events.updateMany([
      { ...b, venueIds: [3, 1, 2], organizerIds: [], categoryIds: [4, 7], tagIds: [6] },
      { ...a, venueIds: [], organizerIds: [8, 5], categoryIds: [], tagIds: [] },
    ])
    assertEqual(await findAll(store.events, {}), [y, x, c], 'stored')
    const venues = [...(await store.countByLink('venueIds', [1, 2, 3, 9], {}))].sort(([one], [other]) => one - other)
    assertEqual(
      venues,
      [
        [1, 1],
        [2, 1],
        [3, 1],
        [9, 1],
      ],
      'by venue',
    )
    const seen = { readable: [{ status: 'publish' as const }], hidden: false }
    assertEqual(
      [...(await store.countByLink('categoryIds', [4, 7], seen))].sort(([one], [other]) => one - other),
      [
        [4, 1],
        [7, 1],
      ],
      'by category',
    )
    await store.events.deleteMany([{ id: b.id, version: 2 }, c])
    assertEqual([...(await store.countByLink('categoryIds', [4, 7], seen))], [], 'by category, after the deletion')
    assertEqual([...(await store.countByLink('venueIds', [1, 2, 3, 9], {}))], [], 'by venue, after the deletion')
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
