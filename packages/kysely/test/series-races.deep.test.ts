import { type Calendar, createCalendar, isCalendarError } from '@kalends/core'
import type { CalendarStore, EventRecord } from '@kalends/core/store'
import { fixedClock } from '@kalends/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { engines } from './engines.ts'

const clock = fixedClock('2026-06-01T12:00:00Z')
const dates = 12

interface Market {
  readonly calendar: Calendar
  readonly store: CalendarStore
  /** The series, and then its occurrences by key. */
  readonly ids: readonly number[]
}

/** Writes of a market on twelve Tuesdays; of two that run concurrently, one waits for the other, or begins again. */
const writes = {
  retitle: ({ calendar, ids: [series = 0] }) => calendar.events.update(series, { title: 'Fair' }),
  move: ({ calendar, ids: [series = 0] }) => calendar.events.update(series, { startDate: '2026-06-09 11:00', endDate: '2026-06-09 13:00' }),
  split: ({ calendar, ids }) => calendar.events.update(ids[6] ?? 0, { featured: true }, { scope: 'following' }),
  override: ({ calendar, ids }) => calendar.events.update(ids[8] ?? 0, { title: 'Special' }),
  reset: ({ calendar, ids }) => calendar.events.update(ids[3] ?? 0, { recurrence: { overridden: [] } }),
  trash: ({ calendar, ids }) => calendar.events.trash(ids[9] ?? 0),
  remove: ({ calendar, ids }) => calendar.events.delete(ids[10] ?? 0),
  repeat: ({ calendar, ids: [series = 0] }) => calendar.events.update(series, { recurrence: { dates: ['2026-06-04'] } }),
} satisfies Record<string, (market: Market) => Promise<unknown>>

const pairs = [
  ['split', 'override'],
  ['split', 'trash'],
  ['split', 'split'],
  ['split', 'move'],
  ['retitle', 'override'],
  ['retitle', 'reset'],
  ['move', 'remove'],
  ['move', 'move'],
  ['repeat', 'split'],
  ['repeat', 'repeat'],
  ['reset', 'split'],
] as const satisfies readonly (readonly (keyof typeof writes)[])[]

describe.each(engines)('concurrent writes of a series on $name', { timeout: 60_000 }, ({ open }) => {
  test.each(pairs)('%s and %s store no key twice, and lose no override', async (first, second) => {
    const { db, options, close } = await open()
    onTestFinished(close)
    const store = kyselyStore(db, options)
    const market = await createMarket(createCalendar({ store, clock }), store)
    await Promise.all([first, second, first, second].map((name) => writes[name](market).catch(allowSecond)))
    const rows = await eventsOf(store)
    const occurrences = rows.filter(({ role }) => role === 'occurrence')
    const keys = occurrences.map(({ seriesId, occurrenceKey }) => `${seriesId} ${occurrenceKey}`)
    expect(new Set(keys).size).toBe(keys.length)
    for (const occurrence of occurrences) {
      const series = rows.find(({ id }) => id === occurrence.seriesId)
      const expected = occurrence.overridden.includes('title') ? occurrence.title : series?.title
      expect([occurrence.title, occurrence.recurrence, series?.role]).toEqual([expected, series?.recurrence, 'series'])
    }
    const ran = new Set<keyof typeof writes>([first, second])
    if (ran.has('override')) expect(rows.find(({ id }) => id === market.ids[8])?.title).toBe('Special')
    if (ran.has('trash')) expect(rows.find(({ id }) => id === market.ids[9])?.status).toBe('trash')
    const added = ran.has('repeat') ? 1 : 0
    expect(occurrences.length).toBe(dates + added - (ran.has('remove') ? 1 : 0))
  })
})

/** An occurrence is trashed or deleted once. */
function allowSecond(error: unknown): void {
  if (!isCalendarError(error, 'in_trash') && !isCalendarError(error, 'not_found')) throw error
}

async function createMarket(calendar: Calendar, store: CalendarStore): Promise<Market> {
  const times = { startDate: '2026-06-02 10:00', endDate: '2026-06-02 12:00' }
  await calendar.events.create({ title: 'Market', ...times, recurrence: `FREQ=WEEKLY;COUNT=${dates}` })
  const ids = (await eventsOf(store)).map(({ id }) => id)
  await calendar.events.update(ids[3] ?? 0, { title: 'Own' })
  return { calendar, store, ids }
}

const eventsOf = (store: CalendarStore): Promise<readonly EventRecord[]> =>
  store.events.find({ filter: {}, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: 1_000 })
