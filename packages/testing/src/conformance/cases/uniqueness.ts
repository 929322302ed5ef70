import { assertEqual, assertRejects } from '../../assert.ts'
import { type ConformanceCase, defineCase } from '../case.ts'
import { assertFinds, getOne, insertAll } from '../expectations.ts'
import { subjects } from '../subjects.ts'

/** The scopes in which slugs and names are unique. */
export const uniquenessCases: readonly ConformanceCase[] = [
  defineCase('unique/slug-per-kind', 'records of different kinds may have one slug', async ({ store, draft }) => {
    for (const { of, draft: build } of subjects) await of(store).insert(build(draft, { slug: 'same' }))
    for (const { of, name } of subjects) await assertFinds(of(store), { slugs: ['same'] }, ['same'], name)
  }),
  defineCase('unique/slug-per-taxonomy', 'a category and a tag may have one slug', async ({ store, draft }) => {
    await insertAll(store.terms, [draft.term({ slug: 'same' }), draft.term({ slug: 'same', taxonomy: 'tag' })])
    await assertRejects(store.terms.insert(draft.term({ slug: 'same' })), 'slug_taken')
    await assertRejects(store.terms.insert(draft.term({ slug: 'same', taxonomy: 'tag' })), 'slug_taken')
    await assertFinds(store.terms, { slugs: ['same'], taxonomy: 'tag' }, ['same'])
  }),
  defineCase('unique/slug-whatever-status', 'drafts and trash keep their slugs', async ({ store, draft }) => {
    await insertAll(store.events, [draft.event({ slug: 'a', status: 'draft' }), draft.event({ slug: 'b', status: 'trash' })])
    await assertRejects(store.events.insert(draft.event({ slug: 'a' })), 'slug_taken')
    await assertRejects(store.events.insert(draft.event({ slug: 'b' })), 'slug_taken')
  }),
  defineCase('unique/slug-swap', 'two records can swap slugs by way of a temporary slug', async ({ store, draft }) => {
    const [a, b] = [await store.events.insert(draft.event({ slug: 'a' })), await store.events.insert(draft.event({ slug: 'b' }))]
    await store.transaction(async (tx) => {
      const aside = await tx.events.update({ ...a, slug: 'aside' })
      await tx.events.update({ ...b, slug: 'a' })
      await tx.events.update({ ...aside, slug: 'b' })
    })
    assertEqual([(await getOne(store.events, a.id)).slug, (await getOne(store.events, b.id)).slug], ['b', 'a'], 'slugs')
  }),
  defineCase('unique/name', 'siblings have different names', async ({ store, draft }) => {
    await store.terms.insert(draft.term({ nameKey: 'music', name: 'Music' }))
    const error = await assertRejects(store.terms.insert(draft.term({ nameKey: 'music', name: 'MUSIC' })), 'name_taken')
    assertEqual(error.details.name, 'MUSIC', 'the name in the error')
    assertEqual(await store.terms.count({}), 1, 'count')
  }),
  defineCase('unique/name-per-parent', 'terms of different parents may have one name', async ({ store, draft }) => {
    const [a, b] = [await store.terms.insert(draft.term()), await store.terms.insert(draft.term())]
    const musicUnder = (parent: { id: number } | null) =>
      draft.term({ nameKey: 'music', ...(parent && { parentId: parent.id, ancestorIds: [parent.id] }) })
    await insertAll(store.terms, [musicUnder(null), musicUnder(a), musicUnder(b)])
    for (const parent of [null, a, b]) await assertRejects(store.terms.insert(musicUnder(parent)), 'name_taken')
  }),
  defineCase('unique/name-per-taxonomy', 'a category and a tag may have one name', async ({ store, draft }) => {
    await insertAll(store.terms, [draft.term({ nameKey: 'music' }), draft.term({ nameKey: 'music', taxonomy: 'tag' })])
    await assertRejects(store.terms.insert(draft.term({ nameKey: 'music', taxonomy: 'tag' })), 'name_taken')
  }),
  defineCase('unique/name-elsewhere', 'two venues may have one name, and so may two organizers', async ({ store, draft }) => {
    await insertAll(store.venues, [draft.venue({ nameKey: 'hall' }), draft.venue({ nameKey: 'hall' })])
    await insertAll(store.organizers, [draft.organizer({ nameKey: 'hall' }), draft.organizer({ nameKey: 'hall' })])
    assertEqual([await store.venues.count({ nameKeys: ['hall'] }), await store.organizers.count({ nameKeys: ['hall'] })], [2, 2], 'counts')
  }),
  defineCase('unique/name-before-slug', 'when name and slug are both taken, the name is reported', async ({ store, draft }) => {
    const [a, b] = [
      await store.terms.insert(draft.term({ nameKey: 'a', slug: 'a' })),
      await store.terms.insert(draft.term({ nameKey: 'b', slug: 'b' })),
    ]
    await assertRejects(store.terms.insert(draft.term({ nameKey: 'a', slug: 'a' })), 'name_taken')
    await assertRejects(store.terms.insert(draft.term({ nameKey: 'a', slug: 'b' })), 'name_taken')
    await assertRejects(store.terms.update({ ...b, nameKey: a.nameKey, slug: a.slug }), 'name_taken')
  }),
  defineCase('unique/name-update', 'an update cannot take the name of a sibling', async ({ store, draft }) => {
    const [, b] = [await store.terms.insert(draft.term({ nameKey: 'a' })), await store.terms.insert(draft.term({ nameKey: 'b' }))]
    await assertRejects(store.terms.update({ ...b, nameKey: 'a' }), 'name_taken')
    assertEqual(await getOne(store.terms, b.id), b, 'stored')
  }),
  defineCase('unique/name-moved', 'a move cannot take the name of a new sibling', async ({ store, draft }) => {
    const parent = await store.terms.insert(draft.term())
    await store.terms.insert(draft.term({ nameKey: 'music', parentId: parent.id, ancestorIds: [parent.id] }))
    const root = await store.terms.insert(draft.term({ nameKey: 'music' }))
    await assertRejects(store.terms.update({ ...root, parentId: parent.id, ancestorIds: [parent.id] }), 'name_taken')
    assertEqual(await getOne(store.terms, root.id), root, 'stored')
  }),
  defineCase('unique/name-kept', 'an update can keep the name and slug of its record', async ({ store, draft }) => {
    const term = await store.terms.insert(draft.term({ nameKey: 'music' }))
    assertEqual(await store.terms.update({ ...term, description: 'new' }), { ...term, description: 'new', version: 2 }, 'updated')
  }),
  defineCase('unique/name-freed', 'a name that is given up, by update or deletion, can be taken', async ({ store, draft }) => {
    const term = await store.terms.insert(draft.term({ nameKey: 'music' }))
    await store.terms.update({ ...term, nameKey: 'songs' })
    const next = await store.terms.insert(draft.term({ nameKey: 'music' }))
    await store.terms.delete(next.id, next.version)
    await store.terms.insert(draft.term({ nameKey: 'music' }))
    assertEqual(await store.terms.count({ nameKeys: ['music'] }), 1, 'count')
  }),
]
