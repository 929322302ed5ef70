import { expect } from 'vitest'
import { forms } from '../../../src/forms.ts'
import { collect } from '../coverage.ts'
import { base, type CalendarPair, least } from '../pair.ts'

/** The part of `fetch` that the clients below use: small scripts as people write them for the REST interface. */
type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** Reads every page by following `next_rest_url` until it is absent. */
async function readByNextUrl(get: Fetch, start: string, key: string): Promise<readonly { readonly id: number }[]> {
  const all: { id: number }[] = []
  let url: string | undefined = start
  while (url) {
    const page = (await (await get(url)).json()) as { next_rest_url?: string } & Record<string, { id: number }[]>
    all.push(...(page[key] ?? []))
    url = 'next_rest_url' in page ? page.next_rest_url : undefined
  }
  return all
}

/** Reads every page by counting up to `X-TEC-TotalPages`. */
async function readByTotalPages(
  get: Fetch,
  list: string,
  key: string,
): Promise<{ readonly ids: readonly number[]; readonly total: number }> {
  const ids: number[] = []
  let [pages, total] = [1, 0]
  for (let page = 1; page <= pages; page++) {
    const response = await get(`${list}${list.includes('?') ? '&' : '?'}page=${page}`)
    pages = Number(response.headers.get('X-TEC-TotalPages'))
    total = Number(response.headers.get('X-TEC-Total'))
    const body = (await response.json()) as Record<string, { id: number }[]>
    ids.push(...(body[key] ?? []).map(({ id }) => id))
  }
  return { ids, total }
}

/** Prints an event in a line as a theme does: it reads members of `image` and `venue` without checking that they exist. */
// biome-ignore lint/suspicious/noExplicitAny: themes do not check types.
const toCard = (event: any): string => {
  const { year, month, day } = event.start_date_details
  const cost = event.cost_details.values.length > 0 ? event.cost : 'n/a'
  return [
    `${year}-${month}-${day}`,
    event.title,
    event.image.url ?? 'no image',
    event.venue.venue ?? 'no venue',
    event.organizer.length,
    cost,
  ].join(' | ')
}

/** The handlers of both stores as `fetch`. */
const fetchers = (pair: CalendarPair): readonly Fetch[] => pair.handlers.map((handler) => (url, init) => handler(new Request(url, init)))

/** The reading habits of existing clients. */
export const clientCases = collect('clients.test.ts', (covers) => {
  const root = `http://localhost${base}`
  const fill = async (pair: CalendarPair, count: number): Promise<void> => {
    for (let index = 0; index < count; index++)
      await pair.post('/events', { ...least['events'], title: `No. ${index}`, tags: index % 2 ? 'odd' : 'even' })
  }
  covers(
    'wire-3-absent-links wire-3-links-filters interface-1-events',
    'a client follows next_rest_url until it is absent',
    async (pair) => {
      await fill(pair, 23)
      for (const get of fetchers(pair)) {
        expect((await readByNextUrl(get, `${root}/events?per_page=5`, 'events')).map(({ id }) => id)).toEqual(
          Array.from({ length: 23 }, (_, index) => index + 1),
        )
        expect(await readByNextUrl(get, `${root}/events?tags=odd&per_page=4&search=no.`, 'events')).toHaveLength(11)
        expect(await readByNextUrl(get, `${root}/events?tags=none`, 'events')).toEqual([])
        expect(await readByNextUrl(get, `${root}/tags?per_page=1`, 'tags')).toHaveLength(2)
      }
    },
  )
  covers('wire-2-totals', 'a client reads as many pages as X-TEC-TotalPages says', async (pair) => {
    await fill(pair, 11)
    for (const get of fetchers(pair)) {
      const { ids, total } = await readByTotalPages(get, `${root}/events?per_page=4`, 'events')
      expect([ids.length, new Set(ids).size, total]).toEqual([11, 11, 11])
      expect(await readByTotalPages(get, `${root}/venues`, 'venues')).toEqual({ ids: [], total: 0 })
    }
  })
  covers('wire-3-clamp', 'a client that asks for more than 100 per page still reads all', async (pair) => {
    await fill(pair, 103)
    for (const get of fetchers(pair)) expect((await readByTotalPages(get, `${root}/events?per_page=500`, 'events')).ids).toHaveLength(103)
  })
  covers(
    'wire-3-image wire-3-venue wire-3-details',
    'a client prints event.image.url and event.venue.venue of records without them',
    async (pair) => {
      await pair.post('/events', least['events'])
      await pair.post('/events', {
        ...least['events'],
        title: 'Full',
        cost: '$5',
        image: 'https://example.org/a.png',
        venue: { venue: 'Hall' },
        organizer: { organizer: 'Choir' },
      })
      for (const get of fetchers(pair)) {
        const events = await readByNextUrl(get, `${root}/events`, 'events')
        expect(events.map(toCard)).toEqual([
          '2026-05-31 | Concert | no image | no venue | 0 | n/a',
          '2026-05-31 | Full | https://example.org/a.png | Hall | 1 | $5',
        ])
      }
    },
  )
  covers('wire-1-ignored', 'a client reads a record, changes one member, and posts all of it back', async (pair) => {
    await pair.post('/events', {
      ...least['events'],
      all_day: true,
      categories: 'a,b',
      venue: { venue: 'Hall' },
      organizer: [{ organizer: 'Choir' }],
      cost: '5 - 10',
    })
    for (const [list, noun] of Object.entries({ events: 'title', venues: 'venue', organizers: 'organizer', categories: 'name' })) {
      for (const get of fetchers(pair)) {
        const record = (await (await get(`${root}/${list}/1`)).json()) as Record<string, unknown>
        const changed = { ...record, [noun]: 'Renamed' }
        const response = await get(`${root}/${list}/1`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(changed),
        })
        expect(response.status).toBe(200)
        expect(await response.json()).toEqual({ ...changed, version: 2 })
      }
    }
  })
  covers(
    'wire-1-tribe',
    'a client written for /wp-json/tribe/events/v1 lists, creates and deletes',
    async (pair) => {
      const site = 'https://example.org/wp-json/tribe/events/v1'
      for (const get of fetchers(pair)) {
        const headers = { 'content-type': 'application/x-www-form-urlencoded' }
        const body =
          'title=Old+client&start_date=2026-05-31+10:00:00&end_date=2026-05-31+11:00:00&organizer%5B0%5D%5Borganizer%5D=X&categories%5B%5D=a'
        const made = (await (await get(`${site}/events`, { method: 'POST', headers, body })).json()) as { id: number }
        expect((await readByNextUrl(get, `${site}/events/?per_page=1`, 'events')).map(({ id }) => id)).toEqual([made.id])
        expect((await get(`${site}/events/${made.id}`, { method: 'DELETE' })).status).toBe(200)
      }
    },
    { handler: { basePath: '/wp-json', namespace: 'tribe/events/v1', publicUrl: 'https://example.org', use: [forms()] } },
  )
})
