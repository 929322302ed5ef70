import type { EventInput } from '@kalends/core'
import { describe, expect, test } from 'vitest'
import { startFullcalendar, windowOf } from './support.ts'

describe('what components send', () => {
  const events = [
    { title: 'before', startDate: '2031-04-30 22:00', endDate: '2031-05-01 00:00' },
    { title: 'first', startDate: '2031-05-01 00:00', endDate: '2031-05-01 00:30' },
    { title: 'last', startDate: '2031-05-31 23:00', endDate: '2031-05-31 23:59:59' },
    { title: 'after', startDate: '2031-06-01 00:00', endDate: '2031-06-01 01:00' },
  ]

  test.each([
    ['an offset', 'start=2031-05-01T00%3A00%3A00%2B02%3A00&end=2031-06-01T00%3A00%3A00%2B02%3A00'],
    ['an offset and its zone', 'start=2031-05-01T00%3A00%3A00%2B02%3A00&end=2031-06-01T00%3A00%3A00%2B02%3A00&timeZone=Europe%2FBerlin'],
    ['an offset whose plus was not encoded', 'start=2031-05-01T00:00:00+02:00&end=2031-06-01T00:00:00+02:00'],
    ['the same without seconds', 'start=2031-05-01T00:00+02:00&end=2031-06-01T00:00+02:00'],
    ['the same with milliseconds', 'start=2031-05-01T00:00:00.000+02:00&end=2031-06-01T00:00:00.000+02:00'],
    ['UTC', 'start=2031-04-30T22:00:00.000Z&end=2031-05-31T22:00:00.000Z'],
    ['UTC and a zone', 'start=2031-04-30T22:00:00Z&end=2031-05-31T22:00:00Z&timeZone=Europe/Berlin'],
    ['the clocks of the calendar', 'start=2031-05-01T00:00:00&end=2031-06-01T00:00:00'],
    ['the clocks of a zone', 'start=2031-05-01T00:00:00&end=2031-06-01T00:00:00&timeZone=europe/berlin'],
    ['the clocks of an offset', 'start=2031-05-01T00:00:00&end=2031-06-01T00:00:00&timeZone=%2B02:00'],
    ['days', 'start=2031-05-01&end=2031-06-01'],
    ['what keeps caches away', 'start=2031-05-01&end=2031-06-01&_=1386054751381'],
  ])('%s', async (_, query) => {
    const { titles } = await startFullcalendar(events)
    expect(await titles(query)).toEqual(['first', 'last'])
  })
})

describe('what a window holds', () => {
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

  test.each<[string, Partial<EventInput>, boolean]>([
    ['ends when the window starts', timed('2031-05-10 05:00', '2031-05-10 06:00'), false],
    ['runs into it by a second', timed('2031-05-10 05:00', '2031-05-10 06:00:01'), true],
    ['has begun years ago', timed('2026-01-01 05:00', '2031-05-10 07:00'), true],
    ['lasts longer on both sides', timed('2030-01-01 05:00', '2032-05-10 07:00'), true],
    ['lies within', timed('2031-05-10 12:00', '2031-05-10 13:00'), true],
    ['starts a second before its end', timed('2031-05-11 05:59:59', '2031-05-11 09:00'), true],
    ['starts at its end', timed('2031-05-11 06:00', '2031-05-11 09:00'), false],
    ['has no length and starts with it', timed('2031-05-10 06:00', '2031-05-10 06:00'), true],
    ['has no length and starts at its end', timed('2031-05-11 06:00', '2031-05-11 06:00'), false],
    ['shows a later day on its own clocks', timed('2031-05-11 11:00', '2031-05-11 12:00', 'Pacific/Kiritimati'), true],
    ['shows an earlier day on its own clocks', timed('2031-05-09 18:00', '2031-05-09 19:00', 'Pacific/Niue'), true],
    ['is the first day', allDay('2031-05-10', '2031-05-10'), true],
    ['is the last day, which the window only begins', allDay('2031-05-11', '2031-05-11'), true],
    ['ends the day before', allDay('2031-05-08', '2031-05-09'), false],
    ['starts the day after', allDay('2031-05-12', '2031-05-13'), false],
    ['covers it', allDay('2031-01-01', '2031-12-31'), true],
    ['is the first day, on the other side of the world', allDay('2031-05-10', '2031-05-10', 'Pacific/Kiritimati'), true],
    ['is the last day, on the other side of the world', allDay('2031-05-11', '2031-05-11', 'Pacific/Niue'), true],
    ['is the day before, on the other side of the world', allDay('2031-05-09', '2031-05-09', 'Pacific/Niue'), false],
    ['is the day after, on the other side of the world', allDay('2031-05-12', '2031-05-12', 'Pacific/Kiritimati'), false],
  ])('an event that %s', async (_, event, isHeld) => {
    const { titles } = await startFullcalendar([event])
    expect(await titles(window)).toHaveLength(isHeld ? 1 : 0)
  })

  test('is nothing when it ends before it starts', async () => {
    const { titles } = await startFullcalendar([timed('2020-01-01', '2040-01-01'), allDay('2020-01-01', '2040-01-01')])
    expect(await titles(windowOf('2031-05-10', '2031-05-10'))).toEqual([])
    expect(await titles(windowOf('2031-05-10', '2031-05-01'))).toEqual([])
  })

  test('can be all time', async () => {
    const { titles } = await startFullcalendar([timed('1900-01-01', '1900-01-02'), timed('2200-12-31 23:00', '2200-12-31 23:59')])
    expect(await titles(windowOf('1900-01-01', '2200-12-31T23:59:59'))).toHaveLength(2)
  })

  test('has the days of the zone that is asked for, whatever the offset', async () => {
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

  test('may end at a midnight that the clocks skip', async () => {
    const { titles } = await startFullcalendar([allDay('2017-10-15', '2017-10-15')])
    expect(await titles(windowOf('2017-10-14T00:00:00-03:00', '2017-10-15T00:00:00-03:00', 'America/Sao_Paulo'))).toEqual([])
    expect(await titles(windowOf('2017-10-14T00:00:00', '2017-10-15T00:00:00', 'America/Sao_Paulo'))).toEqual([])
    expect(await titles(windowOf('2017-10-15T00:00:00', '2017-10-16T00:00:00', 'America/Sao_Paulo'))).toEqual(['Event'])
  })
})

describe('what cannot be read', () => {
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
  ])('%s is refused, and named', async (query, fields) => {
    const { ask } = await startFullcalendar()
    const { status, body } = await ask(query)
    expect([status, body.code, Object.keys(body.data.params).sort()]).toEqual([400, 'invalid_input', fields])
  })

  test('what the route decides itself is left alone', async () => {
    const { titles } = await startFullcalendar([{}])
    expect(await titles('start=2031-05-01&end=2031-06-01&page=9&per_page=x&start_date=&ends_before=1&orderby=none')).toEqual(['Event'])
  })
})
