import { createCalendar, publicReadOnly } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { freeBusy } from '@kalends/fetch/free-busy'
import { memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import { expect, test } from 'vitest'
import { vfreebusy } from '../src/icalendar.ts'

test('free and busy times are a VFREEBUSY for each venue', async () => {
  const calendar = createCalendar({ store: memoryStore(), clock: fixedClock('2031-05-01T10:00:00Z'), timeZone: 'Europe/Berlin' })
  for (const name of ['Hall', 'Park']) await calendar.venues.create({ name })
  for (const [startDate, endDate] of [
    ['2031-05-31 19:30', '2031-05-31 21:00'],
    ['2031-06-01 10:00', '2031-06-01 11:00'],
    // Takes no time, and so has no period.
    ['2031-06-01 15:00', '2031-06-01 15:00'],
  ] as const)
    await calendar.events.create({ title: 'Choir', startDate, endDate, venues: 1 })
  const handler = createHandler(calendar, { access: publicReadOnly(), use: [freeBusy({ formats: [vfreebusy()] })] })
  const url = 'http://localhost/calendar/events/v1/free-busy.ifb?venue=1,2&start=2031-05-31&end=2031-06-01'
  const response = await handler(new Request(url))
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  const head = (id: number): readonly string[] => [
    'BEGIN:VFREEBUSY',
    `UID:venue-${id}-20310530T220000Z-20310601T220000Z`,
    'DTSTAMP:20310430T220000Z',
    'DTSTART:20310530T220000Z',
    'DTEND:20310601T220000Z',
    `URL:${url}`,
  ]
  const text = (await response.text()).replaceAll('\r\n ', '')
  expect(text.split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Kalends//Kalends//EN',
    ...head(1),
    'FREEBUSY;FBTYPE=BUSY:20310531T173000Z/20310531T190000Z',
    'FREEBUSY;FBTYPE=BUSY:20310601T080000Z/20310601T090000Z',
    'END:VFREEBUSY',
    ...head(2),
    'END:VFREEBUSY',
    'END:VCALENDAR',
    '',
  ])
  expect((await (await handler(new Request(url))).text()).replaceAll('\r\n ', '')).toBe(text)
})
