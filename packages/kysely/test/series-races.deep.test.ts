import { type Calendar, createCalendar, isCalendarError } from '@kalends/core'
import type { CalendarStore, EventRecord } from '@kalends/core/store'
import { fixedClock } from '@kalends/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { engines } from './engines.ts'

const now = '2026-06-01T12:00:00Z'
const dates = 12

interface Market {
  readonly calendar: Calendar
  readonly store: CalendarStore
  /** The series, and then its occurrences by key. */
  readonly ids: readonly number[]
}

/** Writes of a weekly market. When two run concurrently, one waits for the other or runs again. */
const writes = {
  retitle: ({ calendar, ids: [series = 0] }) => calendar.events.update(series, { title: 'Fair' }),
  move: ({ calendar, ids: [series = 0] }) => calendar.events.update(series, { startDate: '2026-06-09 11:00', endDate: '2026-06-09 13:00' }),
  split: ({ calendar, ids }) => calendar.events.update(ids[6] ?? 0, { featured: true }, { scope: 'following' }),
  override: ({ calendar, ids }) => calendar.events.update(ids[8] ?? 0, { title: 'Special' }),
  reset: ({ calendar, ids }) => calendar.events.update(ids[3] ?? 0, { recurrence: { overridden: [] } }),
  resetHidden: ({ calendar, ids }) => calendar.events.update(ids[4] ?? 0, { recurrence: { overridden: ['status'] } }),
  trash: ({ calendar, ids }) => calendar.events.trash(ids[9] ?? 0),
  remove: ({ calendar, ids }) => calendar.events.delete(ids[10] ?? 0),
  removeHidden: ({ calendar, ids }) => calendar.events.delete(ids[4] ?? 0),
  repeat: ({ calendar, ids: [series = 0] }) => calendar.events.update(series, { recurrence: { dates: ['2026-06-04'] } }),
  extend: ({ calendar }) => calendar.maintenance.extendSeries(),
} satisfies Record<string, (market: Market) => Promise<unknown>>

const pairs = [
  ['split', 'override'],
  ['split', 'trash'],
  ['split', 'split'],
  ['split', 'move'],
  ['retitle', 'override'],
  ['retitle', 'reset'],
  ['retitle', 'resetHidden'],
  ['retitle', 'removeHidden'],
  ['split', 'removeHidden'],
  ['move', 'removeHidden'],
  ['resetHidden', 'removeHidden'],
  ['move', 'remove'],
  ['move', 'move'],
  ['repeat', 'split'],
  ['repeat', 'repeat'],
  ['reset', 'split'],
] as const satisfies readonly (readonly (keyof typeof writes)[])[]

/** Writes that run concurrently with an extension of a market without an end. */
const beside = [
  'extend',
  'retitle',
  'move',
  'split',
  'override',
  'reset',
  'removeHidden',
  'repeat',
] as const satisfies readonly (keyof typeof writes)[]

describe.each(engines)('concurrent writes of a series on $name', ({ open }) => {
  async function start(rule: string, clock = fixedClock(now)): Promise<Market> {
    const { db, options, close } = await open()
    onTestFinished(close)
    const store = kyselyStore(db, options)
    return createMarket(createCalendar({ store, clock, horizonMonths: 6 }), store, rule)
  }

  test.each(pairs)('store no key twice, and lose no override: %s and %s', async (first, second) => {
    const market = await start(`FREQ=WEEKLY;COUNT=${dates}`)
    await Promise.all([first, second, first, second].map((name) => writes[name](market).catch(allowSecond)))
    const rows = await checkedEvents(market)
    const ran = new Set<keyof typeof writes>([first, second])
    if (ran.has('override')) expect(rows.find(({ id }) => id === market.ids[8])?.title).toBe('Special')
    if (ran.has('trash')) expect(rows.find(({ id }) => id === market.ids[9])?.status).toBe('trash')
    const added = ran.has('repeat') ? 1 : 0
    expect(rows.filter(isOccurrence).length).toBe(dates + added - (ran.has('remove') ? 1 : 0))
  })

  test.each(beside)('store every date once, and lose no override: extend and %s', async (other) => {
    const clock = fixedClock(now)
    const market = await start('FREQ=WEEKLY', clock)
    const before = market.ids.length
    // Half a year is stored; an extension is due one month before the stored dates end.
    clock.set('2026-11-15T12:00:00Z')
    await Promise.all(['extend' as const, other, 'extend' as const, other].map((name) => writes[name](market).catch(allowSecond)))
    expect(await market.calendar.maintenance.extendSeries()).toMatchObject({ changed: 0, added: 0 })
    const rows = await checkedEvents(market)
    const last = rows.filter(isOccurrence).map(({ occurrenceKey }) => occurrenceKey)
    expect(last.toSorted().at(-1)).toMatch(/^2027-05-1/)
    expect(rows.filter(isOccurrence).length).toBeGreaterThan(before + 20)
    if (other === 'override') expect(rows.find(({ id }) => id === market.ids[8])?.title).toBe('Special')
  })
})

const isOccurrence = ({ role }: EventRecord): boolean => role === 'occurrence'

/** Returns all events after checking that each key is stored once, and that each occurrence has the values of its series. */
async function checkedEvents({ calendar, store }: Market): Promise<readonly EventRecord[]> {
  const rows = await eventsOf(store)
  const keys = rows.filter(isOccurrence).map(({ seriesId, occurrenceKey }) => `${seriesId} ${occurrenceKey}`)
  expect(new Set(keys).size).toBe(keys.length)
  for (const occurrence of rows.filter(isOccurrence)) {
    const series = rows.find(({ id }) => id === occurrence.seriesId)
    const expected = occurrence.overridden.includes('title') ? occurrence.title : series?.title
    expect([occurrence.title, occurrence.recurrence, series?.role]).toEqual([expected, series?.recurrence, 'series'])
  }
  expect((await calendar.maintenance.verifySeries({ dryRun: true })).findings).toEqual([])
  return rows
}

/** Ignores the error of the second of two equal writes, because an occurrence is trashed or deleted only once. */
function allowSecond(error: unknown): void {
  if (!isCalendarError(error, 'in_trash') && !isCalendarError(error, 'not_found')) throw error
}

async function createMarket(calendar: Calendar, store: CalendarStore, recurrence: string): Promise<Market> {
  const times = { startDate: '2026-06-02 10:00', endDate: '2026-06-02 12:00' }
  await calendar.events.create({ title: 'Market', ...times, recurrence })
  const ids = (await eventsOf(store)).map(({ id }) => id)
  await calendar.events.update(ids[3] ?? 0, { title: 'Own' })
  await calendar.events.update(ids[4] ?? 0, { title: 'Hidden', status: 'draft' })
  return { calendar, store, ids }
}

const eventsOf = (store: CalendarStore): Promise<readonly EventRecord[]> =>
  store.events.find({ filter: {}, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: 1_000 })
