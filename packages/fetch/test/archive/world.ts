import { allowAll, type Calendar, type CalendarStore, createCalendar } from '@kalends/core'
import { writeArchive } from '@kalends/core/archive'
import { seedSeason } from '@kalends/testing'
import * as z from 'zod'
import { randomCalendar, randomNumbers } from '../../../core/test/changes/random-calendar.ts'
import { createHandler } from '../../src/index.ts'

const nowMs = Date.parse('2031-05-01T12:00:00Z')
const level = { schema: z.enum(['easy', 'hard']).optional(), filter: 'is' } as const
const notes = { schema: z.array(z.object({ b: z.string(), a: z.number() })).optional() } as const

/** A calendar with declared fields, whose clock stands still. */
export const openCalendar = (store: CalendarStore) =>
  createCalendar({
    store,
    clock: { nowMs: () => nowMs },
    timeZone: 'Europe/Berlin',
    fields: { event: { level, notes }, venue: { level } },
  })

/** Fills a store with all sorts of records: a season, random writes, overrides, fields, trash, odd texts. */
export async function fill(store: CalendarStore): Promise<void> {
  const calendar = openCalendar(store)
  await seedSeason(calendar, { fieldsOf: ({ title }) => (title.length % 3 === 0 ? { level: 'easy', notes: [{ b: title, a: 1.1 }] } : {}) })
  const world = randomCalendar(calendar, randomNumbers(7))
  for (let step = 0; step < 60; step++) await world.write()
  const series = await calendar.events.create({
    title: 'Ünïcode \u2028 "night" 😀',
    startDate: '2031-05-02 20:00',
    endDate: '2031-05-02 23:00',
    recurrence: 'FREQ=DAILY;COUNT=12',
    description: 'One\nTwo',
    image: 'https://example.org/a.png',
    fields: { level: 'hard' },
  })
  const { items } = await calendar.events.list({ seriesIds: [series.id], perPage: 12 })
  const [first, second, third, fourth] = items.map(({ id }) => id)
  await calendar.events.update(first ?? 0, { description: 'Own', fields: { level: null }, image: null })
  await calendar.events.update(second ?? 0, { title: 'Other night', startDate: '2031-05-03 21:00' })
  await calendar.events.trash(third ?? 0)
  await calendar.events.update(fourth ?? 0, { hidden: true })
  await calendar.events.update(series.id, { website: 'https://example.org' }, { scope: 'all' })
  const venue = await calendar.venues.create({ name: 'Mill', geoLat: 52.123_456_789_012_34, geoLng: 13.4, fields: { level: 'easy' } })
  await calendar.venues.trash(venue.id)
  const last = await calendar.tags.create({ name: 'Last' })
  await calendar.tags.delete(last.id)
}

const paths = [
  ...[
    '/events?window=all&per_page=100',
    '/events?window=all&per_page=40&page=2&orderby=title',
    '/events?window=all&custom_fields[level]=easy',
  ],
  ...['/events?window=all&search=night', '/events?window=all&categories=music', '/events?window=all&status=draft,trash&hidden=include'],
  ...['/venues?per_page=100', '/organizers?per_page=100', '/categories?per_page=100&hide_empty=false', '/tags?orderby=count'],
]

/** Everything that a caller may read of a store, as text: bodies with their entity tags. */
export async function answersOf(store: CalendarStore): Promise<readonly string[]> {
  const handler = createHandler(openCalendar(store), { publicUrl: 'https://example.org', access: allowAll() })
  const answers: string[] = []
  for (const path of paths) {
    const response = await handler(new Request(`https://example.org/calendar/events/v1${path}`))
    answers.push(`${path} ${response.status} ${response.headers.get('etag')} ${await response.text()}`)
  }
  return answers
}

/** All lines of an archive. */
export async function linesOf(calendar: Calendar, log = false): Promise<readonly string[]> {
  const lines: string[] = []
  for await (const line of writeArchive(calendar, { log })) lines.push(line)
  return lines
}

/** What an archive says, whatever the order of members that engines return. */
export const contentOf = (lines: readonly string[]): readonly unknown[] =>
  lines.filter((line) => !line.startsWith('{"hash"')).map((line) => JSON.parse(line))
