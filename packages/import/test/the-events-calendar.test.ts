import { describe, expect, test } from 'vitest'
import type { ImportItem } from '../src/item.ts'
import type { SiteCheckpoint } from '../src/the-events-calendar/checkpoint.ts'
import { type ReadTheEventsCalendarOptions, readTheEventsCalendar } from '../src/the-events-calendar.ts'
import { buildRows, json, type Quirks, type Run, readSiteOf, replaySite } from './replay-site.ts'

const rows = buildRows()

const run = (quirks: Quirks = {}, options: ReadTheEventsCalendarOptions = {}): Promise<Run> => readSiteOf(rows, quirks, options)

const keysOf = (items: readonly ImportItem[], kind: ImportItem['kind']): readonly string[] =>
  items.flatMap((item) => (item.kind === kind && 'key' in item ? [item.key] : []))

const expectWhole = (items: readonly ImportItem[]): void => {
  for (const [kind, count] of Object.entries({ category: 120, tag: 15, venue: 60, organizer: 30, event: 1_000 })) {
    const keys = keysOf(items, kind as ImportItem['kind'])
    expect(keys, kind).toHaveLength(count)
    expect(new Set(keys).size, kind).toBe(count)
  }
  expect(items.at(-1)).toEqual({ kind: 'end', complete: true })
  expect(items.slice(0, -1).map((item) => 'index' in item && item.index)).toEqual(items.slice(0, -1).map((_, at) => at))
}

describe('a site of 1,000 events', () => {
  test('comes whole, each record once, linked ones first', async () => {
    const { items, requests } = await run()
    expectWhole(items)
    expect(requests).toHaveLength(3 + 1 + 2 + 1 + 20)
    const kinds = [...new Set(items.map(({ kind }) => kind))]
    expect(kinds).toEqual(['category', 'tag', 'venue', 'organizer', 'event', 'end'])
    expect(items.slice(0, 2)).toMatchObject([{ key: '101' }, { key: '100', parentKey: '101' }])
    expect(items[1]).toMatchObject({ input: { name: 'Art & Category 0', slug: 'term-100' } })
    expect(items.find(({ kind }) => kind === 'event')).toMatchObject({
      key: 'club.example.org?id=5000',
      address: 'https://club.example.org/event/concert-0/',
      modifiedMs: Date.UTC(2025, 5, 1, 10),
      input: { title: 'Concert 0 &amp; R&B', cost: '$10', status: 'draft', startDate: '2019-01-01 19:30:00', timeZone: '+02:00' },
    })
  })

  const second = (request: number): boolean => request % 2 === 0
  const quirks: Readonly<Record<string, Quirks>> = {
    'small pages': { clamp: 10 },
    'pages without totals': { hasTotals: false },
    'events of one start on two pages': { overlaps: true },
    'blank bodies': { disturb: (request) => (second(request) ? json('') : undefined) },
    'too many requests': { disturb: (request) => (second(request) ? json('', 429, { 'retry-after': '30' }) : undefined) },
    'a server that is down now and then': {
      disturb: (request) => (second(request) ? json('<h1>Down</h1>', 503, { 'retry-after': 'Thu, 01 Jan 2026 00:00:09 GMT' }) : undefined),
    },
    'warnings of PHP before the JSON': { change: (body) => `<br />\n<b>Warning</b>: [x] in {a}\n${JSON.stringify(body)}` },
    'a byte order mark': { change: (body) => `\ufeff${JSON.stringify(body)}` },
    'numbers as texts': { change: (body) => ({ ...body, total: `${body['total']}`, total_pages: `${body['total_pages']}` }) },
  }
  test.each(Object.entries(quirks))('%s lose and double nothing', async (_, quirk) => {
    expectWhole((await run(quirk)).items)
  })
  test('requests that hang are repeated', async () => {
    expectWhole((await run({ hangs: (request) => request % 5 === 1 && request < 40 })).items)
  })

  test('a consumer that stops leaves the pages for the next run', async () => {
    const pages = new Map<string, string>()
    const checkpoint: SiteCheckpoint = {
      load: (page) => pages.get(page),
      save: (page, text) => void pages.set(page, text),
      clear: () => pages.clear(),
    }
    const { fetch, requests } = replaySite(rows)
    for await (const item of readTheEventsCalendar('https://club.example.org', { fetch, checkpoint, pauseMs: 0 }))
      if (item.kind === 'event') break
    const { items, requests: others } = await run({}, { checkpoint })
    expectWhole(items)
    expect(new Set([...requests, ...others]).size).toBe(requests.length + others.length)
  })
})
