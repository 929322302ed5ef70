import type { EventInput } from '@kalends/core'
import { describe, expect, test } from 'vitest'
import { startFullcalendar, windowOf } from './support.ts'

describe('a window is read', () => {
  const events = [
    { title: 'before', startDate: '2031-04-30 22:00', endDate: '2031-05-01 00:00' },
    { title: 'first', startDate: '2031-05-01 00:00', endDate: '2031-05-01 00:30' },
    { title: 'last', startDate: '2031-05-31 23:00', endDate: '2031-05-31 23:59:59' },
    { title: 'after', startDate: '2031-06-01 00:00', endDate: '2031-06-01 01:00' },
  ]

  test.each([
    ['with an offset', 'start=2031-05-01T00%3A00%3A00%2B02%3A00&end=2031-06-01T00%3A00%3A00%2B02%3A00'],
    [
      'with an offset and its zone',
      'start=2031-05-01T00%3A00%3A00%2B02%3A00&end=2031-06-01T00%3A00%3A00%2B02%3A00&timeZone=Europe%2FBerlin',
    ],
    ['with an offset whose plus sign is not encoded', 'start=2031-05-01T00:00:00+02:00&end=2031-06-01T00:00:00+02:00'],
    ['without seconds', 'start=2031-05-01T00:00+02:00&end=2031-06-01T00:00+02:00'],
    ['without a colon in the offset', 'start=2031-05-01T00:00:00+0200&end=2031-06-01T00:00:00+02'],
    ['with a zone in brackets', 'start=2031-05-01T00:00:00+02:00[Europe/Berlin]&end=2031-06-01T00:00:00+02:00[Europe/Berlin]'],
    ['with milliseconds', 'start=2031-05-01T00:00:00.000+02:00&end=2031-06-01T00:00:00.000+02:00'],
    ['in UTC', 'start=2031-04-30T22:00:00.000Z&end=2031-05-31T22:00:00.000Z'],
    ['in UTC with a zone', 'start=2031-04-30T22:00:00Z&end=2031-05-31T22:00:00Z&timeZone=Europe/Berlin'],
    ['in local times of the calendar', 'start=2031-05-01T00:00:00&end=2031-06-01T00:00:00'],
    ['in local times of a zone', 'start=2031-05-01T00:00:00&end=2031-06-01T00:00:00&timeZone=europe/berlin'],
    ['in local times of an offset', 'start=2031-05-01T00:00:00&end=2031-06-01T00:00:00&timeZone=%2B02:00'],
    ['as days', 'start=2031-05-01&end=2031-06-01'],
    ['with the parameter _ that jQuery adds against caches', 'start=2031-05-01&end=2031-06-01&_=1386054751381'],
  ])('%s', async (_, query) => {
    const { titles } = await startFullcalendar(events)
    expect(await titles(query)).toEqual(['first', 'last'])
  })
})

describe('a window', () => {
  const window = windowOf('2031-05-10T06:00:00+02:00', '2031-05-11T06:00:00+02:00')
  const timed = (startDate: string, endDate: string, timeZone?: string): Partial<EventInput> => ({
    startDate,
    endDate,
    ...(timeZone !== undefined && { timeZone }),
  })
  const allDay = (startDate: string, endDate: string, timeZone?: string): Partial<EventInput> => ({
    ...timed(startDate, endDate, timeZone),
    allDay: true,
  })

  const rows: readonly (readonly [name: string, event: Partial<EventInput>, isInWindow: boolean])[] = [
    ['ends when the window starts', timed('2031-05-10 05:00', '2031-05-10 06:00'), false],
    ['ends a second after the window starts', timed('2031-05-10 05:00', '2031-05-10 06:00:01'), true],
    ['started years ago', timed('2026-01-01 05:00', '2031-05-10 07:00'), true],
    ['starts before and ends after the window', timed('2030-01-01 05:00', '2032-05-10 07:00'), true],
    ['starts and ends within the window', timed('2031-05-10 12:00', '2031-05-10 13:00'), true],
    ['starts a second before the window ends', timed('2031-05-11 05:59:59', '2031-05-11 09:00'), true],
    ['starts when the window ends', timed('2031-05-11 06:00', '2031-05-11 09:00'), false],
    ['has no length and starts with the window', timed('2031-05-10 06:00', '2031-05-10 06:00'), true],
    ['has no length and starts when the window ends', timed('2031-05-11 06:00', '2031-05-11 06:00'), false],
    ['starts on a later day in its own zone', timed('2031-05-11 11:00', '2031-05-11 12:00', 'Pacific/Kiritimati'), true],
    ['starts on an earlier day in its own zone', timed('2031-05-09 18:00', '2031-05-09 19:00', 'Pacific/Niue'), true],
    ['is all of the first day', allDay('2031-05-10', '2031-05-10'), true],
    ['is all of the last day, of which the window has some hours', allDay('2031-05-11', '2031-05-11'), true],
    ['ends on the day before', allDay('2031-05-08', '2031-05-09'), false],
    ['starts on the day after', allDay('2031-05-12', '2031-05-13'), false],
    ['is all of the year', allDay('2031-01-01', '2031-12-31'), true],
    ['is all of the first day in a zone far to the east', allDay('2031-05-10', '2031-05-10', 'Pacific/Kiritimati'), true],
    ['is all of the last day in a zone far to the west', allDay('2031-05-11', '2031-05-11', 'Pacific/Niue'), true],
    ['is all of the day before in a zone far to the west', allDay('2031-05-09', '2031-05-09', 'Pacific/Niue'), false],
    ['is all of the day after in a zone far to the east', allDay('2031-05-12', '2031-05-12', 'Pacific/Kiritimati'), false],
  ]

  test.each(rows.filter(([, , isInWindow]) => isInWindow))('contains an event that %s', async (_, event) => {
    const { titles } = await startFullcalendar([event])
    expect(await titles(window)).toHaveLength(1)
  })

  test.each(rows.filter(([, , isInWindow]) => !isInWindow))('does not contain an event that %s', async (_, event) => {
    const { titles } = await startFullcalendar([event])
    expect(await titles(window)).toHaveLength(0)
  })

  test('is empty if it ends when or before it starts', async () => {
    const { titles } = await startFullcalendar([timed('2020-01-01', '2040-01-01'), allDay('2020-01-01', '2040-01-01')])
    expect(await titles(windowOf('2031-05-10', '2031-05-10'))).toEqual([])
    expect(await titles(windowOf('2031-05-10', '2031-05-01'))).toEqual([])
  })

  test('can span all years that the calendar supports', async () => {
    const { titles } = await startFullcalendar([timed('1900-01-01', '1900-01-02'), timed('2200-12-31 23:00', '2200-12-31 23:59')])
    expect(await titles(windowOf('1900-01-01', '2200-12-31T23:59:59'))).toHaveLength(2)
  })

  test('takes its days in the requested zone, not by its offset', async () => {
    const { titles } = await startFullcalendar(
      [allDay('2031-05-01', '2031-05-01'), allDay('2031-05-02', '2031-05-02')].map((event, index) => ({
        ...event,
        title: String(index + 1),
      })),
    )
    const query = (timeZone?: string): string => windowOf('2031-05-01T10:00:00Z', '2031-05-02T10:00:00Z', timeZone)
    expect(await titles(query())).toEqual(['1', '2'])
    expect(await titles(query('Pacific/Kiritimati'))).toEqual(['2'])
    expect(await titles(windowOf('2031-05-01T10:00:00Z', '2031-05-01T12:00:00Z', 'Pacific/Niue'))).toEqual(['1'])
  })

  test('may end at a midnight that a clock change skips', async () => {
    const { titles } = await startFullcalendar([allDay('2017-10-15', '2017-10-15')])
    expect(await titles(windowOf('2017-10-14T00:00:00-03:00', '2017-10-15T00:00:00-03:00', 'America/Sao_Paulo'))).toEqual([])
    expect(await titles(windowOf('2017-10-14T00:00:00', '2017-10-15T00:00:00', 'America/Sao_Paulo'))).toEqual([])
    expect(await titles(windowOf('2017-10-15T00:00:00', '2017-10-16T00:00:00', 'America/Sao_Paulo'))).toEqual(['Event'])
  })
})

describe('the query', () => {
  test.each([
    ['', ['end', 'start']],
    ['start=2031-05-01', ['end']],
    ['end=2031-06-01', ['start']],
    ['start=&end=2031-06-01', ['start']],
    ['start=soon&end=later', ['end', 'start']],
    ['start=2031-02-30&end=2031-06-01', ['start']],
    ['start=2031-05-01T00:00:00%2002:00%20&end=2031-06-01', ['start']],
    ['start=2031-05-01%2002:00%2002:00Z&end=2031-06-01', ['start']],
    ['start=1899-12-31&end=2031-06-01', ['start']],
    ['start=1899-12-31T23:59:59&end=2201-01-01', ['end', 'start']],
    ['start=2031-05-01&end=2031-06-01&end=2031-07-01', ['end']],
    ['start[]=2031-05-01&end=2031-06-01', ['start']],
    ['start=1924905600000&end=2031-06-01', ['start']],
    ['start=2031-05-01&end=2031-06-01&timeZone=Mars/Base', ['timeZone']],
    ['start=2031-05-01&end=2031-06-01&timeZone=', ['timeZone']],
    [
      'start=x&end=2031-06-01&timeZone=local&categories=&featured=maybe&venue=hall',
      ['categories', 'featured', 'start', 'timeZone', 'venue'],
    ],
    ['start=2031-05-01T00:00:00+02:00&end=2031-06-01T00:00:00+02:00&categories=', ['categories']],
    ['start=2031-05-01&end=2031-06-01&geoloc_lat=50', ['geoloc_lng']],
    ['start=2031-05-01&end=2031-06-01&status=new', ['status']],
    ['start=%C3&end=2031-06-01', ['start']],
  ])('%s is a 400 that names %j', async (query, fields) => {
    const { ask } = await startFullcalendar()
    const { status, body } = await ask(query)
    expect([status, body.code, Object.keys(body.data.params).sort()]).toEqual([400, 'invalid_input', fields])
  })

  test('may have the parameters of lists for pages, times and sorting, which have no effect', async () => {
    const { titles } = await startFullcalendar([{}])
    expect(await titles('start=2031-05-01&end=2031-06-01&page=9&per_page=x&start_date=&ends_before=1&orderby=none')).toEqual(['Event'])
  })
})

test.each([
  ['a date on the day before the window', 'FREQ=DAILY;COUNT=5', ['2031-05-10T03:00:00Z']],
  ['a date in a gap', 'FREQ=WEEKLY;COUNT=2', []],
])('the next date of a series with %s', async (_, recurrence, starts) => {
  const first = { title: 'Yoga', startDate: '2031-05-09 05:00', endDate: '2031-05-09 06:00' }
  const { ask } = await startFullcalendar([{ ...first, recurrence }])
  const window = windowOf('2031-05-10T04:00:00+02:00', '2031-05-13T04:00:00+02:00')
  const { body } = await ask(`${window}&recurring=next`)
  expect(body.map(({ start }: { start: string }) => start)).toEqual(starts)
})
