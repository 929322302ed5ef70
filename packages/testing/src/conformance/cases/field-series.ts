import { type CalendarStore, type EventRecord, inheritFrom, type StoredFields } from '@kalends/core/store'
import { assertEqual } from '../../assert.ts'
import { buildOccurrenceDraft } from '../../factories/series.ts'
import { type ConformanceCase, type ConformanceContext, defineCase } from '../case.ts'
import { findAll, insertAll, slugsOf, upBy } from '../expectations.ts'
import { keyed, ofLevel } from './field-keys.ts'
import { assertRead, marketGiven, weekKey } from './series-records.ts'

const none: StoredFields = { values: {}, keys: {} }

/** A series, and four occurrences: two that read its fields, one with others, one without. */
interface World {
  readonly series: EventRecord
  readonly occurrences: readonly EventRecord[]
}

async function seed({ store, draft }: ConformanceContext, fields: StoredFields = keyed.a): Promise<World> {
  const series = await store.events.insert(draft.series({ ...marketGiven, slug: 'series', fields }))
  const inserted = await store.events.insertMany([
    buildOccurrenceDraft(series, weekKey(0), { slug: 'plain' }),
    buildOccurrenceDraft(series, weekKey(1), { slug: 'titled', title: 'Fair' }),
  ])
  const others = await insertAll(store.events, [
    buildOccurrenceDraft(series, weekKey(2), { slug: 'own', fields: keyed.c }),
    buildOccurrenceDraft(series, weekKey(3), { slug: 'without', fields: none }),
  ])
  return { series, occurrences: [...inserted.flatMap((event) => event ?? []), ...others] }
}

/** Checks what the events show, and which of them each key finds in the order of their starts. */
async function assertShows(store: CalendarStore, { series, occurrences }: World, what: string): Promise<void> {
  const events = [series, ...occurrences.map((occurrence) => inheritFrom(series, occurrence))]
  for (const event of events) await assertRead(store, event, `${what}: ${event.slug}`)
  const byStart = events.toSorted((a, b) => (a.times.startLocal < b.times.startLocal ? -1 : 1))
  for (const key of ['sbeginner', 'spro']) {
    const expected = byStart.filter(({ fields }) => fields.keys['level']?.includes(key) === true)
    const listed = { ...ofLevel(key), roles: ['occurrence'], readable: [{ status: 'publish' }], hidden: false } as const
    const shown = expected.filter(({ role, status, hidden }) => role === 'occurrence' && status === 'publish' && !hidden)
    const page = await store.events.find({ filter: listed, order: upBy('startLocal'), offset: 0, limit: 100 })
    assertEqual(slugsOf(page), slugsOf(shown), `${what}: listed with ${key}`)
    assertEqual(await store.events.count(listed), shown.length, `${what}: counted with ${key}`)
    assertEqual(slugsOf(await findAll(store.events, ofLevel(key))).toSorted(), slugsOf(expected).toSorted(), `${what}: with ${key}`)
  }
}

const writes = {
  update: (store: CalendarStore, record: EventRecord) => store.events.update(record),
  updateMany: async (store: CalendarStore, record: EventRecord) => (await store.events.updateMany([record]))[0] ?? record,
} as const

const writeCases = (['update', 'updateMany'] as const).flatMap((method) => [
  defineCase(`fields/series/${method}`, `${method} of a series changes the keys of the occurrences that read them`, async (context) => {
    const world = await seed(context)
    const { store } = context
    await assertShows(store, world, 'at first')
    let { series } = world
    for (const [step, fields] of [keyed.b, none, keyed.c, { ...keyed.c, keys: {} }, keyed.a].entries()) {
      series = await writes[method](store, { ...series, fields })
      await assertShows(store, { ...world, series }, `step ${step}`)
    }
  }),
  defineCase(`fields/occurrence/${method}`, `${method} of an occurrence overrides fields, and reads them again`, async (context) => {
    const { series, occurrences } = await seed(context)
    const { store } = context
    let [plain] = occurrences
    if (plain === undefined) throw new Error('expected an occurrence')
    const others = occurrences.slice(1)
    const steps: readonly Partial<EventRecord>[] = [
      { overridden: ['fields'], fields: keyed.b },
      { overridden: ['fields', 'title'], title: 'Own', fields: keyed.c },
      { overridden: ['fields'], fields: none },
      { overridden: [] },
      { overridden: ['hidden'], hidden: true },
      { overridden: ['status'], hidden: false, status: 'draft' },
      { overridden: [], status: 'publish' },
    ]
    for (const [step, change] of steps.entries()) {
      plain = await writes[method](store, inheritFrom(series, { ...plain, ...change }))
      await assertShows(store, { series, occurrences: [plain, ...others] }, `step ${step}`)
    }
  }),
])

const seriesCases = [
  defineCase('fields/series/first-keys', 'occurrences get the first keys of their series, and lose the last ones', async (context) => {
    const world = await seed(context, none)
    const { store } = context
    await assertShows(store, world, 'without keys')
    const series = await store.events.update({ ...world.series, fields: keyed.b })
    await assertShows(store, { ...world, series }, 'with keys')
    const [plain, ...others] = world.occurrences
    if (plain === undefined) throw new Error('expected an occurrence')
    const trashed = await store.events.update({ ...inheritFrom(series, plain), status: 'trash', statusBeforeTrash: 'publish' })
    await assertShows(store, { series, occurrences: [trashed, ...others] }, 'in the trash')
    const back = await store.events.update({ ...series, fields: none })
    await assertShows(store, { series: back, occurrences: [trashed, ...others] }, 'without keys again')
  }),
  defineCase('fields/series/together', 'updateMany accepts a series with other fields together with its occurrences', async (context) => {
    const { series, occurrences } = await seed(context)
    const { store } = context
    const next = { ...series, fields: keyed.b }
    const [plain, titled, own, without] = occurrences
    if (!plain || !titled || !own || !without) throw new Error('expected four occurrences')
    const given = [
      inheritFrom(next, { ...own, overridden: own.overridden.filter((member) => member !== 'fields') }),
      { ...inheritFrom(next, titled), overridden: ['fields', 'title'] as const, fields: keyed.c },
      next,
      inheritFrom(next, { ...plain, hidden: true, overridden: ['hidden'] }),
      inheritFrom(next, without),
    ]
    const written = await store.events.updateMany(given)
    assertEqual(
      written,
      given.map((event) => ({ ...event, version: 2 })),
      'returned',
    )
    const [a, b, newSeries, c, d] = written
    if (!a || !b || !newSeries || !c || !d) throw new Error('expected five events')
    await assertShows(store, { series: newSeries, occurrences: [a, b, c, d] }, 'written')
  }),
  defineCase('fields/series/another', 'an occurrence that is moved to another series has the keys of that series', async (context) => {
    const { occurrences } = await seed(context)
    const { store, draft } = context
    const other = await store.events.insert(draft.series({ slug: 'other', fields: keyed.c }))
    const [plain] = occurrences
    if (plain === undefined) throw new Error('expected an occurrence')
    const moved = await store.events.update(inheritFrom(other, { ...plain, seriesId: other.id }))
    assertEqual(slugsOf(await findAll(store.events, ofLevel('spro'))), ['plain', 'own', 'other'], 'with the key of the other series')
    const third = await store.events.insert(draft.series({ slug: 'third' }))
    await store.events.update(inheritFrom(third, { ...moved, seriesId: third.id }))
    assertEqual(slugsOf(await findAll(store.events, ofLevel('spro'))), ['own', 'other'], 'without keys')
    assertEqual(slugsOf(await findAll(store.events, ofLevel('sbeginner'))), ['series', 'titled'], 'with the key of the first series')
  }),
  defineCase('fields/series/delete', 'deleted occurrences are not found by the keys of their series', async (context) => {
    const { series, occurrences } = await seed(context)
    const { store } = context
    const [plain, titled, ...others] = occurrences
    if (!plain || !titled) throw new Error('expected occurrences')
    await store.events.delete(plain.id, 1)
    await assertShows(store, { series, occurrences: [titled, ...others] }, 'without the first')
    await store.events.deleteMany([titled, ...others])
    await assertShows(store, { series, occurrences: [] }, 'the series alone')
    const [again] = await store.events.insertMany([buildOccurrenceDraft(series, weekKey(0), { slug: 'again' })])
    if (!again) throw new Error('expected an occurrence')
    await assertShows(store, { series, occurrences: [again] }, 'inserted again')
  }),
  defineCase('fields/series/replace', 'replaceKeys of a series replaces those of the occurrences that read them', async (context) => {
    const { series, occurrences } = await seed(context)
    const { store } = context
    const [plain, titled, own, without] = occurrences
    if (!plain || !titled || !own || !without) throw new Error('expected four occurrences')
    const { keys } = keyed.b
    const given = [
      { id: own.id, version: 1, keys: { level: ['sbeginner'] } },
      { id: plain.id, version: 1, keys: { level: ['sother'] } },
      { id: series.id, version: 1, keys },
      { id: without.id, version: 1, keys: {} },
      { id: titled.id, version: 2, keys: {} },
    ]
    assertEqual(await store.events.replaceKeys(given, 1_000), 4, 'replaced')
    const expected = {
      series: { ...series, fields: { ...series.fields, keys } },
      occurrences: [plain, titled, { ...own, fields: { ...own.fields, keys: { level: ['sbeginner'] } } }, without],
    }
    await assertShows(store, expected, 'afterwards')
    await store.events.replaceKeys([{ id: series.id, version: 1, keys: {} }], 1_000)
    await assertShows(store, { ...expected, series: { ...series, fields: { ...series.fields, keys: {} } } }, 'without keys')
  }),
]

/** Occurrences have the keys of their series, unless they override its fields. */
export const fieldSeriesCases: readonly ConformanceCase[] = [...writeCases, ...seriesCases]
