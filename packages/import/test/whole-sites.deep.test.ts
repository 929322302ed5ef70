import { type Calendar, type Event, roles } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { theEventsCalendar } from '@kalends/the-events-calendar'
import { describe, expect, test } from 'vitest'
import { type ImportReport, importRecords } from '../src/index.ts'
import { type ReadTheEventsCalendarOptions, readTheEventsCalendar, type SiteCheckpoint } from '../src/the-events-calendar.ts'
import { buildRows, type Quirks, replaySite } from './replay-site.ts'
import { counts, openers, openMemory, type Setting } from './setting.ts'

const rows = buildRows()
const all = 120 + 15 + 60 + 30 + 1_000

function importSite(
  { calendar, records }: Setting,
  quirks: Quirks = {},
  options: ReadTheEventsCalendarOptions = {},
): Promise<ImportReport> {
  const { fetch } = replaySite(rows, quirks)
  const items = readTheEventsCalendar('https://club.example.org', { fetch, pauseMs: 0, attempts: 1, ...options })
  return importRecords(calendar, items, { source: 'club', records, onMissing: 'trash', chunkSize: 100 })
}

/** Everything that a calendar has, as texts. */
async function contentsOf(calendar: Calendar): Promise<readonly string[]> {
  const found: string[] = []
  const every = { status: ['any', 'trash'], perPage: 100 } as const
  for (let page = 1; page <= 13; page++) {
    const lists = [
      calendar.categories.list({ page, perPage: 100 }),
      calendar.tags.list({ page, perPage: 100 }),
      calendar.venues.list({ page, ...every }),
      calendar.organizers.list({ page, ...every }),
      calendar.events.list({ page, ...every, startsAfter: '1900-01-01', hidden: 'include' }),
    ]
    // A page past the end is an error of its list.
    for (const list of await Promise.allSettled<{ readonly items: readonly object[] }>(lists))
      if (list.status === 'fulfilled') found.push(...list.value.items.map((item) => JSON.stringify(item)))
  }
  return found
}

/** The stores: an import is above them, so one SQL engine is enough. */
const stores = openers.filter(([name]) => name === 'memory' || name === 'node-sqlite')

describe.each(stores)('a site of 1,000 events on %s', (_, open) => {
  test('is imported whole, with its links; a second run writes nothing', async () => {
    const setting = await open()
    const report = await importSite(setting)
    expect(report.skipped).toEqual([])
    expect(counts(report)).toEqual([all, 0, 0, 0, 0])
    const records = (await contentsOf(setting.calendar)).map((text): Record<string, unknown> => JSON.parse(text))
    expect(records.filter(({ taxonomy, parentId }) => taxonomy === 'category' && parentId !== 0)).toHaveLength(30)
    const events = records.filter(({ startDate }) => startDate !== undefined) as unknown as readonly Event[]
    for (const { uid, venues, organizers, categories } of events) {
      const at = Number(uid.split('=')[1]) - 5_000
      // Venues of one name are told apart by their towns.
      expect(venues.map(({ city }) => city)).toEqual(at % 5 === 0 ? [] : [`Town ${at % 60}`])
      expect(categories.map(({ slug }) => slug)).toEqual([`term-${100 + (at % 120)}`])
      expect(organizers.map(({ name }) => name)).toEqual([`Choir ${at % 30}`])
    }
    const { length } = setting.writes
    expect(counts(await importSite(setting))).toEqual([0, 0, all, 0, 0])
    expect(setting.writes.slice(length)).toEqual([])
    await setting.close()
  })
})

test('killed at requests of all lists, and run again: the same calendar', async () => {
  const whole = openMemory()
  await importSite(whole)
  const expected = await contentsOf(whole.calendar)
  expect(expected).toHaveLength(all)
  for (const last of [0, 1, 3, 5, 7, 12, 26]) {
    const setting = openMemory()
    const pages = new Map<string, string>()
    const checkpoint: SiteCheckpoint = {
      load: (page) => pages.get(page),
      save: (page, text) => void pages.set(page, text),
      clear: () => pages.clear(),
    }
    const disturb = (request: number) => (request > last ? Promise.reject(new Error('killed')) : undefined)
    expect((await importSite(setting, { disturb }, { checkpoint })).incomplete).not.toBeNull()
    expect((await importSite(setting, {}, { checkpoint })).incomplete).toBeNull()
    expect(await contentsOf(setting.calendar)).toEqual(expected)
  }
})

test('Kalends with the interface of that plugin is such a site', async () => {
  const [from, to] = [openMemory(), openMemory()]
  await importSite(from)
  const options = { access: roles(), basePath: '/wp-json', namespace: 'tribe/events/v1', use: [theEventsCalendar()] }
  const handler = createHandler(from.calendar, options)
  const read = () =>
    readTheEventsCalendar('https://town.example/wp-json/tribe/events/v1', {
      fetch: async (url, init) => handler(new Request(url, init)),
      pauseMs: 0,
    })
  const into = { source: 'town', records: to.records }
  // Strangers do not see the ten drafts.
  expect(counts(await importRecords(to.calendar, read(), into))).toEqual([all - 10, 0, 0, 0, 0])
  expect(counts(await importRecords(to.calendar, read(), into))).toEqual([0, 0, all - 10, 0, 0])
  const [before, after] = await Promise.all([from, to].map(({ calendar }) => eventsOf(calendar)))
  expect(after).toEqual(before)
})

/** The published events of a calendar, without what each calendar has of its own. */
async function eventsOf(calendar: Calendar): Promise<readonly unknown[]> {
  const found: unknown[] = []
  for (let page = 1; page <= 10; page++) {
    const { items } = await calendar.events.list({ page, perPage: 100, startsAfter: '1900-01-01', orderBy: 'title' })
    const names = (links: readonly { readonly name: string }[]) => links.map(({ name }) => name)
    for (const { title, startMs, endMs, timeZone, slug, cost, publishedMs, featured, ...links } of items)
      found.push([
        title,
        startMs,
        endMs,
        timeZone,
        slug,
        cost.text,

        publishedMs,
        featured,
        links.venues.map(({ city, geoLat }) => [city, geoLat]),
        ...[links.organizers, links.categories, links.tags].map(names),
      ])
  }
  return found
}
