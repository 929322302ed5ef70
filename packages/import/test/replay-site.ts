import type { SourceFetch, SourceFetchInit } from '../src/index.ts'
import type { ImportItem } from '../src/item.ts'
import { readSettings } from '../src/the-events-calendar/options.ts'
import { readSite } from '../src/the-events-calendar/read.ts'
import type { CallAfter } from '../src/the-events-calendar/request.ts'
import type { ReadTheEventsCalendarOptions } from '../src/the-events-calendar.ts'

type Row = Readonly<Record<string, unknown>>

/** The records of a site, as its interface writes them. */
export interface SiteRows {
  readonly categories: readonly Row[]
  readonly tags: readonly Row[]
  readonly venues: readonly Row[]
  readonly organizers: readonly Row[]
  readonly events: readonly Row[]
}

const host = 'https://club.example.org'

const pad = (value: number): string => String(value).padStart(2, '0')
const published = (id: number): Row => ({
  ...{ id, global_id: `club.example.org?id=${id}`, author: '2', status: 'publish', date: '2025-01-02 10:00:00' },
  ...{ date_utc: '2025-01-02 09:00:00', modified: '2025-06-01 12:00:00', modified_utc: '2025-06-01 10:00:00' },
})

/** A site of 120 categories, 15 tags, 60 venues, 30 organizers and some events, from 2019 on. */
export function buildRows(events = 1_000): SiteRows {
  const term = (id: number, name: string, more: Row = {}): Row => ({ id, name, slug: `term-${id}`, description: '', ...more })
  const categories = Array.from({ length: 120 }, (_, at) =>
    // A child stands before its parent.
    // Two categories of different parents have one name.
    term(100 + at, at === 4 || at === 8 ? 'Kids' : `Art &#038; Category ${at}`, {
      parent: at % 4 === 0 ? 101 + at : 0,
      taxonomy: 'tribe_events_cat',
    }),
  )
  const tags = Array.from({ length: 15 }, (_, at) => term(300 + at, `Tag &#8220;${at}&#8221;`))
  // Empty members are left out.
  const venues = Array.from({ length: 60 }, (_, at) => ({
    ...{ ...published(1_000 + at), venue: `Hall ${at % 50} &#8211; North`, slug: `hall-${at}`, city: `Town ${at}`, country: 'Germany' },
    ...(at % 3 === 0 && { website: 'www.hall.example', geo_lat: 52.5, geo_lng: 13.4 }),
  }))
  const organizers = Array.from({ length: 30 }, (_, at) => ({
    ...{ ...published(2_000 + at), organizer: `Choir ${at}`, slug: `choir-${at}`, email: `choir${at}@example.org` },
  }))
  const toEvent = (_: unknown, at: number): Row => {
    // Three events begin at a time.
    const day = new Date(Date.UTC(2019, 0, 1) + Math.floor(at / 3) * 5 * 86_400_000)
    const date = `${day.getUTCFullYear()}-${pad(day.getUTCMonth() + 1)}-${pad(day.getUTCDate())}`
    return {
      ...{
        ...published(5_000 + at),
        title: `Concert ${at} &amp;amp; R&#038;B`,
        slug: `concert-${at}`,
        description: '<p>Music</p>',
        excerpt: '',
      },
      ...{ url: `${host}/event/concert-${at}/`, image: false, all_day: false, timezone: 'UTC+2', website: '', cost: '&#036;10' },
      ...{ start_date: `${date} 19:30:00`, end_date: `${date} 21:00:00`, utc_start_date: `${date} 17:30:00`, custom_fields: [] },
      ...{ show_map: true, show_map_link: '1', hide_from_listings: null, sticky: false, featured: at % 10 === 0 },
      categories: [categories[at % 120]],
      tags: at % 2 === 0 ? [tags[at % 15]] : [],
      // None is a list, one is an object.
      venue: at % 5 === 0 ? [] : venues[at % 60],
      organizer: [organizers[at % 30]],
      ...(at % 100 === 0 && { status: 'draft', date_utc: '0000-00-00 00:00:00' }),
    }
  }
  return { categories, tags, venues, organizers, events: Array.from({ length: events }, toEvent) }
}

/** What a site does badly. */
export interface Quirks {
  /** The largest page. */
  readonly clamp?: number
  /** What happens to a request, by its number from 1; undefined for a page. */
  readonly disturb?: (request: number, url: URL) => Response | Promise<Response> | undefined
  /** Which requests are never answered, by their number from 1. */
  readonly hangs?: (request: number) => boolean
  /** Whether pages of equal starts overlap. */
  readonly overlaps?: boolean
  /** Whether pages say how many there are. */
  readonly hasTotals?: boolean
  /** Changes a page before it is sent. */
  readonly change?: (body: Row, url: URL) => unknown
}

/** A site that answers from memory. */
export interface ReplaySite {
  readonly fetch: SourceFetch
  /** The addresses of the requests, without HEAD. */
  readonly requests: string[]
}

export const json = (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })

/** Serves the rows as The Events Calendar does: with its windows, its page sizes, its links and its 404 past the end. */
export function replaySite(
  rows: SiteRows,
  { clamp = 50, disturb, hangs, overlaps = false, hasTotals = true, change = (body) => body }: Quirks = {},
  expire: () => void = () => undefined,
): ReplaySite {
  const requests: string[] = []
  let count = 0
  const fetch = async (address: string, { method, headers }: SourceFetchInit): Promise<Response> => {
    const url = new URL(address)
    if (headers['accept'] !== 'application/json') return json('', 406)
    if (method === 'HEAD') return json('', 200, { 'x-tec-api-version': 'v1', 'x-tec-api-root': `${host}/wp-json/tribe/events/v1/` })
    requests.push(address)
    count++
    if (hangs?.(count) === true) {
      expire()
      return new Promise(() => undefined)
    }
    return (await disturb?.(count, url)) ?? answer(rows, url, { clamp, overlaps, hasTotals, change })
  }
  return { fetch, requests }
}

function answer(rows: SiteRows, url: URL, { clamp, overlaps, hasTotals, change }: Required<Omit<Quirks, 'disturb' | 'hangs'>>): Response {
  const name = url.pathname.split('/').at(-1) as keyof SiteRows
  const [page, size] = [Number(url.searchParams.get('page')), Math.min(clamp, Number(url.searchParams.get('per_page')))]
  let list = rows[name] ?? []
  if (name === 'events') {
    const from = url.searchParams.get('start_date') ?? '2026-11-28'
    list = list.filter((row) => String(row['start_date']) >= from)
  }
  if (name === 'categories' && url.searchParams.get('hide_empty') !== '0') list = []
  const start = (page - 1) * size
  // A database may sort rows of equal starts anew for each page.
  const shown =
    overlaps && name === 'events' && page % 2 === 0
      ? [list[start - 1], ...list.slice(start + 1, start + size)]
      : list.slice(start, start + size)
  if (shown.length === 0 && page > 1)
    return json({ code: name === 'categories' ? 'x' : `${name.slice(0, -1)}-archive-page-not-found`, message: '' }, 404)
  const total = list.length
  const body = {
    [name]: shown,
    rest_url: `${host}/wp-json/tribe/events/v1/${name}/?page=${page}&search=a b`,
    next_rest_url: `${host}/wp-json/tribe/events/v1/${name}/?page=${page + 1}`,
    ...(hasTotals && { total, total_pages: Math.ceil(total / size) }),
  }
  return json(change(body, url))
}

/** A site that was read to the end. */
export interface Run {
  readonly items: readonly ImportItem[]
  /** The addresses of the requests. */
  readonly requests: readonly string[]
}

/** Reads a site without waiting: pauses take no time, and time limits expire when the site hangs. */
export async function readSiteOf(rows: SiteRows, quirks: Quirks = {}, options: ReadTheEventsCalendarOptions = {}): Promise<Run> {
  const limits = new Set<() => void>()
  const after: CallAfter = (ms, callback) => {
    if (ms > 1_000) limits.add(callback)
    else queueMicrotask(callback)
    return () => limits.delete(callback)
  }
  const { fetch, requests } = replaySite(rows, quirks, () => {
    for (const expire of limits) expire()
  })
  const clock = { nowMs: () => Date.UTC(2026, 0, 1) }
  const items: ImportItem[] = []
  for await (const item of readSite(readSettings(host, { fetch, clock, ...options }), after)) items.push(item)
  return { items, requests }
}
