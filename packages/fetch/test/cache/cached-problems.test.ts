import { type Actor, roles } from '@kalends/core'
import { describe, expect, test } from 'vitest'
import { fullcalendar } from '../../src/fullcalendar.ts'
import { concert, fill, watch } from './support.ts'

const pastTheEnd = [
  '/events?page=2',
  '/events?page=9007199254740991&per_page=100',
  '/events?page=2&search=concert',
  '/events?page=3&per_page=1&search=nothing',
  '/venues?page=2',
  '/organizers?page=2&has_events=true',
  '/categories?page=2',
  '/categories?page=2&include=1&orderby=include',
  '/tags?page=2&hide_empty=false',
]

describe('a page past the end', () => {
  test.each(pastTheEnd)('is cached like any other: %s', async (path) => {
    const { calendar, read } = watch()
    await fill(calendar)
    const cold = await read(path)
    expect([cold.status, JSON.parse(cold.text).code, cold.headers['etag'], cold.calls > 1]).toEqual([
      404,
      'page_out_of_range',
      undefined,
      true,
    ])
    expect(await read(path)).toEqual({ ...cold, calls: 1 })
    const { text, ...head } = await read(path, {}, 'HEAD')
    expect([head, text]).toEqual([{ status: 404, headers: cold.headers, calls: 1 }, ''])
    for (const condition of [{ 'if-none-match': '*' }, { 'if-match': '"other"' }]) expect((await read(path, condition)).status).toBe(404)
  })

  test('of HEAD is cached for GET', async () => {
    const { calendar, read } = watch()
    await fill(calendar)
    const head = await read('/events?page=2', {}, 'HEAD')
    expect(await read('/events?page=2')).toMatchObject({ status: 404, headers: head.headers, calls: 1 })
  })

  test('gets the same response as without a cache', async () => {
    const cached = watch()
    const fresh = watch({}, { cache: false })
    for (const { calendar, read } of [cached, fresh]) {
      await fill(calendar)
      await read('/events?page=2')
    }
    const headers = { 'x-request-id': 'same' }
    expect(await cached.read('/events?page=2', headers)).toEqual({ ...(await fresh.read('/events?page=2', headers)), calls: 1 })
  })

  test('reads no records: only the revision and the count', async () => {
    const { calendar, read } = watch()
    await fill(calendar)
    expect((await read('/events?page=2')).calls).toBe(2)
    // Another page of that list reuses the total.
    expect((await read('/events?page=3')).calls).toBe(1)
  })

  test('is a page as soon as a commit fills it', async () => {
    const { calendar, read } = watch()
    await fill(calendar)
    expect((await read('/events?page=2&per_page=1')).status).toBe(404)
    await calendar.events.create(concert)
    expect((await read('/events?page=2&per_page=1')).status).toBe(200)
  })

  test('is a page from a publication on, and past the end again on the next day', async () => {
    const { calendar, clock, read } = watch({ access: roles() })
    await calendar.events.create({ ...concert, startDate: '2026-03-04 23:00:00', endDate: '2026-03-04 23:30:00' })
    await calendar.events.create({ ...concert, published: '2026-03-04 14:00:00' })
    const statuses: number[] = []
    for (const time of ['2026-03-04T13:59:59', '2026-03-04T14:00:00', '2026-03-05T00:00:00']) {
      clock.set(`${time}+01:00`)
      for (let again = 0; again < 2; again++) statuses.push((await read('/events?page=2&per_page=1')).status)
    }
    expect(statuses).toEqual([404, 404, 200, 200, 404, 404])
  })

  test('is cached by read access', async () => {
    const authenticate = ({ headers }: Request): Actor | null => (headers.has('authorization') ? { id: '1', roles: ['admin'] } : null)
    const { calendar, read } = watch({ access: roles(), authenticate })
    await fill(calendar)
    await calendar.events.create({ ...concert, status: 'draft' })
    const path = '/events?status=any&page=2&per_page=1'
    const statuses: number[] = []
    for (const headers of [{}, { authorization: 'x' }, {}]) statuses.push((await read(path, headers)).status)
    expect(statuses).toEqual([404, 200, 404])
  })
})

test('the error for a window with too many events is cached', async () => {
  const { calendar, read } = watch({ use: [fullcalendar({ maxEvents: 1 })] })
  await fill(calendar)
  await fill(calendar)
  const ask = () => read('/events/fullcalendar?start=2026-05-01&end=2026-06-01')
  const cold = await ask()
  expect([cold.status, JSON.parse(cold.text).data.params, cold.calls > 1]).toEqual([400, { end: expect.any(String) }, true])
  expect(await ask()).toEqual({ ...cold, calls: 1 })
  await calendar.events.trash(1)
  expect((await ask()).status).toBe(200)
})

describe('other errors are not cached', () => {
  test.each([
    ['/events/9', 404],
    ['/events?page=0', 400],
  ])('%s', async (path, status) => {
    const { calendar, read } = watch()
    await fill(calendar)
    const first = await read(path)
    expect(first.status).toBe(status)
    expect((await read(path)).calls).toBe(first.calls)
  })
})
