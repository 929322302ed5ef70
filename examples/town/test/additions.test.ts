import { createCalendar } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { failingStore, fixedClock } from '@kalends/testing'
import { servingOptions } from 'example-server/app.ts'
import { progressOn } from 'example-server/progress.ts'
import { readSettings } from 'example-server/settings.ts'
import { openStore } from 'example-server/store.ts'
import { describe, expect, test, vi } from 'vitest'
import { buildTown } from '../app.ts'
import { createPages } from '../pages.ts'

const url = 'http://127.0.0.1:3001'
const paths = ['/', '/?search=choir', '/places', '/event/choir']

/** The pages of a town with one event, over a store that counts its calls and fails at one of them. */
async function openPages(failAt = Number.POSITIVE_INFINITY) {
  const settings = await readSettings({ STORE: 'memory', ACCESS: 'demo' })
  const { store: inner } = await openStore(settings, progressOn({ write: () => undefined }))
  const clock = fixedClock('2031-06-11T10:20:00Z')
  await createCalendar({ store: inner, clock }).events.create({
    ...{ title: 'Choir', startDate: '2031-06-12 19:00', endDate: '2031-06-12 20:00' },
    venues: { name: 'Old Mill', geoLat: 49.1, geoLng: 8.7 },
  })
  const store = failingStore(inner, { failAt })
  const calendar = createCalendar({ store, clock, cache: false })
  const served = servingOptions(settings, url)
  const errors: unknown[] = []
  const pages = createPages({
    ...{ settings, publicUrl: url, assets: new Map(), calendar, visible: calendar.as(null, served.access) },
    handle: createHandler(calendar, { ...served, onError: () => undefined }),
    onError: (error) => errors.push(error),
  })
  const read = async (path: string) => {
    const before = store.calls()
    const response = await pages(new Request(url + path))
    return { status: response?.status, text: await response?.text(), calls: store.calls() - before }
  }
  return { calendar, store, errors, read }
}

describe('what the server adds to a page', () => {
  test.each(paths)('shows what is stored, and a write at once: %s', async (path) => {
    const { calendar, errors, read } = await openPages()
    expect((await read(path)).text).toContain('Old Mill')
    const { items } = await calendar.venues.list()
    await calendar.venues.update(items[0]?.id ?? 0, { name: 'New Mill' })
    expect((await read(path)).text).toContain('New Mill')
    expect(errors).toEqual([])
  })

  test.each(paths)('is left out where the store fails, and reported: %s', async (path) => {
    const whole = await (await openPages()).read(path)
    for (let failAt = 1; failAt <= whole.calls; failAt++) {
      const { errors, read } = await openPages(failAt)
      const { status, text } = await read(path)
      expect([failAt, status, text?.includes('Old Mill'), errors.length]).toEqual([failAt, 200, false, 1])
      expect((await read(path)).text).toBe(whole.text)
    }
  })

  test('is not made of an error of the interface, which is reported with its status', async () => {
    const { errors, read } = await openPages(1)
    expect((await read('/places')).text).toContain('The places cannot be read at the moment.')
    expect(errors).toEqual([new Error('/calendar/events/v1/venues.geojson responded with 500.')])
  })

  test('is not read for a page of the form', async () => {
    const { read } = await openPages()
    for (const path of ['/new', '/event/choir/edit']) expect([path, (await read(path)).calls]).toEqual([path, 0])
  })
})

test('while the store is closed, every page is served with what needs no data, and the failure is reported', async () => {
  const app = await buildTown(await readSettings({ STORE: 'sqlite', DATABASE_URL: ':memory:', ACCESS: 'demo', DEMO: '0' }))
  const handle = app.handlerAt(url)
  await app.close()
  const report = vi.spyOn(console, 'error').mockReturnValue(undefined)
  for (const path of [...paths, '/new', '/event/choir/edit']) {
    const response = await handle(new Request(url + path))
    const text = await response.text()
    expect([path, response.status, text.includes('<script type="module"')]).toEqual([path, 200, true])
    expect([path, text.includes('ld+json'), text.includes('events.ics')]).toEqual([path, false, path.startsWith('/?') || path === '/'])
    expect([path, text.includes('The places cannot be read at the moment.')]).toEqual([path, path === '/places'])
  }
  expect(report).toHaveBeenCalledTimes(paths.length)
  for (const path of ['/plain', '/event/choir/plain']) {
    const response = await handle(new Request(url + path))
    expect([path, response.status, (await response.text()).includes('The calendar cannot be read at the moment.')]).toEqual([
      path,
      503,
      true,
    ])
  }
  report.mockRestore()
})
