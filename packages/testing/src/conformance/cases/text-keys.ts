import { assertEqual } from '../../assert.ts'
import { buildOccurrenceDraft } from '../../factories/series.ts'
import { type ConformanceCase, defineCase } from '../case.ts'
import { assertFinds, findAll, insertAll, slugsOf, upBy } from '../expectations.ts'
import { forEachKind } from '../subjects.ts'
import { marketGiven, weekKey } from './series-records.ts'

const searchCases = forEachKind((subject) =>
  defineCase(`keys/texts/${subject.name}`, `replaceKeys replaces the search texts of ${subject.name} alone`, async ({ store, draft }) => {
    const collection = subject.of(store)
    const drafts = ['a', 'b', 'c'].map((slug) => subject.draft(draft, { slug, searchText: `old ${slug}` }))
    const [a, b, c] = await insertAll(collection, drafts)
    if (!a || !b || !c) throw new Error('expected three records')
    const before = (await store.revision(0)).token
    const searchText = 'new words'
    const given = [
      { id: a.id, version: 1, keys: a.fields.keys, texts: { searchText } },
      { id: b.id, version: 2, keys: b.fields.keys, texts: { searchText } },
      { id: c.id, version: 1, keys: c.fields.keys },
    ]
    assertEqual(await collection.replaceKeys(given, 1_000), 2, 'replaced')
    assertEqual((await store.revision(0)).token === before, false, 'the same revision after a change')
    assertEqual(await findAll(collection, {}), [{ ...a, searchText }, b, c], 'stored')
    await assertFinds(collection, { textAll: ['words'] }, ['a'], 'the new text')
    await assertFinds(collection, { textAll: ['old'] }, ['b', 'c'], 'the old texts')
    assertEqual((await collection.update({ ...a, searchText })).version, 2, 'the version of the next update')
  }),
)

const orderCase = defineCase(
  'keys/order',
  'replaceKeys replaces the folded names and titles, which lists are sorted by',
  async (context) => {
    const { store, draft } = context
    const ordered = { filter: {}, offset: 0, limit: 10 }
    const [first] = await insertAll(
      store.events,
      ['a', 'b'].map((key) => draft.event({ slug: key, titleKey: key })),
    )
    const [venue] = await insertAll(
      store.venues,
      ['a', 'b'].map((key) => draft.venue({ slug: key, nameKey: key })),
    )
    if (!first || !venue) throw new Error('expected an event and a venue')
    await store.events.replaceKeys([{ id: first.id, version: 1, keys: {}, texts: { titleKey: 'c' } }], 1_000)
    await store.venues.replaceKeys([{ id: venue.id, version: 1, keys: {}, texts: { nameKey: 'c' } }], 1_000)
    assertEqual(slugsOf(await store.events.find({ ...ordered, order: upBy('titleKey') })), ['b', 'a'], 'events')
    assertEqual(slugsOf(await store.venues.find({ ...ordered, order: upBy('nameKey') })), ['b', 'a'], 'venues')
    await assertFinds(store.venues, { nameKeys: ['c'] }, ['a'], 'the new name')
  },
)

const seriesCase = defineCase('keys/series', 'an occurrence keeps the search text of its series unless it has its own', async (context) => {
  const { store, draft } = context
  const series = await store.events.insert(draft.series({ ...marketGiven, slug: 'market' }))
  const [plain, titled] = await insertAll(store.events, [
    buildOccurrenceDraft(series, weekKey(0), { slug: 'plain' }),
    buildOccurrenceDraft(series, weekKey(1), { slug: 'titled', title: 'Night market' }),
  ])
  if (!plain || !titled) throw new Error('expected two occurrences')
  const { keys } = series.fields
  const texts = { searchText: 'new words' }
  const given = [plain, titled].map(({ id }) => ({ id, version: 1, keys, texts }))
  assertEqual(await store.events.replaceKeys(given, 1_000), 2, 'replaced')
  await assertFinds(store.events, { textAll: ['words'] }, ['titled'], 'a text of its own')
  await store.events.replaceKeys([{ id: series.id, version: 1, keys, texts: { searchText: 'series words' } }], 1_000)
  await assertFinds(store.events, { textAll: ['series'] }, ['market', 'plain'], 'the text of the series')
})

/** Keys that follow from other members are replaced without a new version. */
export const textKeyCases: readonly ConformanceCase[] = [...searchCases, orderCase, seriesCase]
