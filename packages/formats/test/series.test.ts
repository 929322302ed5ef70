import type { Calendar, EventInput } from '@kalends/core'
import type { EventSeries } from '@kalends/core/format'
import { describe, expect, test } from 'vitest'
import { icalendar } from '../src/icalendar.ts'
import { choir, eventsOf, linesOf, openCalendar, write } from './support.ts'

/** A weekly evening from 6 March on. */
const weekly: EventInput = { ...choir, startDate: '2026-03-06 19:30', endDate: '2026-03-06 21:00', recurrence: 'FREQ=WEEKLY' }

/** Creates a series in a new calendar; `read` returns the series with its exceptions. */
async function create(input: Partial<EventInput> = {}) {
  const calendar = openCalendar()
  const { id } = await calendar.events.create({ ...weekly, ...input })
  const { items } = await calendar.events.list({ seriesIds: id, perPage: 100 })
  return {
    calendar,
    occurrence: (place: number): number => items[place]?.id ?? 0,
    read: async (): Promise<EventSeries> => {
      const [series] = await calendar.events.series([id])
      if (series === undefined) throw new Error('there is no series')
      return series
    },
  }
}

/** The lines of all events that concern repetition, without the names of their zones. */
const repetitionOf = (text: string): readonly string[] =>
  eventsOf(text).flatMap((lines) =>
    lines
      .filter((line) => /^(?:DTSTART|DTEND|DURATION|RRULE|EXDATE|RECURRENCE-ID|RELATED-TO)/.test(line))
      .map((line) => line.replace(';TZID=Europe/Berlin', '')),
  )

describe('the rule of a series', () => {
  test.each<[string, Partial<EventInput>, readonly string[]]>([
    ['without an end', {}, ['RRULE:FREQ=WEEKLY']],
    ['with COUNT', { recurrence: 'FREQ=WEEKLY;COUNT=3' }, ['RRULE:FREQ=WEEKLY;COUNT=3']],
    [
      'with UNTIL, as the last start in UTC',
      { recurrence: 'FREQ=WEEKLY;UNTIL=20260405T120000' },
      ['RRULE:FREQ=WEEKLY;UNTIL=20260403T173000Z'],
    ],
    ['with UNTIL beyond the horizon', { recurrence: 'FREQ=DAILY;UNTIL=20400405T120000' }, ['RRULE:FREQ=DAILY;UNTIL=20400405T100000Z']],
    ['with UNTIL, in UTC', { timeZone: 'UTC', recurrence: 'FREQ=WEEKLY;UNTIL=20260405' }, ['RRULE:FREQ=WEEKLY;UNTIL=20260403T193000Z']],
    ['with UNTIL, all-day', { allDay: true, recurrence: 'FREQ=WEEKLY;UNTIL=20260405' }, ['RRULE:FREQ=WEEKLY;UNTIL=20260403']],
    ['with a COUNT that Outlook cannot read', { recurrence: 'FREQ=DAILY;COUNT=1001' }, ['RRULE:FREQ=DAILY;UNTIL=20281130T183000Z']],
    [
      'with a COUNT that Outlook cannot read, beyond the horizon',
      { recurrence: 'FREQ=WEEKLY;COUNT=1001' },
      ['RRULE:FREQ=WEEKLY;UNTIL=20450505T173000Z'],
    ],
  ])('%s', async (_name, input, expected) => {
    const { read } = await create(input)
    expect(repetitionOf(write([await read()])).filter((line) => line.startsWith('RRULE'))).toEqual(expected)
  })
})

describe('exceptions of a series', () => {
  test('are written as EXDATE, as RECURRENCE-ID, and as separate events for dates that are not on the rule', async () => {
    const { calendar, occurrence, read } = await create({
      recurrence: { rule: 'FREQ=WEEKLY;COUNT=5', dates: ['2026-03-10 12:00:00', '2026-03-11 12:00:00'], except: ['2026-03-13 19:30:00'] },
    })
    const { events } = calendar
    // 6, 10, 11, 20 and 27 March, 3 April
    await events.update(occurrence(3), { startDate: '2026-03-21 20:00', endDate: '2026-03-21 22:00' })
    await events.trash(occurrence(4))
    await events.update(occurrence(2), { title: 'Guests' })
    expect(repetitionOf(write([await read()]))).toEqual([
      'DTSTART:20260306T193000',
      'DTEND:20260306T210000',
      'RRULE:FREQ=WEEKLY;UNTIL=20260403T173000Z',
      'EXDATE:20260313T193000',
      'EXDATE:20260327T193000',
      'DTSTART:20260311T120000',
      'DTEND:20260311T133000',
      'DTSTART:20260321T200000',
      'DTEND:20260321T220000',
      'RECURRENCE-ID:20260320T193000',
      'DTSTART:20260310T120000',
      'DTEND:20260310T133000',
      'RELATED-TO:event-1@town.example',
    ])
    expect(eventsOf(write([await read()])).map(([uid]) => uid)).toEqual([
      'UID:event-1@town.example',
      'UID:20260311T120000-event-1@town.example',
      'UID:event-1@town.example',
      'UID:20260310T120000-event-1@town.example',
    ])
  })

  test('are written as dates if the series is all-day', async () => {
    const { calendar, occurrence, read } = await create({
      allDay: true,
      recurrence: { rule: 'FREQ=WEEKLY;COUNT=3', except: ['2026-03-13'] },
    })
    await calendar.events.update(occurrence(1), { title: 'Guests' })
    expect(repetitionOf(write([await read()]))).toEqual([
      'DTSTART;VALUE=DATE:20260306',
      'DTEND;VALUE=DATE:20260307',
      'RRULE:FREQ=WEEKLY;UNTIL=20260320',
      'EXDATE;VALUE=DATE:20260313',
      'DTSTART;VALUE=DATE:20260320',
      'DTEND;VALUE=DATE:20260321',
      'RECURRENCE-ID;VALUE=DATE:20260320',
    ])
  })

  test('that are cancelled are left out on request', async () => {
    const { calendar, occurrence, read } = await create({ recurrence: 'FREQ=WEEKLY;COUNT=3' })
    await calendar.events.update(occurrence(1), { eventStatus: 'cancelled' })
    expect(write([await read()])).toContain('STATUS:CANCELLED')
    expect(repetitionOf(write([await read()], { cancelled: 'omit' }))).toEqual([
      'DTSTART:20260306T193000',
      'DTEND:20260306T210000',
      'RRULE:FREQ=WEEKLY;UNTIL=20260320T183000Z',
      'EXDATE:20260313T193000',
    ])
  })

  test('are written alone if their series is left out', async () => {
    const { calendar, occurrence, read } = await create({ recurrence: 'FREQ=WEEKLY;COUNT=3', eventStatus: 'cancelled' })
    await calendar.events.update(occurrence(1), { eventStatus: 'scheduled' })
    const events = eventsOf(write([await read()], { cancelled: 'omit' }))
    expect(events.map(([uid]) => uid)).toEqual(['UID:20260313T193000-event-1@town.example'])
  })
})

describe('LAST-MODIFIED of a series', () => {
  type Change = (events: Calendar['events'], id: number) => Promise<unknown>
  test.each<[string, Change, Change?]>([
    ['cancelled', (events, id) => events.update(id, { eventStatus: 'cancelled' })],
    ['deleted', (events, id) => events.delete(id)],
    ['restored', (events, id) => events.restore(id), (events, id) => events.trash(id)],
    ['published', (events, id) => events.update(id, { status: 'publish' }), (events, id) => events.update(id, { status: 'draft' })],
    ['shown', (events, id) => events.update(id, { hidden: false }), (events, id) => events.update(id, { hidden: true })],
    [
      'made like its series again',
      (events, id) => events.update(id, { recurrence: { overridden: [] } }),
      (events, id) => events.update(id, { title: 'Guests' }),
    ],
  ])('changes with a date that is %s', async (_, change, prepare) => {
    const clock = { ms: Date.parse('2026-03-04T12:00:00Z'), nowMs: () => clock.ms }
    const { events } = openCalendar({ clock })
    const { id } = await events.create(weekly)
    const { items } = await events.list({ seriesIds: id })
    const date = items[1]?.id ?? 0
    await prepare?.(events, date)
    const stamps = async (): Promise<readonly string[]> => linesOf(write(await events.series([id], {})), 'LAST-MODIFIED')
    expect(await stamps()).toEqual(['LAST-MODIFIED:20260304T120000Z'])
    clock.ms += 60_000
    await change(events, date)
    expect(await stamps()).toEqual(['LAST-MODIFIED:20260304T120100Z'])
  })
})

describe('dates at clock changes', () => {
  test('are written out if clocks show the start twice', async () => {
    const { read } = await create({
      timeZone: 'America/New_York',
      startDate: '2026-10-31 01:30',
      endDate: '2026-10-31 02:30',
      recurrence: 'FREQ=WEEKLY;BYDAY=SA,SU;UNTIL=20261108',
    })
    expect(repetitionOf(write([await read()])).slice(3)).toEqual([
      'DTSTART:20261101T053000Z',
      'DTEND:20261101T073000Z',
      'RECURRENCE-ID;TZID=America/New_York:20261101T013000',
    ])
  })
})

describe('a series that other programs would misread', () => {
  const march = { startDate: '2026-03-06 19:30', endDate: '2026-03-06 21:00' }
  test.each<[string, Partial<EventInput>, boolean]>([
    ['FREQ=DAILY;INTERVAL=2', {}, false],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=WE,FR;WKST=SU', {}, false],
    ['FREQ=MONTHLY;BYMONTHDAY=6', {}, false],
    ['FREQ=MONTHLY;BYDAY=1FR', {}, false],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', { startDate: '2026-03-31 19:30', endDate: '2026-03-31 21:00' }, false],
    ['FREQ=YEARLY', {}, false],
    ['FREQ=YEARLY;BYMONTH=3;BYDAY=1FR', {}, false],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', { startDate: '2026-03-31 19:30', endDate: '2026-03-31 21:00' }, false],
    ['FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=-1', { startDate: '2026-04-30', endDate: '2026-04-30', allDay: true }, false],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1', { startDate: '2026-02-28 19:30', endDate: '2026-02-28 21:00' }, false],
    ['FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=31', { startDate: '2026-12-31 19:30', endDate: '2026-12-31 21:00' }, false],
    ['FREQ=YEARLY', { startDate: '2026-12-31 19:30', endDate: '2026-12-31 21:00' }, false],
    ['FREQ=YEARLY', { startDate: '2024-02-29 19:30', endDate: '2024-02-29 21:00' }, true],
    ['FREQ=MONTHLY;BYMONTHDAY=-2', { startDate: '2026-03-30 19:30', endDate: '2026-03-30 21:00' }, true],
    ['FREQ=MONTHLY;BYMONTHDAY=30', { startDate: '2026-03-30 19:30', endDate: '2026-03-30 21:00' }, true],
    ['FREQ=MONTHLY;BYMONTHDAY=6,20', {}, true],
    ['FREQ=MONTHLY;BYMONTHDAY=-26', {}, true],
    ['FREQ=MONTHLY', { startDate: '2026-03-31 19:30', endDate: '2026-03-31 21:00' }, true],
    ['FREQ=YEARLY;BYMONTH=3,4', {}, true],
    ['FREQ=YEARLY;BYYEARDAY=65', {}, true],
    ['FREQ=DAILY;BYMONTH=3', {}, true],
    ['FREQ=WEEKLY', { timeZone: '+05:30' }, true],
    ['FREQ=WEEKLY', { timeZone: '+05:30', allDay: true }, false],
    ['FREQ=WEEKLY', { startDate: '2026-03-29 02:30', endDate: '2026-03-29 04:00' }, true],
    ['FREQ=WEEKLY', { startDate: '2026-03-21 02:30', endDate: '2026-03-21 04:00' }, true],
    ['FREQ=WEEKLY;COUNT=20', { startDate: '2026-03-30 02:30', endDate: '2026-03-30 04:00' }, false],
    ['FREQ=WEEKLY;COUNT=10', { startDate: '2026-01-10 02:30', endDate: '2026-01-10 04:00' }, false],
    ['FREQ=WEEKLY;COUNT=52', { startDate: '2026-03-30 02:30', endDate: '2026-03-30 04:00' }, false],
    ['FREQ=WEEKLY;COUNT=53', { startDate: '2026-03-30 02:30', endDate: '2026-03-30 04:00' }, true],
    ['FREQ=WEEKLY;COUNT=20', { startDate: '2026-03-21 02:30', endDate: '2026-03-21 04:00' }, true],
    ['FREQ=WEEKLY', { startDate: '2026-03-21 03:00', endDate: '2026-03-21 04:00' }, false],
    ['FREQ=WEEKLY', { startDate: '2026-03-21 00:15', endDate: '2026-03-21 01:00', timeZone: 'Asia/Beirut' }, true],
    ['FREQ=WEEKLY', { startDate: '2026-03-21 23:45', endDate: '2026-03-22 01:00', timeZone: 'Asia/Beirut' }, false],
    ['FREQ=WEEKLY', { startDate: '2026-03-22 01:30', endDate: '2026-03-22 02:30' }, false],
    ['FREQ=WEEKLY', { startDate: '2026-03-28 22:00', endDate: '2026-03-29 06:00' }, true],
    ['FREQ=WEEKLY', { startDate: '2026-10-24 22:00', endDate: '2026-10-25 02:30' }, true],
    ['FREQ=WEEKLY', { startDate: '2026-03-27 22:00', endDate: '2026-03-28 06:00' }, false],
    ['FREQ=WEEKLY', { timeZone: 'America/New_York', startDate: '2006-03-03 19:30', endDate: '2006-03-03 21:00' }, true],
  ])('is written as single events: %s with %j: %s', async (recurrence, input, isExpanded) => {
    const { read } = await create({
      ...march,
      recurrence: recurrence.includes('COUNT') ? recurrence : `${recurrence};UNTIL=20280301`,
      ...input,
    })
    const series = await read()
    expect(icalendar().expanded?.([series]).includes(series)).toBe(isExpanded)
    expect(
      write([series])
        .replace(/BEGIN:VTIMEZONE[\s\S]*END:VTIMEZONE/, '')
        .includes('RRULE:'),
    ).toBe(!isExpanded)
  })
})
