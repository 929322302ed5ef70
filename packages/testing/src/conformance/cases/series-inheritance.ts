import { type CalendarStore, type EventRecord, inheritFrom } from '@kalends/core/store'
import { assertEqual } from '../../assert.ts'
import { buildOccurrenceDraft } from '../../factories/series.ts'
import { type ConformanceCase, type ConformanceContext, defineCase } from '../case.ts'
import { assertFinds, findAll, insertAll, slugsOf } from '../expectations.ts'
import { assertRead, marketGiven, weekKey } from './series-records.ts'

/** A series and four occurrences, of which one overrides nothing, one its texts, one its title, and one `featured`. */
interface World {
  readonly series: EventRecord
  readonly occurrences: readonly EventRecord[]
}

async function seed({ store, draft }: ConformanceContext): Promise<World> {
  const series = await store.events.insert(draft.series({ ...marketGiven, slug: 'market' }))
  const occurrences = await insertAll(store.events, [
    buildOccurrenceDraft(series, weekKey(0), { slug: 'plain' }),
    buildOccurrenceDraft(series, weekKey(1), { slug: 'texts', description: 'Wine', excerpt: '', image: null, website: '' }),
    buildOccurrenceDraft(series, weekKey(2), { slug: 'titled', title: 'Night market' }),
    buildOccurrenceDraft(series, weekKey(3), { slug: 'featured', featured: true }),
  ])
  await store.events.insert(draft.event({ slug: 'single', description: 'Cheese' }))
  return { series, occurrences }
}

/** The series with other values of all inherited members. */
const changed = (series: EventRecord): EventRecord => ({
  ...series,
  uid: 'fair@example.org',
  description: '<p>Olives</p>',
  excerpt: 'Every day',
  image: 'https://example.org/olives.png',
  website: '',
  cost: { ...series.cost, text: '', values: [] },
  searchText: 'market\nevery day\nolives',
  recurrence: { rule: 'FREQ=DAILY', dates: [weekKey(8)], except: [weekKey(9)] },
  extendedTo: '2029-01-01T00:00:00',
})

async function assertInherits(store: CalendarStore, { series, occurrences }: World, what: string): Promise<void> {
  const expected = occurrences.map((occurrence) => inheritFrom(series, occurrence))
  for (const occurrence of expected) await assertRead(store, occurrence, `${what}: ${occurrence.slug}`)
  assertEqual(await findAll(store.events, { seriesIds: [series.id] }), expected, `${what}: occurrences of the series`)
  const query = { filter: { seriesIds: [series.id] }, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: 100 } as const
  const own = await store.events.find({ ...query, withoutInherited: true })
  const completed = own.map((occurrence) => inheritFrom(series, occurrence))
  assertEqual(completed, expected, `${what}: occurrences without inherited members`)
}

const updateCases = (['update', 'updateMany'] as const).map((method) =>
  defineCase(`series/inherit/${method}`, `${method} of a series changes what its occurrences show, not their versions`, async (context) => {
    const world = await seed(context)
    const { store } = context
    const write = async (record: EventRecord): Promise<EventRecord> =>
      method === 'update' ? store.events.update(record) : ((await store.events.updateMany([record]))[0] ?? record)
    const series = await write(changed(world.series))
    assertEqual(series, { ...changed(world.series), version: 2 }, 'the series')
    await assertInherits(store, { ...world, series }, 'afterwards')
    const back = await write({ ...world.series, version: 2 })
    await assertInherits(store, { ...world, series: back }, 'changed back')
  }),
)

const stop = new Error('stop')

const transactionCases = [
  defineCase('series/inherit/transaction', 'a transaction reads its own changes of a series; a rollback undoes them', async (context) => {
    const world = await seed(context)
    const { store } = context
    await store
      .transaction(async (tx) => {
        const series = await tx.events.update(changed(world.series))
        await assertInherits(tx, { ...world, series }, 'inside')
        const added = await tx.events.insert(buildOccurrenceDraft(series, weekKey(5)))
        await assertRead(tx, added, 'added inside')
        await tx.events.delete(added.id, 1)
        throw stop
      })
      .catch((error: unknown) => {
        if (error !== stop) throw error
      })
    await assertInherits(store, world, 'after a rollback')
    const series = await store.transaction((tx) => tx.events.update(changed(world.series)))
    await assertInherits(store, { ...world, series }, 'committed')
  }),
  defineCase('series/inherit/together', 'updateMany accepts a series together with its occurrences, in any order', async (context) => {
    const { series, occurrences } = await seed(context)
    const { store } = context
    const next = changed(series)
    const given = occurrences.map((occurrence) => ({ ...inheritFrom(next, occurrence), featured: true }))
    const mixed = [...given.slice(0, 2), next, ...given.slice(2)]
    const expected = mixed.map((event) => ({ ...event, version: event.version + 1 }))
    assertEqual(await store.events.updateMany(mixed), expected, 'result')
    for (const event of expected) await assertRead(store, event, event.slug)
  }),
  defineCase('series/inherit/another', 'an occurrence that is moved to another series inherits from that series', async (context) => {
    const { occurrences } = await seed(context)
    const { store, draft } = context
    const other = await store.events.insert(draft.series({ description: 'Cheese', website: 'https://example.org/other' }))
    const given = occurrences.map((occurrence) => inheritFrom(other, { ...occurrence, seriesId: other.id }))
    const expected = given.map((event) => ({ ...event, version: 2 }))
    assertEqual(await store.events.updateMany(given), expected, 'result')
    for (const event of expected) await assertRead(store, event, event.slug)
  }),
  defineCase('series/inherit/delete', 'occurrences can be deleted before their series', async (context) => {
    const { series, occurrences } = await seed(context)
    const { store } = context
    const [first, ...others] = occurrences
    if (first === undefined) throw new Error('expected an occurrence')
    await store.events.delete(first.id, 1)
    await assertInherits(store, { series, occurrences: others }, 'without the first')
    await store.events.deleteMany(others)
    await assertRead(store, series, 'the series alone')
    await store.events.delete(series.id, 1)
    await assertFinds(store.events, {}, ['single'])
  }),
]

const searchCases = [
  defineCase('series/search', 'a search finds the occurrences by the text of their series, unless they have their own', async (context) => {
    const { series } = await seed(context)
    const { store, draft } = context
    await assertFinds(store.events, { textAll: ['cheese'] }, ['market', 'plain', 'titled', 'featured', 'single'], 'cheese')
    await assertFinds(store.events, { textAll: ['cheese', 'market'] }, ['market', 'plain', 'titled', 'featured'], 'both')
    await assertFinds(store.events, { textAll: ['market'] }, ['market', 'plain', 'texts', 'titled', 'featured'], 'market')
    await assertFinds(store.events, { textAll: ['wine'] }, ['texts'], 'the description of an occurrence')
    await assertFinds(store.events, { textAll: ['night'] }, ['titled'], 'the title of an occurrence')
    await assertFinds(
      store.events,
      { textAll: ['cheese'], roles: ['single', 'occurrence'] },
      ['plain', 'titled', 'featured', 'single'],
      'listed',
    )
    await assertFinds(store.events, { textAll: ['cheese'], featured: true }, ['featured'], 'featured')
    await assertFinds(store.events, { textAll: ['cheese'], distinct: 'series' }, ['market', 'plain', 'single'], 'once for each series')
    await store.transaction(async (tx) => {
      await tx.events.update(changed(series))
      await assertFinds(tx.events, { textAll: ['olives'] }, ['market', 'plain', 'featured'], 'olives, inside')
      await assertFinds(tx.events, { textAll: ['cheese'] }, ['titled', 'single'], 'cheese, inside')
    })
    await assertFinds(store.events, { textAll: ['olives', 'day'] }, ['market', 'plain', 'featured'], 'olives')
    await assertFinds(store.events, { textAll: ['cheese'] }, ['titled', 'single'], 'cheese, afterwards')
    await store.events.insert(draft.event({ slug: 'later', description: 'Olives' }))
    await assertFinds(store.events, { textAll: ['olives'] }, ['market', 'plain', 'featured', 'later'], 'olives of all')
  }),
  defineCase('series/search/linked', 'counts and filters by linked events search the text of the series, too', async (context) => {
    const { store, draft } = context
    const venue = await store.venues.insert(draft.venue({ slug: 'hall' }))
    const category = await store.terms.insert(draft.term({ slug: 'food' }))
    const links = { venueIds: [venue.id], categoryIds: [category.id] }
    const series = await store.events.insert(draft.series(marketGiven))
    await insertAll(store.events, [
      buildOccurrenceDraft(series, weekKey(0), links),
      buildOccurrenceDraft(series, weekKey(1), { ...links, title: 'Wine' }),
      buildOccurrenceDraft(series, weekKey(2)),
    ])
    const counts = async (word: string): Promise<unknown> => {
      const filter = { textAll: [word] }
      const events = { some: true, filter }
      return [
        await store.countByLink('venueIds', [venue.id], filter),
        await store.countByLink('categoryIds', [category.id], filter),
        slugsOf(await findAll(store.venues, { events })),
        slugsOf(await findAll(store.terms, { events })),
      ]
    }
    const found = (count: number): unknown => [new Map([[venue.id, count]]), new Map([[category.id, count]]), ['hall'], ['food']]
    assertEqual(await counts('cheese'), found(2), 'cheese')
    assertEqual(await counts('wine'), found(1), 'wine')
    await store.events.update(changed(series))
    assertEqual(await counts('olives'), found(1), 'olives')
    assertEqual(await counts('every week'), found(1), 'the excerpt in an own search text')
  }),
]

/** Occurrences inherit members of their series, also after the series changes. */
export const seriesInheritanceCases: readonly ConformanceCase[] = [...updateCases, ...transactionCases, ...searchCases]
