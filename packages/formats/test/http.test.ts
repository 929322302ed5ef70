import { allowAll, createCalendar } from '@kalends/core'
import type { Format } from '@kalends/core/format'
import { createHandler } from '@kalends/fetch'
import { formats as useFormats } from '@kalends/fetch/formats'
import { kyselyStore } from '@kalends/kysely'
import { memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, type TestDatabase } from '../../kysely/test/engines.ts'
import { atom } from '../src/atom.ts'
import { csv } from '../src/csv.ts'
import { geoJson } from '../src/geojson.ts'
import { icalendar } from '../src/icalendar.ts'
import { jsonFeed } from '../src/jsonfeed.ts'
import { jsonLd } from '../src/jsonld.ts'
import { rss } from '../src/rss.ts'
import { choir } from './support.ts'

interface Served {
  readonly format: Format
  readonly path: string
  readonly mediaType: string
  readonly isFile?: true
  /** The titles or names in a document. */
  titlesOf(text: string): readonly string[]
}

const formats: readonly Served[] = [
  {
    format: icalendar(),
    path: '/events.ics',
    mediaType: 'text/calendar; charset=utf-8',
    isFile: true,
    titlesOf: (text) => [...text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, title = '']) => title),
  },
  {
    format: jsonLd(),
    path: '/events.jsonld',
    mediaType: 'application/ld+json; charset=utf-8',
    titlesOf: (text) => JSON.parse(text).map(({ name }: { name: string }) => name),
  },
  {
    format: geoJson(),
    path: '/events.geojson',
    mediaType: 'application/geo+json; charset=utf-8',
    titlesOf: (text) => JSON.parse(text).features.map(({ properties }: { properties: { title: string } }) => properties.title),
  },
  {
    format: geoJson(),
    path: '/venues.geojson',
    mediaType: 'application/geo+json; charset=utf-8',
    titlesOf: (text) => JSON.parse(text).features.map(({ properties }: { properties: { venue: string } }) => properties.venue),
  },
  {
    format: csv(),
    path: '/events.csv',
    mediaType: 'text/csv; charset=utf-8',
    isFile: true,
    titlesOf: (text) => parse<{ title: string }>(text, { columns: true }).map(({ title }) => title),
  },
  {
    format: rss(),
    path: '/events.rss',
    mediaType: 'application/rss+xml; charset=utf-8',
    titlesOf: (text) => [...text.matchAll(/<title>Sun 31 May, 19:30: (.*?)<\/title>/g)].map(([, title = '']) => title),
  },
  {
    format: atom(),
    path: '/events.atom',
    mediaType: 'application/atom+xml; charset=utf-8',
    titlesOf: (text) => [...text.matchAll(/<title>Sun 31 May, 19:30: (.*?)<\/title>/g)].map(([, title = '']) => title),
  },
  {
    format: jsonFeed(),
    path: '/events.feedjson',
    mediaType: 'application/feed+json; charset=utf-8',
    titlesOf: (text) => JSON.parse(text).items.map(({ title }: { title: string }) => title.replace('Sun 31 May, 19:30: ', '')),
  },
]

let database: TestDatabase | undefined
beforeAll(async () => {
  database = await engines.find(({ name }) => name === 'node-sqlite')?.open()
})
afterAll(() => database?.close())

const stores = {
  memory: memoryStore,
  SQLite: () => {
    if (database === undefined) throw new Error('there is no database')
    return kyselyStore(database.db, database.options)
  },
}

describe.each(['memory', 'SQLite'] as const)('on %s', (store) => {
  test.each(formats)('$path contains the records that match the filters', async ({ format, path, mediaType, isFile, titlesOf }) => {
    await database?.clear()
    const calendar = createCalendar({ store: stores[store](), clock: fixedClock('2026-03-04T12:00:00Z'), timeZone: 'Europe/Berlin' })
    const handler = createHandler(calendar, { access: allowAll(), publicUrl: 'https://town.example', use: [useFormats([format])] })
    const get = (query: string, headers = {}): Promise<Response> =>
      handler(new Request(`https://town.example/calendar/events/v1${path}${query}`, { headers }))
    await calendar.events.create({ ...choir, venues: { name: 'Hall', geoLat: 1, geoLng: 2 } })
    await calendar.events.create({
      ...choir,
      title: 'Draft',
      status: 'draft',
      venues: { name: 'Attic', geoLat: 1, geoLng: 2, status: 'draft' },
    })
    const response = await get('?status=publish')
    expect([response.status, response.headers.get('content-type')]).toEqual([200, mediaType])
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.has('content-disposition')).toBe(isFile === true)
    expect(titlesOf(await response.text())).toEqual([path.startsWith('/venues') ? 'Hall' : 'Choir'])
    const again = await get('?status=publish', { 'if-none-match': response.headers.get('etag') ?? '' })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect(titlesOf(await (await get('?status=publish&search=nothing')).text())).toEqual([])
  })
})

test('the JSON-LD of a series has the dates from today on, and lists have each date', async () => {
  const clock = fixedClock('2026-03-10T12:00:00Z')
  const calendar = createCalendar({ store: memoryStore(), clock, timeZone: 'Europe/Berlin', cache: { maxBytes: 1_000_000 } })
  const handler = createHandler(calendar, { access: allowAll(), publicUrl: 'https://town.example', use: [useFormats([jsonLd()])] })
  const read = async (path: string) => (await handler(new Request(`https://town.example/calendar/events/v1/events${path}`))).json()
  const { id, slug } = await calendar.events.create({
    ...choir,
    startDate: '2026-03-06 19:30',
    endDate: '2026-03-06 21:00',
    recurrence: 'FREQ=WEEKLY;COUNT=3',
  })
  const starts = ({ subEvent }: { subEvent: readonly { startDate: string }[] }) => subEvent.map(({ startDate }) => startDate.slice(5, 10))
  for (const path of [`/${id}.jsonld`, `/by-slug/${slug}.jsonld`]) {
    const data = await read(path)
    expect([data['@type'], data.startDate, starts(data)]).toEqual(['EventSeries', '2026-03-13T19:30:00+01:00', ['03-13', '03-20']])
  }
  clock.advance(7 * 86_400_000)
  expect(starts(await read(`/${id}.jsonld`))).toEqual(['03-20'])
  const list: readonly { '@type': string; startDate: string }[] = await read('.jsonld?start_date=2026-03-01')
  expect(list.map((one) => [one['@type'], one.startDate.slice(5, 10)])).toEqual([
    ['Event', '03-06'],
    ['Event', '03-13'],
    ['Event', '03-20'],
  ])
})
