import { publicReadOnly } from '@kalends/core'
import { toJsonLd } from '@kalends/formats/jsonld'
import { fixedClock } from '@kalends/testing'
import type { App } from 'example-server/app.ts'
import { readSettings } from 'example-server/settings.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTown } from '../app.ts'
import { inkOnColor, paintCategories, palette, plainColor } from '../page/palette.ts'

const url = 'http://127.0.0.1:3001'

const dataIn = /\n<script type="application\/ld\+json">([^<]*)<\/script>/
const withoutData = (text: string): string => text.replace(dataIn, '')

test('the town does not start with the interface of another service, which its pages cannot read', async () => {
  const settings = await readSettings({ STORE: 'memory', COMPATIBILITY: 'the-events-calendar' })
  await expect(buildTown(settings)).rejects.toThrow(
    'COMPATIBILITY cannot be "the-events-calendar": give none, because the pages of the town read the interface of Kalends.',
  )
})

describe('the server of the town', () => {
  let app: App
  let handle: ReturnType<App['handlerAt']>
  beforeAll(async () => {
    const settings = await readSettings({ STORE: 'memory', ACCESS: 'demo', BASE_PATH: '/wp-json', NAMESPACE: 'tribe/events/v1' })
    app = await buildTown(settings, { clock: fixedClock('2031-06-11T10:20:00Z') })
    handle = app.handlerAt(url)
  })
  afterAll(() => app.close())
  const get = async (path: string, method = 'GET'): Promise<Response> => handle(new Request(url + path, { method }))

  test('refuses requests with an unknown host name', async () => {
    const window = '/wp-json/tribe/events/v1/events/fullcalendar?start=2031-06-01&end=2031-07-01'
    for (const path of ['/', '/new', '/dates?rule=FREQ=DAILY', '/wp-json/tribe/events/v1/events', window]) {
      const response = await handle(new Request(url + path, { headers: { host: 'evil.example' } }))
      expect([path, response.status]).toEqual([path, 421])
    }
  })

  test.each(['/', '/new', '/places', '/event/town-fair', '/event/nothing', '/event/%E0%A4%A', '/event/anything/edit', '/?view=agenda'])(
    'serves a page at %s, with a strict Content-Security-Policy',
    async (path) => {
      const response = await get(path)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
      const policy = response.headers.get('content-security-policy') ?? ''
      for (const part of [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
      ]) {
        expect(policy).toContain(part)
      }
      expect(policy).not.toMatch(/unsafe|\*|https?:/)
      const text = withoutData(await response.text())
      expect(text).toContain('data-api="/wp-json/tribe/events/v1"')
      expect(text).not.toMatch(/<script(?! type="module" src="\/assets\/)|<style|\bstyle=|\bon[a-z]+=|https?:\/\/(?!"|<)/)
    },
  )

  test('serves everything that the pages load', async () => {
    for (const path of ['/', '/new', '/places', '/event/town-fair']) {
      const assets = [...(await (await get(path)).text()).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, asset = '']) => asset)
      expect(assets).toHaveLength(2)
      for (const asset of assets) {
        const response = await get(asset)
        const text = await response.text()
        expect([asset, response.status, response.headers.get('x-content-type-options')]).toEqual([asset, 200, 'nosniff'])
        for (const [, chunk = ''] of text.matchAll(/from"\.\/([^"]+)"/g)) expect((await get(`/assets/${chunk}`)).status).toBe(200)
        expect(text).not.toMatch(/@font-face|url\((?!data:)["']?[a-z]+:/)
      }
    }
  })

  test('gives events the URL of their page', async () => {
    const page = `${url}/event/town-fair-parade`
    const shown = await get('/wp-json/tribe/events/v1/events/fullcalendar?start=2031-06-20&end=2031-06-21&search=parade')
    expect(await shown.json()).toMatchObject([{ title: 'Town Fair: Parade', url: page }])
    const read = await get('/wp-json/tribe/events/v1/events/by-slug/town-fair-parade')
    expect(await read.json()).toMatchObject({ url: page })
  })

  /** The data for search engines in a page. */
  const readData = async (path: string): Promise<unknown> => JSON.parse(dataIn.exec(await (await get(path)).text())?.[1] ?? 'null')
  const pageUrl = ({ slug }: { readonly slug: string }): string => `${url}/event/${slug}`

  describe('writes JSON-LD', () => {
    test('of the event into its page', async () => {
      const event = await app.calendar.events.get('town-fair-parade')
      expect(await readData('/event/town-fair-parade')).toEqual(toJsonLd(event, { pageUrl }))
      expect(await (await get('/event/town-fair-parade')).text()).toContain('<title>Town Fair: Parade · Quellbrunn</title>')
    })

    test('of the next events into the page of the list', async () => {
      const { items } = await app.calendar.as(null, publicReadOnly()).events.list({ startsFrom: 'today', perPage: 50 })
      expect(items).not.toEqual([])
      expect(await readData('/')).toEqual(items.map((event) => toJsonLd(event, { pageUrl })))
    })

    test('of no event that visitors cannot read', async () => {
      const title = 'Secret </script><script>alert(1)</script> & "party"'
      const secret = await app.calendar.events.create({
        title,
        startDate: '2031-06-12 19:00',
        endDate: '2031-06-12 20:00',
        status: 'draft',
      })
      const path = `/event/${secret.slug}`
      const draft = await (await get(path)).text()
      expect([await readData(path), draft.includes('Secret'), draft.includes('.ics')]).toEqual([null, false, false])
      await app.calendar.events.update(secret.id, { status: 'publish' })
      expect(await readData(path)).toMatchObject({ name: title })
      expect(withoutData(await (await get(path)).text())).not.toContain('<script>')
      await app.calendar.events.delete(secret.id)
    })
  })

  describe('links iCalendar documents without JavaScript', () => {
    const linksIn = async (path: string): Promise<readonly string[]> =>
      [...(await (await get(path)).text()).matchAll(/href="([^"]*\.ics[^"]*)"/g)].map(([, href = '']) => href.replaceAll('&#38;', '&'))

    test.each([
      ['/', ''],
      ['/?view=agenda&recurring=next&date=2031-06-01', ''],
      ['/?search=%22a%26b&venue=2&categories=1,3&view=agenda', '?search=%22a%26b&venue=2&categories=1%2C3'],
    ])('of the list at %s, with its filters', async (path, query) => {
      const file = `/wp-json/tribe/events/v1/events.ics${query}`
      expect(await linksIn(path)).toEqual([`${url.replace('http:', 'webcal:')}${file}`, file])
      expect((await get(file)).headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    })

    test('of an event, and of the series of an occurrence', async () => {
      const event = await app.calendar.events.get('town-fair-parade')
      const file = `/wp-json/tribe/events/v1/events/${event.id}.ics`
      expect(await linksIn('/event/town-fair-parade')).toEqual([`${url.replace('http:', 'webcal:')}${file}`, file])
      const date = await app.calendar.events.get('green-market-2031-06-13')
      const [series = '', ...links] = await linksIn('/event/green-market-2031-06-13')
      expect([series, links[1]?.endsWith(`/${date.id}.ics`)]).toEqual([
        `/wp-json/tribe/events/v1/events/${date.recurrence?.seriesId}.ics`,
        true,
      ])
      expect(await (await get(series)).text()).toContain('RRULE:FREQ=WEEKLY')
    })
  })

  test('lists the places with a point by name, with links to their events', async () => {
    const text = await (await get('/places')).text()
    const names = [...text.matchAll(/<h2>([^<]*)<\/h2>/g)].map(([, name = '']) => name)
    const { items } = await app.calendar.venues.list({ perPage: 100 })
    const withPoint = items.filter(({ geoLat }) => geoLat !== null).map(({ name }) => name)
    expect(names).toEqual(withPoint.toSorted((a, b) => a.localeCompare(b, 'en')))
    expect(text).toContain('">Events at Town Hall</a>')
  })

  describe('the dates of an event that is not saved', () => {
    const ask = async (query: Readonly<Record<string, string>>) => {
      const response = await get(`/dates?${new URLSearchParams(query)}`)
      return { status: response.status, headers: response.headers, body: await response.json() }
    }
    const evening = { startDate: '2031-06-10 19:00', endDate: '2031-06-10 21:00', timeZone: 'Europe/Berlin' }

    test('follow a rule', async () => {
      const { status, headers, body } = await ask({ ...evening, rule: 'FREQ=WEEKLY;INTERVAL=2' })
      expect([status, headers.get('x-content-type-options'), headers.get('cache-control')]).toEqual([200, 'nosniff', 'no-store'])
      expect(body.rule).toBe('FREQ=WEEKLY;INTERVAL=2')
      const days = body.dates.map(({ startDate }: { startDate: string }) => startDate.slice(0, 10))
      expect(days).toEqual(['2031-06-10', '2031-06-24', '2031-07-08', '2031-07-22', '2031-08-05'])
    })

    test('are whole days for an all-day event', async () => {
      const { body } = await ask({ startDate: '2031-06-10', endDate: '2031-06-11', allDay: 'true', rule: 'FREQ=DAILY;COUNT=2' })
      expect(body.dates[1]).toEqual({ startDate: '2031-06-11 00:00:00', endDate: '2031-06-12 23:59:59' })
    })

    test.each<[Readonly<Record<string, string>>, readonly string[]]>([
      [{}, ['startDate', 'endDate']],
      [{ ...evening, rule: '<script>alert(1)</script>' }, ['recurrence']],
      [{ ...evening, rule: 'FREQ=SECONDLY' }, ['recurrence']],
      [{ ...evening, rule: `FREQ=DAILY;${'X'.repeat(10_000)}` }, ['recurrence']],
      [{ ...evening, timeZone: 'No/Where', rule: 'FREQ=DAILY' }, ['timeZone']],
    ])('are refused with the names of the invalid fields, case %#', async (query, fields) => {
      const { status, body, headers } = await ask(query)
      expect([status, Object.keys(body.params)]).toEqual([400, fields])
      expect(headers.get('content-type')).toContain('application/json')
    })
  })

  test('responds to HEAD without a body, and with 404 to unknown paths', async () => {
    const head = await get('/', 'HEAD')
    expect([head.status, await head.text()]).toEqual([200, ''])
    for (const path of ['/assets/', '/assets/../server.ts', '/event', '/event/a/b', '/new/'])
      expect([path, (await get(path)).status]).toEqual([path, 404])
    expect((await get('/', 'POST')).status).toBe(404)
  })
})

describe('colors', () => {
  /** The relative luminance of a color, as WCAG 2.2 defines it. */
  const luminance = (color: string): number => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }

  test.each([...palette, plainColor])('text on %s has enough contrast', (color) => {
    expect((luminance(inkOnColor) + 0.05) / (luminance(color) + 0.05)).toBeGreaterThan(4.5)
  })

  test('are those of the root category, at any depth', () => {
    const { roots, colorOf } = paintCategories([
      { id: 5, name: 'Jazz', parentId: 4 },
      { id: 1, name: 'Culture', parentId: 0 },
      { id: 4, name: 'Music', parentId: 1 },
      { id: 2, name: 'Sport', parentId: 0 },
    ])
    expect(roots.map(({ id }) => id)).toEqual([1, 2])
    expect([colorOf([{ id: 5 }]), colorOf([{ id: 1 }]), colorOf([{ id: 2 }])]).toEqual([palette[0], palette[0], palette[1]])
    expect([colorOf([]), colorOf([{ id: 99 }])]).toEqual([plainColor, plainColor])
  })

  test('repeat if there are more root categories than colors', () => {
    const { colorOf } = paintCategories(
      Array.from({ length: palette.length + 1 }, (_, index) => ({ id: index + 1, name: '', parentId: 0 })),
    )
    expect(colorOf([{ id: palette.length + 1 }])).toBe(palette[0])
  })
})
