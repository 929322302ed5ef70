import { failingStore } from '@kalends/testing'
import { describe, expect, test } from 'vitest'
import { anEvent, type OpenCalendar, openCalendar, outcomeOf } from '../../../../test/open-calendar.ts'
import { checkSeries, recordsOf } from '../../../../test/series.ts'
import { createCalendar } from '../../../calendar/calendar.ts'
import { internals } from '../../../calendar/internals.ts'
import type { EventInput } from '../schema.ts'

/** An endless series on Tuesdays from 2 June 2026, the day after the clock of the test. */
const weekly = (title = 'Market'): EventInput => ({
  title,
  startDate: '2026-06-02 10:00',
  endDate: '2026-06-02 12:00',
  recurrence: 'FREQ=WEEKLY',
})

const stored = ({ memory }: OpenCalendar, slug: string) => memory.snapshot().events.records.filter((event) => event.slug.startsWith(slug))

/** The number of stored occurrences, the date of the last one, and the `extendedTo` of the series. */
function state(open: OpenCalendar): string {
  const events = stored(open, 'market')
  const keys = events.filter(({ role }) => role === 'occurrence').map(({ occurrenceKey }) => occurrenceKey)
  expect(new Set(keys).size).toBe(keys.length)
  return `${keys.length} to ${keys.sort().at(-1)?.slice(0, 10)}, listed until ${events.find(({ role }) => role === 'series')?.extendedTo}`
}

const atFirst = '131 to 2028-11-28, listed until 2028-12-01T14:00:00'
const inDecember = '157 to 2029-05-29, listed until 2029-06-01T13:00:00'

describe('an endless series is extended five months before its occurrences end', () => {
  test.each<[string, (open: OpenCalendar) => Promise<unknown>]>([
    ['a write', ({ calendar }) => calendar.events.create(anEvent())],
    ['a write in a transaction', ({ calendar }) => calendar.transaction((tx) => tx.venues.create({ name: 'Hall' }))],
    ['a list that reaches further', ({ calendar }) => calendar.events.list({ startsUntil: '2029-06-01' })],
    ['a list without an end', ({ calendar }) => calendar.events.list({ startsAfter: '2026-06-01' })],
    ['a list by instants', ({ calendar }) => calendar.events.list({ startsBefore: '2029-06-01T00:00Z', startsAfter: 'now' })],
    ['a call', ({ calendar }) => calendar.maintenance.extendSeries()],
  ])('by %s', async (_, act) => {
    const open = openCalendar()
    await open.calendar.events.create(weekly())
    expect(state(open)).toBe(atFirst)
    open.clock.set('2026-06-30T12:00:00Z')
    await act(open)
    expect(state(open)).toBe(atFirst)
    open.clock.set('2026-12-01T12:00:00Z')
    await act(open)
    expect(state(open)).toBe(inDecember)
  })

  test.each<[string, (open: OpenCalendar) => Promise<unknown>]>([
    ['a list that ends before', ({ calendar }) => calendar.events.list({ startsUntil: '2028-11-30' })],
    ['a list of ids', ({ calendar }) => calendar.events.list({ ids: 1 })],
    ['a lookup', ({ calendar }) => calendar.events.get(1)],
    ['a dry run', ({ calendar }) => calendar.maintenance.extendSeries({ dryRun: true })],
  ])('not by %s', async (_, act) => {
    const open = openCalendar()
    await open.calendar.events.create(weekly())
    open.clock.set('2026-12-01T12:00:00Z')
    await act(open)
    expect(state(open)).toBe(atFirst)
  })

  test('by a list whose cached result is from before it was due', async () => {
    const open = openCalendar()
    await open.calendar.events.create(weekly())
    const total = (): Promise<Uint8Array> =>
      internals(open.calendar).cached(
        'total',
        async (calendar) => new Uint8Array((await calendar.events.list({ startsFrom: 'today' })).total),
      )
    expect((await total()).byteLength).toBe(131)
    open.clock.set('2026-12-01T12:00:00Z')
    expect((await total()).byteLength).toBe(131)
    expect(state(open)).toBe(inDecember)
  })

  test('once, however many concurrent calls find that it is due', async () => {
    const open = openCalendar()
    await open.calendar.events.create(weekly())
    open.clock.set('2026-12-01T12:00:00Z')
    const lists = Array.from({ length: 4 }, () => open.calendar.events.list({ startsFrom: 'today', perPage: 1 }))
    const reports = await Promise.all([...lists, open.calendar.maintenance.extendSeries(), open.calendar.maintenance.extendSeries()])
    expect(reports.slice(0, 4).map((page) => 'total' in page && page.total)).toEqual([131, 131, 131, 131])
    expect(state(open)).toBe(inDecember)
  })

  test('as one change of the series for listeners', async () => {
    const open = openCalendar()
    await open.calendar.events.create(weekly())
    const changes: string[] = []
    open.calendar.on('event.updated', ({ after }) => void changes.push(`${after.slug} ${after.extendedTo} ${after.version}`))
    open.calendar.on('event.created', () => void changes.push('created'))
    open.clock.set('2026-12-01T12:00:00Z')
    await open.calendar.maintenance.extendSeries()
    expect(changes).toEqual(['market 2029-06-01T13:00:00 2'])
  })
})

/** The report of an extension of these series. */
const report = (ids: readonly number[], added: number) => ({
  ...{ checked: ids.length, changed: ids.length, added, deleted: 0 },
  findings: ids.length === 0 ? [] : [{ problem: 'short_series', kind: 'event', count: ids.length, records: ids.map((id) => ({ id })) }],
})

describe('an extension', () => {
  test('reports the series and the new occurrences, up to its limit', async () => {
    const { calendar, clock } = openCalendar()
    await calendar.events.createMany(['Market', 'Fair', 'Choir'].map(weekly))
    clock.set('2026-12-01T12:00:00Z')
    expect(await calendar.maintenance.extendSeries({ dryRun: true })).toEqual(report([1, 2, 3], 78))
    expect(await calendar.maintenance.extendSeries({ limit: 2 })).toEqual(report([1, 2], 52))
    expect(await calendar.maintenance.extendSeries()).toEqual(report([3], 26))
    expect(await calendar.maintenance.extendSeries()).toEqual(report([], 0))
  })

  test('ends with the rule', async () => {
    const open = openCalendar({ horizonMonths: 12 })
    await open.calendar.events.create({ ...weekly(), recurrence: 'FREQ=DAILY;UNTIL=20311231' })
    open.clock.set('2031-06-01T12:00:00Z')
    await open.calendar.maintenance.extendSeries()
    expect(state(open)).toBe('2039 to 2031-12-31, listed until ')
  })

  test('leaves series in the trash alone', async () => {
    const open = openCalendar()
    await open.calendar.events.create({ ...weekly(), status: 'trash' })
    open.clock.set('2026-12-01T12:00:00Z')
    expect(await open.calendar.maintenance.extendSeries()).toEqual(report([], 0))
  })

  test('gives the second occurrence on a day its slug, although the first one is stored already', async () => {
    const open = openCalendar()
    const dates = { rule: 'FREQ=DAILY;INTERVAL=7', dates: ['2028-12-01 09:00', '2028-12-01 18:00'] }
    await open.calendar.events.create({ ...weekly(), recurrence: dates })
    open.clock.set('2026-12-01T12:00:00Z')
    await open.calendar.maintenance.extendSeries()
    expect(stored(open, 'market-2028-12-01').map(({ slug }) => slug)).toEqual(['market-2028-12-01', 'market-2028-12-01-1800'])
  })

  test('stores all occurrences or none, and does not fail the write when it fails', async () => {
    let reported = 0
    for (let failAt = 1; ; failAt++) {
      const open = openCalendar()
      await open.calendar.events.create(weekly())
      const store = failingStore(open.memory, { failAt })
      const calendar = createCalendar({ store, clock: open.clock, timeZone: 'Europe/Berlin', onListenerError: () => void reported++ })
      await calendar.venues.create({ name: 'Hall' }).catch(() => undefined)
      open.clock.set('2026-12-01T12:00:00Z')
      const isDone = await calendar.events.create(anEvent()).then(
        () => true,
        () => false,
      )
      expect(stored(open, 'choir')).toHaveLength(isDone ? 1 : 0)
      expect([atFirst, inDecember]).toContain(state(open))
      if (store.calls() < failAt) break
    }
    expect(reported).toBeGreaterThan(3)
  })

  test('is forbidden in a calendar with an actor, and refused for an invalid limit', async () => {
    const { calendar } = openCalendar()
    const visitor = calendar.as(null, { readable: () => [], may: () => true })
    expect(await outcomeOf(visitor.maintenance.extendSeries())).toBe('forbidden')
    for (const limit of [0, 1.5, Number.NaN])
      await expect(calendar.maintenance.extendSeries({ limit })).rejects.toThrow('limit must be an integer')
  })
})

describe('of many series', () => {
  /** Some endless daily series, eight months after their creation. */
  async function openIdle(count: number, change: Partial<EventInput> = {}): Promise<OpenCalendar> {
    const open = openCalendar({ horizonMonths: 6 })
    const daily = Array.from({ length: count }, (_, i) => ({ ...weekly(`Market ${i}`), recurrence: 'FREQ=DAILY', ...change }))
    await open.calendar.events.createMany(daily)
    open.clock.set('2027-02-01T12:00:00Z')
    return open
  }
  const count = ({ memory }: OpenCalendar): number => memory.snapshot().events.records.length

  test('a list extends some, a later one the next', async () => {
    const open = await openIdle(6)
    const counts = [count(open)]
    for (let i = 0; i < 8; i++) {
      await open.calendar.events.list({ startsUntil: '2100-01-01', perPage: 1 })
      counts.push(count(open))
    }
    const added = counts.slice(1).map((after, i) => after - (counts[i] ?? 0))
    expect(added).toEqual([250, 250, 250, 250, 250, 208, 0, 0])
    checkSeries(recordsOf(open))
  })

  test('lists at the same time extend as many as one', async () => {
    const open = await openIdle(6)
    const before = count(open)
    await Promise.all(Array.from({ length: 9 }, () => open.calendar.events.list({ startsUntil: '2100-01-01', perPage: 1 })))
    expect(count(open) - before).toBeLessThanOrEqual(250)
  })

  test('fewer dates are stored at a time if each has many links', async () => {
    const open = await openIdle(1, { tags: Array.from({ length: 100 }, (_, i) => `tag ${i}`) })
    const before = count(open)
    await open.calendar.events.list({ startsUntil: '2100-01-01', perPage: 1 })
    expect(count(open) - before).toBe(41)
  })

  test('a call extends all, and other work goes on meanwhile', async () => {
    const open = await openIdle(6)
    const seen = new Set<number>()
    let isOver = false
    const look = async (): Promise<void> => {
      for (; !isOver; await new Promise((resolve) => setTimeout(resolve, 0))) seen.add(count(open))
    }
    const looking = look()
    const { changed } = await open.calendar.maintenance.extendSeries()
    isOver = true
    await looking
    expect(changed).toBe(6)
    expect(seen.size).toBeGreaterThan(4)
    expect(await open.calendar.maintenance.extendSeries({ dryRun: true })).toEqual(report([], 0))
    checkSeries(recordsOf(open))
  })
})

describe('under a clock more than a year ahead of all writes', () => {
  async function openAhead(): Promise<OpenCalendar & { readonly reported: unknown[]; list(): Promise<unknown> }> {
    const reported: unknown[] = []
    const open = openCalendar({ onListenerError: (error) => void reported.push(error) })
    await open.calendar.events.create(weekly())
    open.clock.set('2046-06-01T12:00:00Z')
    return { ...open, reported, list: () => open.calendar.events.list({ startsUntil: '2100-01-01' }) }
  }

  test('a list extends nothing, which is reported once', async () => {
    const open = await openAhead()
    for (let i = 0; i < 3; i++) await open.list()
    expect(state(open)).toBe(atFirst)
    expect(open.reported.map(String)).toEqual([expect.stringContaining('The clock is more than a year ahead')])
  })

  test.each<[string, (open: OpenCalendar) => Promise<unknown>]>([
    ['a write', ({ calendar }) => calendar.venues.create({ name: 'Hall' })],
    ['a call', ({ calendar }) => calendar.maintenance.extendSeries()],
  ])('%s extends it, and then lists do', async (_, act) => {
    const open = await openAhead()
    await open.list()
    await act(open)
    for (let i = 0; i < 5; i++) await open.list()
    expect(state(open)).toContain('listed until 2048-12-01')
    expect(open.reported).toHaveLength(1)
  })

  test('that is right again, lists extend as ever', async () => {
    const open = await openAhead()
    await open.list()
    open.clock.set('2026-12-01T12:00:00Z')
    await open.list()
    expect(state(open)).toBe(inDecember)
  })
})

test.each([5, 121, 7.5])('horizonMonths must not be %s', (horizonMonths) => {
  expect(() => openCalendar({ horizonMonths })).toThrow('horizonMonths must be an integer from 6 to 120')
})
