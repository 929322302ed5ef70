import type { Event } from '@kalends/core'
import { toIcalendar } from '@kalends/formats/icalendar'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  createEvents,
  createSeries,
  isCompared,
  type RandomCalendar,
  randomEvents,
  randomSeries,
  readUntil,
} from '../../formats/test/random-calendars.ts'
import { icalJs, type ReadDate } from '../../formats/test/readers.ts'
import { createAll, openCalendar, readAll } from './support.ts'

/** Scales the number of cases to the lane: a tenth in the quick lane, ten times as many in the long one. */
const times = Number(process.env['KALENDS_TIMES'] ?? 1)

const write = ({ items }: RandomCalendar): string => toIcalendar(items, { publicUrl: 'https://town.example' })

const rowOf = ({ start, end, title, status }: Pick<ReadDate, 'start' | 'end' | 'title' | 'status'>): string =>
  [start, end, title, status === 'CANCELLED'].join(' # ')

const addDay = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

const toRead = (event: Event) => ({
  start: event.allDay ? event.startDate.slice(0, 10) : event.startMs / 1_000,
  end: event.allDay ? addDay(event.endDate.slice(0, 10)) : event.endMs / 1_000,
  title: event.title.replace(/\s+/g, ' '),
  status: event.eventStatus === 'cancelled' ? 'CANCELLED' : '',
})

/** The dates that a calendar has after a file was imported. */
async function importedDates(text: string): Promise<readonly string[]> {
  const items = await readAll(text)
  // A series whose only date is in the trash has none.
  expect(items.filter((item) => item.kind === 'unreadable' && item.code !== 'no_dates')).toEqual([])
  expect(items.at(-1)).toEqual({ kind: 'end', complete: true })
  expect(items.filter((item) => item.kind === 'event' && item.warnings.some(({ code }) => code === 'zone_differs'))).toEqual([])
  const calendar = openCalendar()
  await createAll(calendar, items)
  const found: ReturnType<typeof toRead>[] = []
  for await (const event of calendar.events.each({ startsFrom: '2000-01-01' })) found.push(toRead(event))
  return found.filter(isComparedTime).map(rowOf).sort()
}

const isComparedTime = (date: Pick<ReadDate, 'start'>): boolean => isCompared(date as ReadDate)

const rowsOf = (dates: readonly ReadDate[]): readonly string[] =>
  dates
    .filter(isCompared)
    .map((date) => rowOf({ ...date, title: date.title.replace(/\s+/g, ' ').trim() }))
    .sort()

/** The same file with zones that only its VTIMEZONE describe. */
const withOwnZones = (text: string): string => text.replace(/TZID([=:])([A-Za-z_/]+)/g, 'TZID$1Zone of $2 X')

test('single events of our export are read as they are, and as ical.js reads them', async () => {
  const property = fc.asyncProperty(randomEvents, async (given) => {
    const made = await createEvents(given)
    const text = write(made)
    const rows = rowsOf(icalJs(text, readUntil))
    expect(rowsOf(made.expected)).toEqual(rows)
    expect(await importedDates(text)).toEqual(rows)
  })
  await fc.assert(property, { numRuns: Math.ceil(100 * times) })
})

test('series of our export are read as they are, and as ical.js reads them', async () => {
  const property = fc.asyncProperty(randomSeries, async (given) => {
    const made = await createSeries(given)
    if (made === undefined) return
    const text = write(made)
    const rows = rowsOf(made.expected)
    expect(rowsOf(icalJs(text, readUntil))).toEqual(rows)
    expect(await importedDates(text)).toEqual(rows)
  })
  await fc.assert(property, { numRuns: Math.ceil(100 * times) })
})

test('zones that only the file describes have the same instants', async () => {
  const property = fc.asyncProperty(randomEvents, async (given) => {
    const made = await createEvents(given)
    const text = withOwnZones(write(made))
    expect(await importedDates(text)).toEqual(rowsOf(made.expected))
  })
  await fc.assert(property, { numRuns: Math.ceil(100 * times) })
})
