import { type CalendarStore, type EventRecord, eventFields, type StoredRecurrence } from '@kalends/core/store'
import { assertEqual } from '../../assert.ts'
import type { PartialEventDraft } from '../../factories/event.ts'
import { otherValues } from '../../factories/plain.ts'
import { utcLocal, utcMs } from '../../factories/published.ts'
import { buildOccurrenceDraft } from '../../factories/series.ts'
import { type ConformanceCase, defineCase } from '../case.ts'
import { findAll, getOne } from '../expectations.ts'
import { assertEventKept } from './round-trip.ts'

const cost = { text: '€5', currencySymbol: '€', currencyCode: 'EUR', currencyPosition: 'prefix', values: ['5.00'] } as const

/** The members of a series that has a value for each inherited member. */
export const marketGiven: PartialEventDraft = {
  uid: 'market@example.org',
  title: 'Market',
  description: '<p>Cheese and bread</p>',
  excerpt: 'Every week',
  image: 17,
  website: 'https://example.org/market',
  cost,
}

/** The key of an occurrence of that series, by week. */
export const weekKey = (week: number): string => utcLocal(utcMs('2026-06-01T10:00:00') + week * 7 * 86_400_000)

/** Checks that the store returns an event: by id, by a filter, and in a list. */
export async function assertRead(store: CalendarStore, expected: EventRecord, what: string): Promise<void> {
  assertEqual(await getOne(store.events, expected.id), expected, `${what}, by id`)
  assertEqual(await findAll(store.events, { slugs: [expected.slug] }), [expected], `${what}, by slug`)
  const listed = (await findAll(store.events, { roles: [expected.role] })).filter(({ id }) => id === expected.id)
  assertEqual(listed, [expected], `${what}, in a list`)
}

const manyKeys = Array.from({ length: 500 }, (_, week) => weekKey(week))

const recurrences: readonly (readonly [key: string, title: string, recurrence: StoredRecurrence, extendedTo: string])[] = [
  ['endless', 'a rule without an end', { rule: 'FREQ=WEEKLY', dates: [], except: [] }, '2028-12-01T00:00:00'],
  ['finite', 'a rule whose dates are all stored', { rule: 'FREQ=DAILY;COUNT=3', dates: [], except: [] }, ''],
  ['dates', 'dates without a rule', { rule: '', dates: [weekKey(0), '2026-07-01T09:30:15'], except: [] }, ''],
  [
    'except',
    'dates and excluded dates beside a rule',
    { rule: 'FREQ=MONTHLY;BYDAY=-1FR', dates: [weekKey(1)], except: [weekKey(2)] },
    '2200-12-31T23:59:59',
  ],
  ['many', '500 dates and as many excluded ones', { rule: 'FREQ=YEARLY', dates: manyKeys, except: manyKeys }, '2028-12-01T00:00:00'],
  [
    'long',
    'a rule of 999 characters',
    { rule: `FREQ=YEARLY;BYYEARDAY=${'100,'.repeat(244)}1`, dates: [], except: [] },
    '1900-01-01T00:00:00',
  ],
]

const roundTripCases = [
  ...recurrences.map(([key, title, recurrence, extendedTo]) =>
    defineCase(`series/round-trip/${key}`, `a series keeps ${title}, and its occurrences show it`, async ({ store, draft }) => {
      await assertEventKept(store, draft.series({ recurrence, extendedTo }))
      const series = await store.events.insert(draft.series({ ...marketGiven, recurrence, extendedTo }))
      const occurrence = await store.events.insert(buildOccurrenceDraft(series, weekKey(0)))
      assertEqual([occurrence.recurrence, occurrence.extendedTo], [recurrence, extendedTo], 'recurrence of the occurrence')
      await assertRead(store, occurrence, 'occurrence')
    }),
  ),
  defineCase('series/round-trip/occurrence', 'an occurrence keeps its series, its key and its times', async ({ store, draft }) => {
    const series = await store.events.insert(draft.series(marketGiven))
    const moved = { startLocal: '2026-06-09T12:30:00', endLocal: '2026-06-09T23:00:00' }
    await assertEventKept(store, buildOccurrenceDraft(series, weekKey(0)))
    await assertEventKept(store, buildOccurrenceDraft(series, weekKey(1), { times: moved }))
    await assertEventKept(store, buildOccurrenceDraft(series, '1900-01-01T00:00:00', { statusBeforeTrash: 'publish' }))
    await assertEventKept(
      store,
      buildOccurrenceDraft(series, '2200-12-31T23:59:59', { previousStartLocal: weekKey(1), previousStartMs: 0 }),
    )
  }),
  defineCase('series/round-trip/becomes', 'a single event becomes a series, and single again', async ({ store, draft }) => {
    const single = await store.events.insert(draft.event(marketGiven))
    const { recurrence, extendedTo } = draft.series()
    const series = await store.events.update({ ...single, role: 'series', recurrence, extendedTo })
    assertEqual(series, { ...single, version: 2, role: 'series', recurrence, extendedTo }, 'series')
    await assertRead(store, series, 'series')
    const again = await store.events.update({ ...single, version: 2 })
    assertEqual(again, { ...single, version: 3 }, 'single')
    await assertRead(store, again, 'single')
  }),
]

/** Values of an occurrence for the members that it can override, some of them empty where the series has a value. */
const ownValues: readonly PartialEventDraft[] = [
  { title: 'Last market' },
  { description: '<p>Only cheese</p>' },
  { description: '' },
  { excerpt: 'Once' },
  { excerpt: '' },
  { image: 'https://example.org/own.png' },
  { image: 0 },
  { image: null },
  { website: 'https://example.org/own' },
  { website: '' },
  { cost: { text: '', currencySymbol: '', currencyCode: 'EUR', currencyPosition: 'postfix', values: [] } },
  { authorId: '7', status: 'draft', publishedMs: 86_400_000 },
  { times: { startLocal: '2026-06-09T12:30:00' } },
  { title: '', description: '', excerpt: '', image: null, website: '' },
  otherValues(eventFields),
]

const overrideCases = [
  defineCase('series/override', 'an occurrence keeps what it overrides, and falls back to its series', async ({ store, draft }) => {
    const series = await store.events.insert(draft.series(marketGiven))
    for (const [week, own] of ownValues.entries()) {
      const what = `override of ${Object.keys(own).join(', ')} in week ${week}`
      const given = buildOccurrenceDraft(series, weekKey(week), own)
      const occurrence = await store.events.insert(given)
      assertEqual(occurrence, { ...given, id: occurrence.id, version: 1 }, what)
      await assertRead(store, occurrence, what)
      const plain = buildOccurrenceDraft(series, weekKey(week))
      const back = await store.events.update({ ...plain, id: occurrence.id, version: 1 })
      assertEqual(back, { ...plain, id: occurrence.id, version: 2 }, `${what}, taken back`)
      await assertRead(store, back, `${what}, taken back`)
      const again = await store.events.update({ ...occurrence, version: 2 })
      assertEqual(again, { ...occurrence, version: 3 }, `${what}, once more`)
      await assertRead(store, again, `${what}, once more`)
    }
  }),
  defineCase('series/override/many', 'insertMany and updateMany keep what occurrences override', async ({ store, draft }) => {
    const series = await store.events.insert(draft.series(marketGiven))
    const given = ownValues.map((own, week) => buildOccurrenceDraft(series, weekKey(week), own))
    const inserted = (await store.events.insertMany(given)).filter((event) => event !== null)
    const stored = (version: number) => given.map((one, i) => ({ ...one, id: inserted[i]?.id ?? 0, version }))
    assertEqual(inserted, stored(1), 'inserted')
    assertEqual(await findAll(store.events, { seriesIds: [series.id] }), stored(1), 'found')
    const plain = inserted.map(({ id, occurrenceKey }) => ({ ...buildOccurrenceDraft(series, occurrenceKey), id, version: 1 }))
    const back = plain.map((event) => ({ ...event, version: 2 }))
    assertEqual(await store.events.updateMany(plain), back, 'taken back')
    assertEqual(await findAll(store.events, { seriesIds: [series.id] }), back, 'found without values of their own')
    assertEqual(await store.events.updateMany(stored(2)), stored(3), 'once more')
    assertEqual(await findAll(store.events, { seriesIds: [series.id] }), stored(3), 'found once more')
  }),
]

/** Reads return series and occurrences as they were written. */
export const seriesRecordCases: readonly ConformanceCase[] = [...roundTripCases, ...overrideCases]
