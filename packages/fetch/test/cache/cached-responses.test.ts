import { allowAll, type Calendar, publicReadOnly } from '@kalends/core'
import { describe, expect, test } from 'vitest'
import { cors } from '../../src/cors.ts'
import { fullcalendar } from '../../src/fullcalendar.ts'
import { createHandler } from '../../src/index.ts'
import { toRequest } from '../support.ts'
import { concert, fill, readFrom, watch } from './support.ts'

const reads = [
  '/events',
  '/events/1',
  '/events/by-slug/concert',
  '/events?search=concert&per_page=1',
  '/venues',
  '/venues/1',
  '/organizers?has_events=true',
  '/events?categories=1',
  '/events?tags=free,2',
  '/events?categories=1&tags=2',
  '/categories',
  '/categories/1',
  '/tags?hide_empty=false',
]

describe('a second request', () => {
  test.each(reads)('to %s reads the revision alone, and gets the same response', async (path) => {
    const { calendar, read } = watch()
    await fill(calendar)
    const cold = await read(path)
    expect([cold.status, cold.calls > 1]).toEqual([200, true])
    expect(await read(path)).toEqual({ ...cold, calls: 1 })
    const { text, ...head } = await read(path, {}, 'HEAD')
    expect([head, text]).toEqual([{ status: 200, headers: cold.headers, calls: 1 }, ''])
    expect(await read(path, { 'if-none-match': cold.headers['etag'] ?? '' })).toMatchObject({ status: 304, text: '', calls: 1 })
    expect((await read(path, { 'if-match': '"other"' })).status).toBe(412)
  })

  test('gets the response that HEAD has cached', async () => {
    const { calendar, read } = watch()
    await fill(calendar)
    await read('/events', {}, 'HEAD')
    expect(await read('/events')).toMatchObject({ status: 200, text: expect.stringContaining('Concert'), calls: 1 })
  })

  test.each([
    ['with the list in another form', '/events?include=1,2', '/events?include=1&include[]=2'],
    ['with an unknown parameter', '/events', '/events?utm_source=post'],
    ['with a slash at the end', '/events/1', '/events/1/'],
  ])('%s gets the same response', async (_, first, second) => {
    const { calendar, read } = watch()
    await fill(calendar)
    const { text } = await read(first)
    expect((await read(second)).text).toBe(text)
  })

  test.each([
    ['page', '/events?page=1', '/events'],
    ['order of parameters, which links repeat', '/events?page=1&per_page=5', '/events?per_page=5&page=1'],
    ['record', '/events/1', '/events/2'],
    ['kind', '/venues/1', '/organizers/1'],
    ['path of a record', '/events/1', '/events/by-slug/1'],
    ['taxonomy', '/categories', '/tags'],
  ])('for another %s has a cache key of its own', async (_, first, second) => {
    const cached = watch()
    await fill(cached.calendar)
    await cached.calendar.events.create({ ...concert, slug: '1' })
    const fresh = watch({}, { cache: false }, cached.store)
    for (const path of [first, second, first, second])
      expect(await cached.read(path)).toEqual({ ...(await fresh.read(path)), calls: expect.any(Number) })
  })

  test('in another language, by another handler or under another address gets links of its own', async () => {
    const { calendar, store, read } = watch({ languages: { de: {} } })
    await fill(calendar)
    const abroad = createHandler(calendar, { access: allowAll(), publicUrl: 'https://example.org' })
    await read('/events/1')
    expect((await read('http://localhost/de/calendar/events/v1/events/1')).text).toContain('http://localhost/de/')
    expect((await readFrom(abroad, store, '/events/1')).text).toContain('https://example.org/')
    expect((await read('/events/1')).text).toContain('"http://localhost/calendar/')
  })

  test('gets its own request id, CORS origin and cache control', async () => {
    const options = { access: allowAll(), use: [cors({ origins: ['https://a.example', 'https://b.example'] })] }
    const { calendar, read } = watch({ ...options, authenticate: ({ headers }) => (headers.has('authorization') ? { id: '1' } : null) })
    await fill(calendar)
    const one = await read('/events', { origin: 'https://a.example', 'x-request-id': 'one' })
    const two = await read('/events', { origin: 'https://b.example', authorization: 'x', 'x-request-id': 'two' })
    expect(two.calls).toBe(1)
    const shown = ['access-control-allow-origin', 'x-request-id', 'cache-control']
    expect(shown.map((name) => one.headers[name])).toEqual(['https://a.example', 'one', 'no-cache'])
    expect(shown.map((name) => two.headers[name])).toEqual(['https://b.example', 'two', 'private, no-store'])
  })
})

describe('a list with a relative time', () => {
  const evening = { title: 'Evening', startDate: '2026-03-04 13:01:00', endDate: '2026-03-04 13:02:30' } as const
  const open = async () => {
    const watched = watch()
    await watched.calendar.events.create(evening)
    const ask = async (path: string): Promise<[total: number, isCached: boolean]> => {
      const { text, calls } = await watched.read(path)
      return [JSON.parse(text).total, calls === 1]
    }
    return { ...watched, ask }
  }

  test.each(['start_date=now', 'starts_after=-1%20minute', 'start_date=+0+hours', 'ends_after=%2B1+minute', 'starts_before=NOW&page=1'])(
    'of instants, %s, is cached for the running minute',
    async (query) => {
      const { ask, clock } = await open()
      clock.set('2026-03-04T13:00:59.999+01:00')
      const total = query.startsWith('starts_before') ? 0 : 1
      expect(await ask(`/events?${query}`)).toEqual([total, false])
      clock.set('2026-03-04T13:01:00+01:00')
      expect(await ask(`/events?${query}`)).toEqual([total, false])
      clock.set('2026-03-04T13:01:59.999+01:00')
      expect(await ask(`/events?${query}`)).toEqual([total, true])
      clock.set('2026-03-04T13:02:00+01:00')
      expect((await ask(`/events?${query}`))[1]).toBe(false)
      // The minute of the first response again.
      clock.set('2026-03-04T13:00:00+01:00')
      expect(await ask(`/events?${query}`)).toEqual([total, true])
    },
  )

  test('of instants has the total of the running minute, whichever page is asked for', async () => {
    const { ask, calendar, clock } = await open()
    for (const startDate of ['2026-03-04 14:00', '2026-03-04 15:00'])
      await calendar.events.create({ ...evening, startDate, endDate: startDate })
    expect(await ask('/events?start_date=now&per_page=1')).toEqual([3, false])
    clock.set('2026-03-04T13:05:00+01:00')
    expect(await ask('/events?start_date=now&per_page=1&page=2')).toEqual([2, false])
  })

  test.each(['start_date=today', 'start_date=-1+day', 'end_date=%2B1+month', 'starts_before=1+year'])(
    'of dates, %s, is cached for the day',
    async (query) => {
      const { ask, clock } = await open()
      expect(await ask(`/events?${query}`)).toEqual([1, false])
      clock.set('2026-03-04T23:59:59+01:00')
      expect(await ask(`/events?${query}`)).toEqual([1, true])
      clock.set('2026-03-05T00:00:00+01:00')
      expect((await ask(`/events?${query}`))[1]).toBe(false)
    },
  )
})

describe('a commit is seen by the next request', () => {
  const changes: readonly [string, (calendar: Calendar) => Promise<unknown>, string][] = [
    ['an event created', ({ events }) => events.create({ ...concert, title: 'New' }), '/events'],
    ['an event changed', ({ events }) => events.update(1, { title: 'New' }), '/events/1'],
    ['an event in the trash', ({ events }) => events.trash(1), '/events'],
    ['an event deleted', ({ events }) => events.delete(1), '/events/by-slug/concert'],
    ['a venue changed', ({ venues }) => venues.update(1, { city: 'Ulm' }), '/events'],
    ['a venue deleted', ({ venues }) => venues.delete(1), '/events/1'],
    ['a venue created', ({ venues }) => venues.create({ name: 'New' }), '/venues'],
    ['an organizer changed', ({ organizers }) => organizers.update(1, { phone: '1' }), '/events/1'],
    ['an organizer deleted', ({ organizers }) => organizers.delete(1), '/organizers'],
    ['a category renamed', ({ categories }) => categories.update(1, { name: 'New' }), '/events/1'],
    ['a category deleted', ({ categories }) => categories.delete(1), '/categories'],
    ['a tag created', ({ tags }) => tags.create({ name: 'New' }), '/tags?hide_empty=false'],
    ['a count changed', ({ events }) => events.update(1, { categories: [] }), '/categories/1'],
    ['a transaction', (calendar) => calendar.transaction((tx) => tx.venues.update(1, { city: 'Ulm' })), '/venues/1'],
  ]

  test.each(changes)('%s', async (_, change, path) => {
    const { calendar, read } = watch()
    await fill(calendar)
    const before = await read(path)
    await change(calendar)
    const after = await read(path)
    expect([after.status, after.text]).not.toEqual([before.status, before.text])
    expect(after.headers['etag']).not.toBe(before.headers['etag'])
  })

  test('a rolled back transaction is not seen by the next request', async () => {
    const { calendar, read } = watch()
    await fill(calendar)
    const before = await read('/events')
    let undo = (_: Error): void => undefined
    const undone = new Promise<never>((_, reject) => {
      undo = reject
    })
    let work: Promise<unknown> = Promise.resolve()
    await new Promise<void>((resolve) => {
      work = calendar.transaction(async (tx) => {
        await tx.events.create({ ...concert, title: 'New' })
        resolve()
        await undone
      })
    })
    // Another caller reads while the transaction is open.
    expect((await read('/events')).text).toBe(before.text)
    undo(new Error('undo'))
    await expect(work).rejects.toThrow('undo')
    expect(await read('/events')).toEqual({ ...before, calls: 1 })
  })
})

describe('as time passes', () => {
  const openLater = async () => {
    const watched = watch({ access: publicReadOnly() })
    await fill(watched.calendar)
    await watched.calendar.events.create({ ...concert, title: 'Later', published: '2026-03-04 14:00:00' })
    const titles = async (): Promise<number> => JSON.parse((await watched.read('/events')).text).total
    return { ...watched, titles }
  }

  test('a scheduled record appears at its publication', async () => {
    const { clock, titles, read } = await openLater()
    const shown: number[] = []
    for (const time of ['13:59:58', '13:59:59.999', '14:00:00', '14:00:01']) {
      clock.set(`2026-03-04T${time}+01:00`)
      shown.push(await titles(), await titles())
    }
    expect(shown).toEqual([1, 1, 1, 1, 2, 2, 2, 2])
    expect((await read('/events')).calls).toBe(1)
  })

  test('a scheduled record disappears if the clock is set back', async () => {
    const { clock, titles } = await openLater()
    const shown: number[] = []
    for (const time of ['14:00:00', '13:59:59.999', '15:00:00', '13:00:00', '14:30:00']) {
      clock.set(`2026-03-04T${time}+01:00`)
      shown.push(await titles())
    }
    expect(shown).toEqual([2, 1, 2, 1, 2])
  })

  test('a day begins at midnight in the time zone of the calendar', async () => {
    const { calendar, clock, read } = watch()
    await calendar.events.create({ ...concert, startDate: '2026-03-04 08:00:00', endDate: '2026-03-04 09:00:00' })
    const shown: (number | boolean)[] = []
    for (const time of ['2026-03-04T14:00:00', '2026-03-04T23:59:59', '2026-03-05T00:00:00', '2026-03-04T23:59:59']) {
      clock.set(`${time}+01:00`)
      const { text, calls } = await read('/events')
      shown.push(JSON.parse(text).total, calls === 1)
    }
    expect(shown).toEqual([1, false, 1, true, 0, false, 1, true])
  })

  test('a list filtered by upcoming events is read each time', async () => {
    const { calendar, clock, read } = watch()
    await fill(calendar)
    const path = '/venues?only_with_upcoming=true'
    clock.set('2026-05-31T19:29:59+02:00')
    expect(JSON.parse((await read(path)).text).total).toBe(1)
    clock.set('2026-05-31T19:30:00+02:00')
    expect(JSON.parse((await read(path)).text).total).toBe(0)
  })
})

describe('a window for calendar components', () => {
  const path = '/events/fullcalendar?start=2026-05-01&end=2026-06-01'

  test('is cached like a list, until the next commit', async () => {
    const { calendar, read } = watch()
    await fill(calendar)
    const cold = await read(path)
    expect(cold).toMatchObject({ status: 200, text: expect.stringContaining('Concert') })
    expect(await read(path)).toEqual({ ...cold, calls: 1 })
    await calendar.events.update(1, { title: 'New' })
    expect((await read(path)).text).toContain('New')
  })

  test('is cached with colors of the host, too', async () => {
    const { calendar, read } = watch({ use: [fullcalendar({ colors: () => ({ color: 'red' }) })] })
    await fill(calendar)
    await read(path)
    expect((await read(path)).calls).toBe(1)
  })
})

test('concurrent equal requests make one response', async () => {
  const { calendar, read, store } = watch()
  await fill(calendar)
  const { calls } = await read('/events?per_page=2')
  const before = store.calls()
  await Promise.all([...Array(20)].map(() => read('/events?per_page=3')))
  expect(store.calls() - before).toBe(19 + calls)
})

test('20,000 different requests take at most the bytes of the cache', async () => {
  const { calendar, handler, store } = watch({}, { cache: { maxBytes: 400_000 } })
  await fill(calendar)
  const ask = (index: number) => handler(toRequest('GET', `/tags/1?n=${index}&per_page=${index}`))
  const list = (index: number) => handler(toRequest('GET', `/tags?hide_empty=false&exclude=${index + 10}`))
  const size = (await (await list(0)).arrayBuffer()).byteLength
  for (let index = 0; index < 20_000; index++) await list(index)
  await ask(1)
  const before = store.calls()
  const asked = 1_000
  for (let index = 20_000 - asked; index < 20_000; index++) await list(index)
  // Every cache miss takes more calls than the one for the revision.
  const missed = (store.calls() - before - asked) / 2
  expect(missed).toBeGreaterThan(asked - 400_000 / size)
})
