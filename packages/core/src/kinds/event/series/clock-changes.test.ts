import { describe, expect, test } from 'vitest'
import { type OpenCalendar, openCalendar } from '../../../../test/open-calendar.ts'
import { checkSeries, recordsOf } from '../../../../test/series.ts'
import type { Change } from '../../../record/change.ts'
import type { EventRecord } from '../../../store/records.ts'
import type { EventInput, EventPatch } from '../schema.ts'

/** Three daily shifts at 02:30 from 28 March 2026 on. On the 29th, clocks in Berlin go from 02:00 to 03:00. */
const shift = (change: Partial<EventInput> = {}): EventInput => ({
  title: 'Shift',
  startDate: '2026-03-28 02:30',
  endDate: '2026-03-28 04:00',
  recurrence: 'FREQ=DAILY;COUNT=3',
  ...change,
})

/** The same shifts from 29 March on: the clocks skip the first start. */
const skipped = (change: Partial<EventInput> = {}): EventInput =>
  shift({ startDate: '2026-03-29 02:30', endDate: '2026-03-29 04:00', ...change })

/** The wall times of the series and of its occurrences, after a check of all series. */
async function timesIn(open: OpenCalendar): Promise<readonly string[]> {
  checkSeries(recordsOf(open))
  expect((await open.calendar.maintenance.verifySeries({ dryRun: true })).findings).toEqual([])
  return recordsOf(open).map(({ times }) => `${times.startLocal.slice(5, 16)} to ${times.endLocal.slice(5, 16)}`)
}

const firstNights = ['03-29T02:30 to 03-29T04:00', '03-29T03:30 to 03-29T04:00', '03-30T02:30 to 03-30T04:00', '03-31T02:30 to 03-31T04:00']

describe('a series whose first start the clocks skip', () => {
  test('keeps the written time, and moves only its first occurrence', async () => {
    const open = openCalendar()
    const series = await open.calendar.events.create(skipped())
    expect(series).toMatchObject({ startDate: '2026-03-29 02:30:00', utcStartDate: '2026-03-29 01:30:00' })
    expect(await timesIn(open)).toEqual(firstNights)
    const first = await open.calendar.events.get(2)
    expect(first).toMatchObject({ startDate: '2026-03-29 03:30:00', utcStartDate: '2026-03-29 01:30:00' })
    expect([first.recurrence?.id, first.slug]).toEqual(['2026-03-29 02:30:00', 'shift-2026-03-29'])
  })

  test('stays as it is when it is sent back', async () => {
    const open = openCalendar()
    await open.calendar.events.create(skipped())
    for (const id of [1, 2, 3]) {
      const { id: _, ...event } = await open.calendar.events.get(id)
      await open.calendar.events.update(id, event, { scope: id === 1 ? undefined : 'all' })
    }
    expect(await timesIn(open)).toEqual(firstNights)
  })

  test.each<[string, Partial<EventInput>, string, string]>([
    ['an end that clocks skip', { startDate: '2026-03-29 01:30', endDate: '2026-03-29 02:30' }, '01:30 to 03:30', '01:30 to 02:30'],
    ['a start as an instant', { startDate: '2026-03-29T01:30Z' }, '03:30 to 04:00', '03:30 to 04:00'],
    ['a skipped end after an instant', { startDate: '2026-03-29T01:10Z', endDate: '2026-03-29 02:30' }, '03:10 to 03:30', '03:10 to 03:30'],
  ])('may have %s', async (_, change, first, second) => {
    const open = openCalendar()
    await open.calendar.events.create(skipped(change))
    expect((await timesIn(open)).slice(1, 3).map((text) => text.replaceAll(/03-\d\dT/g, ''))).toEqual([first, second])
  })

  test('and that is all-day keeps a day that the zone skips', async () => {
    const open = openCalendar()
    const friday = { startDate: '2011-12-30', endDate: '2011-12-30', timeZone: 'Pacific/Apia', allDay: true }
    await open.calendar.events.create(shift({ ...friday, recurrence: 'FREQ=WEEKLY;COUNT=2' }))
    expect(await timesIn(open)).toEqual(['12-30T00:00 to 12-30T23:59', '12-31T00:00 to 12-31T23:59', '01-06T00:00 to 01-06T23:59'])
  })

  test('can be made from a single event', async () => {
    const open = openCalendar()
    await open.calendar.events.create(shift({ recurrence: null }))
    const { startDate, endDate, recurrence } = skipped()
    await open.calendar.events.update(1, { startDate, endDate, recurrence })
    expect(await timesIn(open)).toEqual(firstNights)
  })

  test('becomes a single event at the moved time', async () => {
    const open = openCalendar()
    await open.calendar.events.create(shift())
    await open.calendar.events.update(1, { startDate: '2026-03-29 02:30', endDate: '2026-03-29 04:00', recurrence: null })
    expect(await timesIn(open)).toEqual(['03-29T03:30 to 03-29T04:00'])
  })
})

describe('a series that is moved to a start that the clocks skip', () => {
  const toNextNight: EventPatch = { startDate: '2026-03-29 02:30', endDate: '2026-03-29 04:00' }
  test.each<[string, EventInput, number, EventPatch]>([
    ['by an update of the series', shift(), 1, toNextNight],
    ['by an update of its first occurrence', shift(), 2, toNextNight],
    ['from the time after the gap', skipped({ startDate: '2026-03-29 03:30' }), 1, toNextNight],
    [
      'by an update of a later occurrence',
      shift({ startDate: '2026-03-29 01:30', endDate: '2026-03-29 03:00' }),
      3,
      {
        startDate: '2026-03-30 02:30',
        endDate: '2026-03-30 04:00',
      },
    ],
  ])('keeps the written time: %s', async (_, input, id, patch) => {
    const open = openCalendar()
    await open.calendar.events.create(input)
    await open.calendar.events.update(id, patch, { scope: 'all' })
    expect(await timesIn(open)).toEqual(firstNights)
  })

  test('gets a new length by an update of the occurrence whose start is skipped', async () => {
    const open = openCalendar()
    await open.calendar.events.create(shift())
    await open.calendar.events.update(3, { endDate: '2026-03-29 05:00' }, { scope: 'all' })
    expect((await timesIn(open)).slice(1)).toEqual([
      '03-28T02:30 to 03-28T05:00',
      '03-29T03:30 to 03-29T05:00',
      '03-30T02:30 to 03-30T05:00',
    ])
  })

  test('never ends before it starts', async () => {
    const open = openCalendar()
    await open.calendar.events.create(shift({ startDate: '2026-03-28 01:30', endDate: '2026-03-28 02:15' }))
    await open.calendar.events.update(3, { startDate: '2026-03-30 02:30', endDate: '2026-03-30 03:15' }, { scope: 'following' })
    await open.calendar.events
      .update(3, { startDate: '2026-03-29 02:30', endDate: '2026-03-29 03:15' }, { scope: 'all' })
      .catch(() => undefined)
    await timesIn(open)
    for (const { times } of recordsOf(open)) expect(times.endMs - times.startMs).toBe(45 * 60_000)
  })
})

describe('rezone', () => {
  /** A series with a moved occurrence and one in the trash, and a single event, all in one zone. */
  async function openIn(timeZone: string, input: EventInput): Promise<OpenCalendar> {
    const open = openCalendar()
    const { events } = open.calendar
    await events.create({ ...input, timeZone })
    await events.update(3, { startDate: '2026-03-31 05:00', endDate: '2026-03-31 06:00' })
    await events.trash(4)
    await events.create(shift({ timeZone, startDate: '2026-03-29 01:00', endDate: '2026-03-29 02:30', recurrence: null }))
    return open
  }

  /** Simulates new rules of a zone: all stored events get another zone, but keep their instants. */
  async function changeRules({ memory }: OpenCalendar, timeZone: string): Promise<void> {
    const all = await memory.events.find({ filter: {}, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: 100 })
    for (const event of all) await memory.events.update({ ...event, times: { ...event.times, timeZone } })
  }

  const timesOf = (open: OpenCalendar): readonly EventRecord['times'][] => recordsOf(open).map(({ times }) => times)

  test.each([
    ['with a new gap on the second date', 'Africa/Tunis', 'Europe/Berlin', shift(), [3, 4, 5]],
    ['without the old gap on the second date', 'Europe/Berlin', 'Africa/Tunis', shift(), [3, 4, 5]],
    ['with a new gap on the first date', 'Africa/Tunis', 'Europe/Berlin', skipped(), [1, 2, 3, 4, 5]],
    ['without the old gap on the first date', 'Europe/Berlin', 'Africa/Tunis', skipped(), [1, 2, 3, 4, 5]],
  ])('gives series and occurrences the times of the new rules, %s', async (_, from, to, input, changed) => {
    const [open, wanted] = [await openIn(from, input), await openIn(to, input)]
    await changeRules(open, to)
    const before = open.memory.snapshot()
    const changes: Change[] = []
    open.calendar.on('event.updated', (change) => void changes.push(change))
    expect(await open.calendar.maintenance.rezone({ dryRun: true })).toMatchObject({
      checked: 5,
      changed: changed.length,
      findings: [{ problem: 'stale_times', kind: 'event', count: changed.length, records: changed.map((id) => ({ id })) }],
    })
    expect(open.memory.snapshot()).toEqual(before)
    await open.calendar.maintenance.rezone()
    expect(changes.map(({ after }) => after?.id)).toEqual(changed)
    // Without the fifth event: a single event stores the wall time after the gap, and keeps it when the gap is gone.
    expect(timesOf(open).slice(0, 4)).toEqual(timesOf(wanted).slice(0, 4))
    expect(await open.calendar.maintenance.rezone()).toMatchObject({ checked: 5, changed: 0, findings: [] })
    await timesIn(open)
  })
})
