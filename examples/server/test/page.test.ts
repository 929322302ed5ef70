import { createCalendar } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import { describe, expect, test, vi } from 'vitest'
import { type App, buildApp } from '../app.ts'
import { createPage } from '../page.ts'
import { readSettings } from '../settings.ts'

const url = 'http://127.0.0.1:3000'

/** A time before the events of the day: the page shows only events that have not ended. */
const clock = fixedClock('2026-06-01T06:00:00Z')

async function withApp(
  environment: Readonly<Record<string, string>>,
  work: (handle: ReturnType<App['handlerAt']>, app: App) => Promise<void>,
): Promise<void> {
  const app = await buildApp(await readSettings({ STORE: 'memory', ...environment }), { clock })
  try {
    await work(app.handlerAt(url), app)
  } finally {
    await app.close()
  }
}

const textOf = async (response: Response): Promise<string> => response.text()

describe('the page for people', () => {
  test('shows events, settings, addresses and commands', () =>
    withApp({ BASE_PATH: '/wp-json', TIME_ZONE: 'Europe/Berlin' }, async (handle) => {
      const response = await handle(new Request(`${url}/`))
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      const text = await textOf(response)
      for (const part of [
        '<html lang="en">',
        'Story Time',
        'memory',
        'Europe/Berlin',
        `${url}/wp-json/de/calendar/events/v1/doc`,
        'curl -X POST',
      ]) {
        expect(text).toContain(part)
      }
    }))

  test.each(['none', 'the-events-calendar'])('links only to addresses that respond with 200, with COMPATIBILITY=%s', (COMPATIBILITY) =>
    withApp({ COMPATIBILITY }, async (handle) => {
      const links = [...(await textOf(await handle(new Request(url)))).matchAll(/href="(http[^"]+)"/g)].map(([, link]) => link ?? '')
      expect(links.length).toBeGreaterThan(8)
      for (const link of links) expect([link, (await handle(new Request(link))).status]).toEqual([link, 200])
    }),
  )

  test('names the service that clients were written for, and where they look for the interface', () =>
    withApp({ COMPATIBILITY: 'the-events-calendar' }, async (handle) => {
      const text = await textOf(await handle(new Request(url)))
      for (const part of [
        '<dt>Compatibility</dt><dd>the-events-calendar</dd>',
        '<dt>Largest page</dt><dd>50</dd>',
        `href="${url}/wp-json/"`,
        `href="${url}/wp-json/tribe/events/v1"`,
        `href="${url}/wp-json/tribe/events/v1/doc"`,
        `href="${url}/wp-json/de/tribe/events/v1/doc"`,
        `curl -X POST ${url}/wp-json/tribe/events/v1/events`,
      ]) {
        expect(text).toContain(part)
      }
      expect(text).not.toContain('calendar/events/v1')
    }))

  test.each([
    ['none', '/?rest_route=/tribe/events/v1/tags', 'text/html'],
    ['the-events-calendar', '/?rest_route=/tribe/events/v1/tags', 'application/json'],
    ['the-events-calendar', '/?lang=en&rest_route=/', 'application/json'],
    ['the-events-calendar', '/?rest_route=', 'text/html'],
    ['the-events-calendar', '/?no_rest_route=/', 'text/html'],
  ])('leaves routes in a query to the handler: COMPATIBILITY=%s, GET %s is %s', (COMPATIBILITY, path, mediaType) =>
    withApp({ COMPATIBILITY }, async (handle) => {
      const response = await handle(new Request(url + path))
      expect([response.status, response.headers.get('content-type')?.split(';')[0]]).toEqual([200, mediaType])
    }),
  )

  test('loads no other resources', () =>
    withApp({}, async (handle) => {
      const response = await handle(new Request(`${url}/`))
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(await textOf(response)).not.toMatch(/<script|\bsrc=|@import|url\(/)
    }))

  test('escapes titles', () =>
    withApp({ DEMO: '0' }, async (handle, app) => {
      const day = '2026-06-01'
      await app.calendar.events.create({ title: `<img src=x onerror="alert('1')">&amp;`, startDate: day, endDate: day, allDay: true })
      const text = await textOf(await handle(new Request(`${url}/`)))
      expect(text).toContain('&#60;img src=x onerror=&#34;alert(&#39;1&#39;)&#34;&#62;&#38;amp;')
      expect(text).not.toContain('<img')
    }))

  test('does not show drafts', () =>
    withApp({ ACCESS: 'demo', DEMO: '0' }, async (handle, app) => {
      const day = '2026-06-01'
      await app.calendar.events.create({ title: 'Secret', startDate: day, endDate: day, allDay: true, status: 'draft' })
      expect(await textOf(await handle(new Request(`${url}/`)))).not.toContain('Secret')
    }))

  test.each([
    ['open', true, false],
    ['demo', true, true],
    ['read-only', false, false],
  ])('shows the commands that ACCESS=%s allows', (access, writes, signsIn) =>
    withApp({ ACCESS: access }, async (handle) => {
      const text = await textOf(await handle(new Request(`${url}/`)))
      expect([text.includes('curl -X POST'), text.includes('-H &#39;Authorization: Bearer demo-editor&#39;')]).toEqual([writes, signsIn])
    }),
  )

  test('responds to HEAD without a body, and to no methods but GET and HEAD', () =>
    withApp({}, async (handle) => {
      const head = await handle(new Request(`${url}/`, { method: 'HEAD' }))
      expect([head.status, await textOf(head)]).toEqual([200, ''])
      expect((await handle(new Request(`${url}/`, { method: 'POST' }))).status).toBe(404)
      expect((await handle(new Request(`${url}/favicon.ico`))).status).toBe(404)
    }))

  test('is shown without events while the store is closed', () =>
    withApp({ STORE: 'sqlite', DATABASE_URL: ':memory:' }, async (handle, app) => {
      const report = vi.spyOn(console, 'error').mockReturnValue(undefined)
      await app.close()
      const response = await handle(new Request(`${url}/?x=1`))
      expect([response.status, (await textOf(response)).includes('Story Time')]).toEqual([200, false])
      expect(report).toHaveBeenCalledOnce()
      report.mockRestore()
    }))
})

test('the page shows what is on now and next, at the time of each request', async () => {
  const clock = fixedClock('2026-06-01T06:00:00Z')
  const calendar = createCalendar({ store: memoryStore(), clock })
  const page = createPage({ settings: await readSettings({ STORE: 'memory' }), publicUrl: url, calendar, onError: () => undefined })
  const shown = async (): Promise<readonly string[]> => {
    const text = await textOf(await page(new Request(`${url}/`)))
    return ['Breakfast', 'Lunch'].filter((title) => text.includes(title))
  }
  const breakfast = { title: 'Breakfast', startDate: '2026-06-01 05:00', endDate: '2026-06-01 06:01' }
  await calendar.events.create(breakfast)
  expect(await shown()).toEqual(['Breakfast'])
  await calendar.events.create({ ...breakfast, title: 'Lunch', endDate: '2026-06-01 13:00' })
  clock.set('2026-06-01T06:00:59Z')
  expect(await shown()).toEqual(['Breakfast', 'Lunch'])
  clock.set('2026-06-01T06:01:00Z')
  expect(await shown()).toEqual(['Lunch'])
})
