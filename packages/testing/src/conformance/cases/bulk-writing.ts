import { assertEqual, assertTrue } from '../../assert.ts'
import { type ConformanceCase, defineCase } from '../case.ts'
import { assertFinds, byId, findAll, insertLinked } from '../expectations.ts'
import { forEachKind, type Subject } from '../subjects.ts'

/** More rows than the SQL store writes in one statement (500), so that it needs several. */
const many = 1_201

const addingCases = ({ name, of, draft }: Subject): ConformanceCase[] => [
  defineCase(
    `${name}/insert-many/as-insert`,
    'insertMany returns each record as insert would, in order',
    async ({ store, draft: drafts }) => {
      const given = Array.from({ length: 5 }, () => draft(drafts))
      const records = await of(store).insertMany(given)
      const ids = records.map((record) => record?.id ?? 0)
      assertEqual(
        records,
        given.map((one, i) => ({ ...one, id: ids[i], version: 1 })),
        'result',
      )
      assertEqual(await findAll(of(store), {}), records, 'stored')
      const later = await of(store).insert(draft(drafts))
      assertTrue(
        ids.every((id) => Number.isSafeInteger(id) && id > 0 && id < later.id),
        'ids are positive and below those of later records',
      )
    },
  ),
  defineCase(`${name}/insert-many/none`, 'insertMany accepts an empty list', async ({ store }) => {
    assertEqual(await of(store).insertMany([]), [], 'result')
    assertEqual(await of(store).count({}), 0, 'count')
  }),
  defineCase(`${name}/insert-many/many`, 'any number of records can be added', async ({ store, draft: drafts }) => {
    const given = Array.from({ length: many }, () => draft(drafts))
    const records = await of(store).insertMany(given)
    assertEqual(
      records.map((record) => record?.slug),
      given.map(({ slug }) => slug),
      'slugs in the order of the drafts',
    )
    const ids = records.map((record) => record?.id ?? 0)
    assertEqual(
      ids,
      [...new Set(ids)].sort((a, b) => a - b),
      'ids ascend',
    )
    assertEqual(await of(store).count({}), many, 'count')
    assertEqual(await of(store).find({ filter: {}, order: byId, offset: many - 1, limit: 5 }), records.slice(-1), 'the last one, as stored')
  }),
]

const takenCases = ({ name, of, draft }: Subject): ConformanceCase[] => [
  defineCase(
    `${name}/insert-many/slug-taken`,
    'drafts whose slug is taken are left out, and the others added',
    async ({ store, draft: drafts }) => {
      const known = await of(store).insert(draft(drafts, { slug: 'known' }))
      const slugs = ['a', 'known', 'b', 'a', 'c', 'known', 'c']
      const records = await of(store).insertMany(slugs.map((slug) => draft(drafts, { slug })))
      assertEqual(
        records.map((record) => record?.slug ?? null),
        ['a', null, 'b', null, 'c', null, null],
        'result',
      )
      assertEqual(await findAll(of(store), {}), [known, ...records.filter((record) => record !== null)], 'stored')
    },
  ),
  defineCase(
    `${name}/insert-many/all-taken`,
    'if all slugs are taken, nothing is added and the token does not change',
    async ({ store, draft: drafts }) => {
      const known = await of(store).insert(draft(drafts, { slug: 'known' }))
      const { token } = await store.revision(0)
      assertEqual(await of(store).insertMany([draft(drafts, { slug: 'known' })]), [null], 'result')
      assertEqual(await findAll(of(store), {}), [known], 'stored')
      assertEqual((await store.revision(0)).token, token, 'token')
    },
  ),
  defineCase(`${name}/insert-many/exact-slugs`, 'slugs are compared exactly', async ({ store, draft: drafts }) => {
    const slugs = ['a', 'A', 'ä', 'a\u0308', 'a ', ' a', '\ufb01', 'fi', '🎉', '🎊']
    const records = await of(store).insertMany(slugs.map((slug) => draft(drafts, { slug })))
    assertEqual(
      records.map((record) => record?.slug),
      slugs,
      'result',
    )
    assertEqual(await findAll(of(store), {}), records, 'stored')
  }),
]

const transactionCases = ({ name, of, draft }: Subject): ConformanceCase[] => [
  defineCase(
    `${name}/insert-many/in-transaction`,
    'a transaction reads its own inserts, and a rollback removes them',
    async ({ store, draft: drafts }) => {
      const stop = new Error('stop')
      await store
        .transaction(async (tx) => {
          await of(tx).insertMany([draft(drafts, { slug: 'a' }), draft(drafts, { slug: 'b' })])
          await of(tx).insertMany([draft(drafts, { slug: 'b' }), draft(drafts, { slug: 'c' })])
          await assertFinds(of(tx), {}, ['a', 'b', 'c'], 'inside')
          throw stop
        })
        .catch((error: unknown) => {
          if (error !== stop) throw error
        })
      await assertFinds(of(store), {}, [], 'afterwards')
      await store.transaction((tx) => of(tx).insertMany([draft(drafts, { slug: 'd' })]))
      await assertFinds(of(store), {}, ['d'], 'committed')
    },
  ),
  defineCase(`${name}/insert-many/revision`, 'insertMany changes the token', async ({ store, draft: drafts }) => {
    const { token } = await store.revision(0)
    await of(store).insertMany([draft(drafts), draft(drafts)])
    assertTrue((await store.revision(0)).token !== token, 'another token')
  }),
]

const ofOneKind: readonly ConformanceCase[] = [
  defineCase('events/insert-many/links', 'insertMany gives each event its own links, in their order', async ({ store, draft }) => {
    const { venueIds, organizerIds, categoryIds, tagIds } = await insertLinked(store, draft)
    const [a = 0, b = 0, c = 0] = venueIds
    const [d = 0, e = 0, f = 0] = organizerIds
    const [g = 0, h = 0] = categoryIds
    const drafts = [
      draft.event({ venueIds: [c, a, b], organizerIds: [f], categoryIds: [g, h], tagIds: tagIds.slice(0, 1) }),
      draft.event(),
      draft.event({ venueIds: [b], organizerIds: [e, d], categoryIds: [h], tagIds: [] }),
    ]
    const records = await store.events.insertMany(drafts)
    assertEqual(await findAll(store.events, {}), records, 'stored')
    assertEqual(
      (await findAll(store.events, { venueIds: [b] })).map(({ slug }) => slug),
      [drafts[0]?.slug, drafts[2]?.slug],
      'by venue',
    )
    assertEqual(
      [...(await store.countByLink('categoryIds', [g, h], {}))],
      [
        [g, 1],
        [h, 2],
      ],
      'countByLink',
    )
  }),
  defineCase('events/insert-many/left-out-links', 'the links of a draft that is left out are not stored', async ({ store, draft }) => {
    const [a = 0, b = 0, c = 0] = (await insertLinked(store, draft)).venueIds
    await store.events.insert(draft.event({ slug: 'known', venueIds: [a] }))
    await store.events.insertMany([draft.event({ slug: 'known', venueIds: [b] }), draft.event({ venueIds: [c] })])
    assertEqual(
      [...(await store.countByLink('venueIds', [a, b, c], {}))].sort(([one], [other]) => one - other),
      [
        [a, 1],
        [c, 1],
      ],
      'countByLink',
    )
  }),
  defineCase('terms/insert-many/name-taken', 'terms whose name is taken are left out', async ({ store, draft }) => {
    await store.terms.insert(draft.term({ nameKey: 'music', slug: 'music' }))
    const records = await store.terms.insertMany([
      draft.term({ nameKey: 'music', slug: 'songs' }),
      draft.term({ nameKey: 'songs', slug: 'songs' }),
      draft.term({ nameKey: 'songs', slug: 'more-songs' }),
      draft.term({ nameKey: 'music', slug: 'music', taxonomy: 'tag' }),
      draft.term({ nameKey: 'dance', slug: 'songs' }),
    ])
    assertEqual(
      records.map((record) => record && [record.taxonomy, record.nameKey, record.slug]),
      [null, ['category', 'songs', 'songs'], null, ['tag', 'music', 'music'], null],
      'result',
    )
    assertEqual(await store.terms.count({}), 3, 'count')
  }),
  defineCase('terms/insert-many/ancestors', 'insertMany gives each term its own ancestors', async ({ store, draft }) => {
    const root = await store.terms.insert(draft.term({ slug: 'root' }))
    await store.terms.insertMany([
      draft.term({ slug: 'a', parentId: root.id, ancestorIds: [root.id] }),
      draft.term({ slug: 'b' }),
      draft.term({ slug: 'c', parentId: root.id, ancestorIds: [root.id] }),
    ])
    await assertFinds(store.terms, { withinIds: [root.id] }, ['root', 'a', 'c'])
  }),
]

/** insertMany, for each kind. */
export const bulkWritingCases: readonly ConformanceCase[] = [
  ...forEachKind((subject) => [...addingCases(subject), ...takenCases(subject), ...transactionCases(subject)]).flat(),
  ...ofOneKind,
]
