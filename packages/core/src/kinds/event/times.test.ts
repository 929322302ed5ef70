import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anEvent, issuesOf, openCalendar, outcomeOf } from '../../../test/open-calendar.ts'
import { dateTexts } from '../../../test/tables/date-texts.ts'
import { isCalendarError } from '../../errors/calendar-error.ts'
import { parseRelativeTime } from '../../time/relative-time.ts'
import { instantToLocal } from '../../time/wall-time.ts'
import type { EventInput, EventPatch } from './schema.ts'
import type { Event } from './view.ts'

type Times = Partial<Pick<EventInput, 'startDate' | 'endDate' | 'timeZone' | 'allDay'>>

const made = async (times: Times): Promise<Event> => openCalendar().calendar.events.create(anEvent(times))
const shown = ({ startDate, endDate, utcStartDate, utcEndDate }: Event): string =>
  `${startDate} / ${endDate} / ${utcStartDate} / ${utcEndDate}`

describe('the texts of dates', () => {
  test.each(dateTexts)('$text: $why', async ({ text, ok }) => {
    const { calendar, memory } = openCalendar()
    // A text can name a zone of its own.
    const zone = text.includes('[') ? {} : { timeZone: 'UTC' }
    const created = await issuesOf(calendar.events.create(anEvent({ startDate: text, endDate: '2200-12-31 23:59:59', ...zone })))
    expect(Object.keys(created)).toEqual(ok ? [] : ['startDate'])
    expect(memory.snapshot().events.records).toHaveLength(ok ? 1 : 0)
    const other = openCalendar().calendar
    await other.events.create(anEvent({ startDate: '1900-01-01T00:00+14:00' }))
    expect(Object.keys(await issuesOf(other.events.update(1, { endDate: text })))).toEqual(ok ? [] : ['endDate'])
    // Bounds of lists may be relative to now; fields of records never are.
    const isBound = ok || parseRelativeTime(text) !== undefined
    expect(Object.keys(await issuesOf(other.events.list({ startsFrom: text })))).toEqual(isBound ? [] : ['startsFrom'])
    expect(Object.keys(await issuesOf(other.events.list({ endsAfter: text })))).toEqual(isBound ? [] : ['endsAfter'])
  })
})

describe('a zone in the text of a time', () => {
  const [berlin, tokyo] = ['2031-07-01T19:30:00+02:00[Europe/Berlin]', '2031-07-02T03:00:00+09:00[Asia/Tokyo]']

  test.each<[string, Times, string]>([
    ['is that of the event', { startDate: tokyo, endDate: tokyo }, 'Asia/Tokyo 2031-07-02 03:00:00 / 2031-07-02 03:00:00'],
    ['of the start is enough', { startDate: tokyo, endDate: '2031-07-02 04:00' }, 'Asia/Tokyo 2031-07-02 03:00:00 / 2031-07-02 04:00:00'],
    [
      'may be behind an instant',
      { startDate: '2031-07-01T17:30:00Z[Europe/Berlin]', endDate: berlin },
      'Europe/Berlin 2031-07-01 19:30:00 / 2031-07-01 19:30:00',
    ],
    [
      'agrees with the given one',
      { startDate: berlin, endDate: berlin, timeZone: 'W. Europe Standard Time' },
      'Europe/Berlin 2031-07-01 19:30:00 / 2031-07-01 19:30:00',
    ],
  ])('%s', async (_, times, expected) => {
    const { timeZone, startDate, endDate } = await made(times)
    expect(`${timeZone} ${startDate} / ${endDate}`).toBe(expected)
  })

  test.each<[Times, object]>([
    [{ startDate: berlin, endDate: tokyo }, { endDate: { code: 'other_time_zone', name: 'startDate' } }],
    [
      { startDate: berlin, endDate: berlin, timeZone: 'Asia/Tokyo' },
      { startDate: { name: 'timeZone' }, endDate: { name: 'timeZone' } },
    ],
    [{ startDate: berlin.replace('+02', '+01') }, { startDate: { code: 'other_offset', zone: 'Europe/Berlin' } }],
    [{ startDate: berlin.replace('Berlin', 'Berln') }, { startDate: { code: 'not_a_time_zone', nearest: 'Europe/Berlin' } }],
    [{ timeZone: 'Europe/Berln' }, { timeZone: { code: 'not_a_time_zone', nearest: 'Europe/Berlin' } }],
    [{ timeZone: 'Moon' }, { timeZone: { code: 'not_a_time_zone' } }],
  ])('%o is refused', async (times, expected) => {
    const { calendar } = openCalendar()
    const error: unknown = await calendar.events.create(anEvent({ endDate: '2032-01-01', ...times })).catch((thrown: unknown) => thrown)
    expect(isCalendarError(error, 'invalid_input') && error.details.issues).toMatchObject(
      Object.entries(expected).map(([path, reason]) => ({ path, ...reason })),
    )
  })
})

describe('given times', () => {
  test.each<[string, Times, string]>([
    ['are wall time of the calendar’s zone', {}, '2026-06-10 19:30:00 / 2026-06-10 21:00:00 / 2026-06-10 17:30:00 / 2026-06-10 19:00:00'],
    [
      'are wall time of the event’s zone',
      { timeZone: 'America/New_York' },
      '2026-06-10 19:30:00 / 2026-06-10 21:00:00 / 2026-06-10 23:30:00 / 2026-06-11 01:00:00',
    ],
    [
      'are wall time of a fixed offset',
      { timeZone: 'UTC-3' },
      '2026-06-10 19:30:00 / 2026-06-10 21:00:00 / 2026-06-10 22:30:00 / 2026-06-11 00:00:00',
    ],
    [
      'with an offset are instants, shown in the event’s zone',
      { startDate: '2026-06-10T17:30:00Z', endDate: '2026-06-10T17:00-02:30' },
      '2026-06-10 19:30:00 / 2026-06-10 21:30:00 / 2026-06-10 17:30:00 / 2026-06-10 19:30:00',
    ],
    [
      'as dates alone are midnights',
      { startDate: '2026-06-10', endDate: '2026-06-11' },
      '2026-06-10 00:00:00 / 2026-06-11 00:00:00 / 2026-06-09 22:00:00 / 2026-06-10 22:00:00',
    ],
    [
      'lose parts of a second',
      { startDate: '2026-06-10 19:30:00.999', endDate: '2026-06-10T19:30:00.999Z' },
      '2026-06-10 19:30:00 / 2026-06-10 21:30:00 / 2026-06-10 17:30:00 / 2026-06-10 19:30:00',
    ],
    [
      'may be equal',
      { endDate: '2026-06-10 19:30:00' },
      '2026-06-10 19:30:00 / 2026-06-10 19:30:00 / 2026-06-10 17:30:00 / 2026-06-10 17:30:00',
    ],
    [
      'in a gap move forward by it',
      { startDate: '2026-03-29 02:15', endDate: '2026-03-29 02:45' },
      '2026-03-29 03:15:00 / 2026-03-29 03:45:00 / 2026-03-29 01:15:00 / 2026-03-29 01:45:00',
    ],
    [
      'in a gap of half an hour move forward by half an hour',
      { timeZone: 'Australia/Lord_Howe', startDate: '2026-10-04 02:15', endDate: '2026-10-04 03:00' },
      '2026-10-04 02:45:00 / 2026-10-04 03:00:00 / 2026-10-03 15:45:00 / 2026-10-03 16:00:00',
    ],
    [
      'that occur twice are in the first pass',
      { startDate: '2026-10-25 02:15', endDate: '2026-10-25 02:45' },
      '2026-10-25 02:15:00 / 2026-10-25 02:45:00 / 2026-10-25 00:15:00 / 2026-10-25 00:45:00',
    ],
    [
      'with an offset may be in the second pass',
      { startDate: '2026-10-25T02:15+01:00', endDate: '2026-10-25T01:45Z' },
      '2026-10-25 02:15:00 / 2026-10-25 02:45:00 / 2026-10-25 01:15:00 / 2026-10-25 01:45:00',
    ],
    [
      'may end at an earlier wall time, when clocks were set back',
      { startDate: '2026-10-25T02:45+02:00', endDate: '2026-10-25T02:15+01:00' },
      '2026-10-25 02:45:00 / 2026-10-25 02:15:00 / 2026-10-25 00:45:00 / 2026-10-25 01:15:00',
    ],
  ])('%s', async (_name, times, expected) => expect(shown(await made(times))).toBe(expected))

  test.each<[string, Times]>([
    ['an end before the start', { endDate: '2026-06-10 19:29:59' }],
    ['an end on the day before', { startDate: '2026-06-10', endDate: '2026-06-09' }],
    ['an end that is earlier as an instant', { startDate: '2026-06-10T12:00Z', endDate: '2026-06-10T13:00+02:00' }],
    ['an end before a start that a gap moves forward', { startDate: '2026-03-29 02:45', endDate: '2026-03-29 03:15' }],
    ['a last day before the first day', { allDay: true, startDate: '2026-06-11 00:00', endDate: '2026-06-10 23:00' }],
  ])('%s is refused', async (_name, times) => expect(Object.keys(await issuesOf(made(times)))).toEqual(['endDate']))
})

describe('all-day events', () => {
  test.each<[string, Times, string]>([
    ['cover the local day', {}, '2026-06-10 00:00:00 / 2026-06-10 23:59:59 / 2026-06-09 22:00:00 / 2026-06-10 21:59:59'],
    [
      'may last several days',
      { endDate: '2026-06-12' },
      '2026-06-10 00:00:00 / 2026-06-12 23:59:59 / 2026-06-09 22:00:00 / 2026-06-12 21:59:59',
    ],
    [
      'may be given an end before the start on the same day',
      { startDate: '2026-06-10 21:00', endDate: '2026-06-10 19:00' },
      '2026-06-10 00:00:00 / 2026-06-10 23:59:59 / 2026-06-09 22:00:00 / 2026-06-10 21:59:59',
    ],
    [
      'cover the local days of instants',
      { startDate: '2026-06-10T23:00Z', endDate: '2026-06-11T21:59:59Z' },
      '2026-06-11 00:00:00 / 2026-06-11 23:59:59 / 2026-06-10 22:00:00 / 2026-06-11 21:59:59',
    ],
    [
      'may last 23 hours',
      { startDate: '2026-03-29', endDate: '2026-03-29' },
      '2026-03-29 00:00:00 / 2026-03-29 23:59:59 / 2026-03-28 23:00:00 / 2026-03-29 21:59:59',
    ],
    [
      'may last 25 hours',
      { startDate: '2026-10-25', endDate: '2026-10-25' },
      '2026-10-25 00:00:00 / 2026-10-25 23:59:59 / 2026-10-24 22:00:00 / 2026-10-25 22:59:59',
    ],
    [
      'show midnight on a day that starts at 01:00',
      { timeZone: 'America/Santiago', startDate: '2026-09-06', endDate: '2026-09-06' },
      '2026-09-06 00:00:00 / 2026-09-06 23:59:59 / 2026-09-06 04:00:00 / 2026-09-07 02:59:59',
    ],
    [
      'on a day that the zone skips move to the next day',
      { timeZone: 'Pacific/Apia', startDate: '2011-12-30', endDate: '2011-12-30' },
      '2011-12-31 00:00:00 / 2011-12-31 23:59:59 / 2011-12-30 10:00:00 / 2011-12-31 09:59:59',
    ],
    [
      'stay on a day whose last hour the clocks skip',
      { timeZone: 'America/Nuuk', startDate: '2026-03-28 23:15', endDate: '2026-03-28 23:30' },
      '2026-03-28 00:00:00 / 2026-03-28 23:59:59 / 2026-03-28 02:00:00 / 2026-03-29 00:59:59',
    ],
  ])('%s', async (_name, times, expected) => expect(shown(await made({ ...times, allDay: true }))).toBe(expected))
})

describe('an update of times', () => {
  const second = { startDate: '2026-10-25T01:15Z', endDate: '2026-10-25T01:45Z' }
  test.each<[string, Times, EventPatch, string]>([
    [
      'of the start keeps the end',
      {},
      { startDate: '2026-06-10 18:00' },
      '2026-06-10 18:00:00 / 2026-06-10 21:00:00 / 2026-06-10 16:00:00 / 2026-06-10 19:00:00',
    ],
    [
      'of the end keeps the start',
      {},
      { endDate: '2026-06-11' },
      '2026-06-10 19:30:00 / 2026-06-11 00:00:00 / 2026-06-10 17:30:00 / 2026-06-10 22:00:00',
    ],
    [
      'of the zone keeps the wall time',
      {},
      { timeZone: 'UTC' },
      '2026-06-10 19:30:00 / 2026-06-10 21:00:00 / 2026-06-10 19:30:00 / 2026-06-10 21:00:00',
    ],
    [
      'of the zone into a gap moves forward',
      { startDate: '2026-03-29 02:30', endDate: '2026-03-29 04:00', timeZone: 'UTC' },
      { timeZone: 'Europe/Berlin' },
      '2026-03-29 03:30:00 / 2026-03-29 04:00:00 / 2026-03-29 01:30:00 / 2026-03-29 02:00:00',
    ],
    [
      'of the zone into an hour that occurs twice takes the first',
      { startDate: '2026-10-25 02:30', endDate: '2026-10-25 04:00', timeZone: 'Pacific/Honolulu' },
      { timeZone: 'Europe/Berlin' },
      '2026-10-25 02:30:00 / 2026-10-25 04:00:00 / 2026-10-25 00:30:00 / 2026-10-25 03:00:00',
    ],
    [
      'to an all-day event covers the local day',
      {},
      { allDay: true },
      '2026-06-10 00:00:00 / 2026-06-10 23:59:59 / 2026-06-09 22:00:00 / 2026-06-10 21:59:59',
    ],
    [
      'from an all-day event keeps its first and last second',
      { allDay: true },
      { allDay: false },
      '2026-06-10 00:00:00 / 2026-06-10 23:59:59 / 2026-06-09 22:00:00 / 2026-06-10 21:59:59',
    ],
    [
      'of the end of an all-day event keeps its first day',
      { allDay: true },
      { endDate: '2026-06-12 08:00' },
      '2026-06-10 00:00:00 / 2026-06-12 23:59:59 / 2026-06-09 22:00:00 / 2026-06-12 21:59:59',
    ],
    [
      'of the zone of an all-day event keeps its days',
      { allDay: true },
      { timeZone: 'America/New_York' },
      '2026-06-10 00:00:00 / 2026-06-10 23:59:59 / 2026-06-10 04:00:00 / 2026-06-11 03:59:59',
    ],
    [
      'of the zone of an all-day event keeps a day whose last hour the clocks skip',
      { allDay: true, startDate: '2026-03-28', endDate: '2026-03-28' },
      { timeZone: 'America/Nuuk' },
      '2026-03-28 00:00:00 / 2026-03-28 23:59:59 / 2026-03-28 02:00:00 / 2026-03-29 00:59:59',
    ],
    [
      'of something else keeps the second pass',
      second,
      { title: 'x' },
      '2026-10-25 02:15:00 / 2026-10-25 02:45:00 / 2026-10-25 01:15:00 / 2026-10-25 01:45:00',
    ],
    [
      'with the same texts keeps the second pass',
      second,
      { startDate: '2026-10-25 02:15:00', endDate: '2026-10-25 02:45:00' },
      '2026-10-25 02:15:00 / 2026-10-25 02:45:00 / 2026-10-25 01:15:00 / 2026-10-25 01:45:00',
    ],
    [
      'with the same texts, zone and allDay keeps the second pass',
      second,
      { startDate: '2026-10-25T02:15', endDate: '2026-10-25 02:45:00', timeZone: 'europe/berlin', allDay: false },
      '2026-10-25 02:15:00 / 2026-10-25 02:45:00 / 2026-10-25 01:15:00 / 2026-10-25 01:45:00',
    ],
    [
      'of the end keeps the second pass of the start',
      second,
      { endDate: '2026-10-25 04:00' },
      '2026-10-25 02:15:00 / 2026-10-25 04:00:00 / 2026-10-25 01:15:00 / 2026-10-25 03:00:00',
    ],
    [
      'with another text takes the first pass',
      second,
      { startDate: '2026-10-25 02:16:00' },
      '2026-10-25 02:16:00 / 2026-10-25 02:45:00 / 2026-10-25 00:16:00 / 2026-10-25 01:45:00',
    ],
    [
      'of the zone takes the first pass',
      second,
      { timeZone: 'Europe/Paris' },
      '2026-10-25 02:15:00 / 2026-10-25 02:45:00 / 2026-10-25 00:15:00 / 2026-10-25 00:45:00',
    ],
  ])('%s', async (_name, times, patch, expected) => {
    const { calendar } = openCalendar()
    await calendar.events.create(anEvent(times))
    expect(shown(await calendar.events.update(1, patch))).toBe(expected)
    expect(shown(await calendar.events.get(1))).toBe(expected)
  })

  test.each<[string, EventPatch]>([
    ['the start after the end', { startDate: '2026-06-10 21:00:01' }],
    ['the end before the start', { endDate: '2026-06-10 19:29' }],
  ])('that puts %s is refused', async (_name, patch) => {
    const { calendar, memory } = openCalendar()
    await calendar.events.create(anEvent())
    const before = memory.snapshot()
    expect(Object.keys(await issuesOf(calendar.events.update(1, patch)))).toEqual(['endDate'])
    expect(memory.snapshot()).toEqual(before)
  })

  test('gives the abbreviation of the zone at the new start', async () => {
    const { calendar } = openCalendar()
    expect((await calendar.events.create(anEvent({ startDate: '2026-03-28', endDate: '2026-03-30' }))).timeZoneAbbreviation).toBe('CET')
    expect((await calendar.events.update(1, { startDate: '2026-03-29 12:00' })).timeZoneAbbreviation).toBe('CEST')
    expect((await calendar.events.update(1, { timeZone: 'UTC-3' })).timeZoneAbbreviation).toBe('-03:00')
  })

  test('keeps the zone of the event, whatever the zone of the calendar is', async () => {
    const { calendar } = openCalendar({ timeZone: 'Asia/Tokyo' })
    await calendar.events.create(anEvent({ timeZone: 'UTC' }))
    expect(await calendar.events.update(1, { startDate: '2026-06-10 19:00' })).toMatchObject({
      timeZone: 'UTC',
      utcStartDate: '2026-06-10 19:00:00',
    })
  })
})

describe('random updates of times', () => {
  const zones = [
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'America/Nuuk',
    'America/Santiago',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'Asia/Kathmandu',
    '+05:30',
    '-11:00',
  ]
  const day = fc.oneof(
    fc.constantFrom(
      '2026-03-28',
      '2026-03-29',
      '2026-10-24',
      '2026-10-25',
      '2026-03-08',
      '2026-11-01',
      '2026-04-05',
      '2026-10-04',
      '2011-12-29',
      '2011-12-30',
      '2011-12-31',
      '2026-09-06',
    ),
    fc.integer({ min: -25_000, max: 80_000 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10)),
  )
  const minute = fc
    .integer({ min: 0, max: 1439 })
    .map((m) => `${String(Math.floor(m / 60)).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`)
  const text = fc
    .tuple(day, fc.option(minute), fc.constantFrom('', '', 'Z', '+02:00'))
    .map(([d, m, offset]) => (m === null ? d : `${d} ${m}${offset}`))
  const times = fc.record(
    { startDate: text, endDate: text, timeZone: fc.constantFrom(...zones), allDay: fc.boolean() },
    { requiredKeys: [] },
  )

  test('keep wall times and instants consistent and the end after the start; sending returned times back changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(times, fc.array(times, { maxLength: 4 }), async (first, patches) => {
        const { calendar } = openCalendar()
        if ((await outcomeOf(calendar.events.create(anEvent(first)))) !== 'done') return
        for (const patch of patches) {
          await issuesOf(calendar.events.update(1, patch))
          const event = await calendar.events.get(1)
          expect(event.endMs).toBeGreaterThanOrEqual(event.startMs)
          if (!event.allDay) {
            expect(instantToLocal(event.startMs, event.timeZone).replace('T', ' ')).toBe(event.startDate)
            expect(instantToLocal(event.endMs, event.timeZone).replace('T', ' ')).toBe(event.endDate)
          } else {
            expect(event.startDate).toMatch(/ 00:00:00$/)
            expect(event.endDate).toMatch(/ 23:59:59$/)
            expect(instantToLocal(event.startMs, event.timeZone).slice(0, 10)).toBe(event.startDate.slice(0, 10))
            expect(instantToLocal(event.endMs, event.timeZone).slice(0, 10)).toBe(event.endDate.slice(0, 10))
          }
          const { startDate, endDate, timeZone, allDay } = event
          expect(await calendar.events.update(1, { startDate, endDate, timeZone, allDay })).toEqual(event)
        }
      }),
      { numRuns: 300 },
    )
  })
})
