import type { CalendarStore, EventRecord } from '@kalends/core/store'
import { assertEqual, assertRejects } from '../../assert.ts'
import { buildOccurrenceDraft } from '../../factories/series.ts'
import { type ConformanceCase, type ConformanceContext, defineCase } from '../case.ts'
import { assertFinds, findAll, insertAll } from '../expectations.ts'
import { marketGiven, weekKey } from './series-records.ts'

/** A series with three occurrences, and another series with one occurrence. */
async function seed({ store, draft }: ConformanceContext): Promise<{ series: EventRecord; other: EventRecord; events: EventRecord[] }> {
  const series = await store.events.insert(draft.series(marketGiven))
  const other = await store.events.insert(draft.series())
  const events = await insertAll(store.events, [
    ...['a', 'b', 'c'].map((slug, week) => buildOccurrenceDraft(series, weekKey(week), { slug })),
    buildOccurrenceDraft(other, weekKey(0), { slug: 'd' }),
  ])
  return { series, other, events }
}

const keysOf = async (store: CalendarStore, seriesId: number): Promise<string[]> =>
  (await findAll(store.events, { seriesIds: [seriesId] })).map(({ slug, occurrenceKey }) => `${slug} ${occurrenceKey}`)

const keyed = (slugs: string): string[] => slugs.split(' ').map((slug, week) => `${slug} ${weekKey(week)}`)

const takenCases = [
  defineCase('series/keys/taken', 'a key belongs to one occurrence of its series', async (context) => {
    const { store } = context
    const { series, other, events } = await seed(context)
    const [a, b] = events
    if (!a || !b) throw new Error('expected two occurrences')
    const error = await assertRejects(store.events.insert(buildOccurrenceDraft(series, weekKey(1), { slug: 'x' })), 'version_conflict')
    assertEqual(error.details.id, series.id, 'the id in the error')
    await assertRejects(store.events.update({ ...a, occurrenceKey: weekKey(1) }), 'version_conflict')
    await assertRejects(store.events.update({ ...a, seriesId: other.id }), 'version_conflict')
    await store.transaction(async (tx) => {
      await assertRejects(tx.events.insert(buildOccurrenceDraft(series, weekKey(1), { slug: 'x' })), 'version_conflict')
      await assertRejects(tx.events.update({ ...b, occurrenceKey: weekKey(0) }), 'version_conflict')
      await tx.events.insert(buildOccurrenceDraft(series, weekKey(3), { slug: 'x' }))
    })
    assertEqual(await keysOf(store, series.id), keyed('a b c x'), 'stored')
    assertEqual(await keysOf(store, other.id), keyed('d'), 'stored of the other series')
  }),
  defineCase('series/keys/before-slug', 'when key and slug are both taken, the key is reported', async (context) => {
    const { store } = context
    const { series, events } = await seed(context)
    const [a] = events
    if (!a) throw new Error('expected an occurrence')
    await assertRejects(store.events.insert(buildOccurrenceDraft(series, weekKey(1), { slug: 'c' })), 'version_conflict')
    await assertRejects(store.events.insert(buildOccurrenceDraft(series, weekKey(7), { slug: 'c' })), 'slug_taken')
    await assertRejects(store.events.update({ ...a, occurrenceKey: weekKey(1), slug: 'c' }), 'version_conflict')
    await assertRejects(store.events.update({ ...a, slug: 'c' }), 'slug_taken')
  }),
  defineCase('series/keys/freed', 'the trash keeps a key; a change or a deletion frees it', async (context) => {
    const { store } = context
    const { series, events } = await seed(context)
    const [a, b] = events
    if (!a || !b) throw new Error('expected two occurrences')
    const trashed = await store.events.update({ ...a, status: 'trash', statusBeforeTrash: 'publish' })
    await assertRejects(store.events.insert(buildOccurrenceDraft(series, weekKey(0), { slug: 'x' })), 'version_conflict')
    await store.events.update({ ...b, occurrenceKey: weekKey(5) })
    await store.events.insert(buildOccurrenceDraft(series, weekKey(1), { slug: 'x' }))
    await store.events.delete(a.id, trashed.version)
    await store.events.insert(buildOccurrenceDraft(series, weekKey(0), { slug: 'y' }))
    const keys = [`b ${weekKey(5)}`, `c ${weekKey(2)}`, `x ${weekKey(1)}`, `y ${weekKey(0)}`]
    assertEqual(await keysOf(store, series.id), keys, 'stored')
  }),
  defineCase('series/keys/none', 'any number of single events and series may have no key', async ({ store, draft }) => {
    const drafts = [draft.event(), draft.series(), draft.event(), draft.series()]
    await insertAll(store.events, drafts)
    const more = await store.events.insertMany([draft.event(), draft.series(), draft.event(), draft.series()])
    assertEqual(
      more.map((event) => event?.occurrenceKey),
      ['', '', '', ''],
      'stored',
    )
  }),
]

const bulkCases = [
  defineCase('series/keys/insert-many', 'drafts whose keys are taken are left out, and the others added', async (context) => {
    const { store } = context
    const { series, other } = await seed(context)
    const given = [
      buildOccurrenceDraft(series, weekKey(3), { slug: 'x' }),
      buildOccurrenceDraft(series, weekKey(1), { slug: 'taken-key' }),
      buildOccurrenceDraft(series, weekKey(4), { slug: 'a' }),
      buildOccurrenceDraft(series, weekKey(3), { slug: 'earlier-key' }),
      buildOccurrenceDraft(other, weekKey(1), { slug: 'y' }),
      buildOccurrenceDraft(series, weekKey(4), { slug: 'z' }),
    ]
    const records = await store.events.insertMany(given)
    const slugs = records.map((record) => record?.slug ?? null)
    assertEqual(slugs, ['x', null, null, null, 'y', 'z'], 'result')
    assertEqual(await keysOf(store, series.id), keyed('a b c x z'), 'stored')
    assertEqual(await keysOf(store, other.id), keyed('d y'), 'stored of the other series')
  }),
  defineCase(
    'series/keys/exchange',
    'records of one updateMany can swap keys, and take keys that others of the call give up',
    async (context) => {
      const { store } = context
      const { series, other, events } = await seed(context)
      const [a, b, c, d] = events
      if (!a || !b || !c || !d) throw new Error('expected four occurrences')
      const shifted = [a, b, c].map((event, week) => ({ ...event, occurrenceKey: weekKey(week + 1) }))
      const next = (await store.events.updateMany(shifted)).map((event) => ({
        ...event,
        occurrenceKey: weekKey(3 - shifted.findIndex(({ id }) => id === event.id)),
      }))
      assertEqual(await keysOf(store, series.id), [`a ${weekKey(1)}`, `b ${weekKey(2)}`, `c ${weekKey(3)}`], 'shifted')
      const exchanged = await store.events.updateMany(next.toReversed())
      assertEqual(await keysOf(store, series.id), [`a ${weekKey(3)}`, `b ${weekKey(2)}`, `c ${weekKey(1)}`], 'exchanged')
      // Two occurrences with the same key exchange their series.
      const [stored] = exchanged.filter(({ id }) => id === a.id)
      if (!stored) throw new Error('the first occurrence')
      const same = await store.events.update({ ...stored, occurrenceKey: weekKey(0) })
      await store.events.updateMany([
        { ...same, seriesId: other.id, uid: other.uid },
        { ...d, seriesId: series.id, uid: series.uid },
      ])
      assertEqual(await keysOf(store, other.id), keyed('a'), 'another series')
      await assertFinds(store.events, { seriesIds: [series.id] }, ['b', 'c', 'd'])
    },
  ),
  defineCase(
    'series/keys/update-many',
    'updateMany refuses the key of a record outside the call, and the key that another record of the call gets or keeps',
    async (context) => {
      const { store } = context
      const { events } = await seed(context)
      const [a, b, c] = events
      if (!a || !b || !c) throw new Error('expected three occurrences')
      const before = await findAll(store.events, {})
      const refused = async (records: readonly EventRecord[]): Promise<void> => {
        await assertRejects(store.events.updateMany(records), 'version_conflict')
        await store.transaction((tx) => assertRejects(tx.events.updateMany(records), 'version_conflict'))
        assertEqual(await findAll(store.events, {}), before, 'stored')
      }
      await refused([
        { ...a, occurrenceKey: weekKey(9) },
        { ...b, occurrenceKey: c.occurrenceKey },
      ])
      await refused([
        { ...a, occurrenceKey: weekKey(9) },
        { ...b, occurrenceKey: weekKey(9) },
      ])
      await refused([{ ...a, occurrenceKey: b.occurrenceKey }, b])
      await refused([b, { ...a, occurrenceKey: b.occurrenceKey }])
    },
  ),
]

/** The keys of occurrences are unique within a series. */
export const seriesKeyCases: readonly ConformanceCase[] = [...takenCases, ...bulkCases]
