import { type AccessPolicy, type Actor, allowAll, CalendarError, roles } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { failingStore } from '@kalends/testing'
import { describe, expect, test } from 'vitest'
import { createHandler } from '../../src/index.ts'
import { toRequest } from '../support.ts'
import { concert, fill, type ReadResult, readFrom, watch } from './support.ts'

describe('callers', () => {
  const authenticate = ({ headers }: Request): Actor | null => {
    const [id = '', ...actorRoles] = (headers.get('authorization') ?? '').split(' ')
    return id === '' ? null : { id, roles: actorRoles }
  }
  const open = async () => {
    const watched = watch({ access: roles(), authenticate })
    await fill(watched.calendar)
    await watched.calendar.events.create({ ...concert, title: 'Draft of 5', status: 'draft', authorId: '5' })
    const totals = async (who: string): Promise<[number, number]> => {
      const { text, calls } = await watched.read('/events?status=any', who === '' ? {} : { authorization: who })
      return [JSON.parse(text).total, calls]
    }
    return { ...watched, totals }
  }

  test('share cached responses only with callers of equal read access', async () => {
    const { totals } = await open()
    const all: [number, boolean][] = []
    for (const who of ['', '7', '8 reader', '5 author', '6 author', '5 author', '1 admin', '2 editor', '']) {
      const [total, calls] = await totals(who)
      all.push([total, calls === 1])
    }
    expect(all).toEqual([
      [1, false],
      [1, true],
      [1, true],
      [2, false],
      [1, false],
      [2, true],
      [2, false],
      [2, true],
      [1, true],
    ])
  })

  test('are identified for each request, so that a removed role has no effect any more', async () => {
    const actor = { id: '5', roles: ['author'] }
    const { calendar, read } = watch({ access: roles(), authenticate: () => actor })
    await calendar.events.create({ ...concert, status: 'draft', authorId: '5' })
    expect(JSON.parse((await read('/events?status=any')).text).total).toBe(1)
    actor.roles = []
    expect(JSON.parse((await read('/events?status=any')).text).total).toBe(0)
  })

  test('get the response for the read access that the policy gave at the lookup', async () => {
    let asked = 0
    const access: AccessPolicy = { ...allowAll(), readable: () => (asked++ < 3 ? [] : [{ status: 'draft' }]) }
    const { calendar, read } = watch({ access })
    await calendar.events.create({ ...concert, status: 'draft' })
    expect(JSON.parse((await read('/events?status=any')).text).total).toBe(0)
    expect(JSON.parse((await read('/events?status=any')).text).total).toBe(1)
    asked = 0
    expect(JSON.parse((await read('/events?status=any')).text).total).toBe(0)
  })

  test('need a permission for each request: only those who may change a record in the trash get 410', async () => {
    let mayChange = true
    const { calendar, read } = watch({ access: { ...allowAll(), may: () => mayChange } })
    await fill(calendar)
    await calendar.events.trash(1)
    const statuses: number[] = []
    for (mayChange of [true, false, true]) statuses.push((await read('/events/1')).status)
    expect(statuses).toEqual([410, 404, 410])
  })

  test.each(['/events?hidden=include', '/events?hidden=only', '/events?hidden=Include&per_page=1'])(
    'need a permission for hidden events in each request: %s is not cached',
    async (path) => {
      let mayUpdate = true
      const access: AccessPolicy = { ...allowAll(), may: ({ actor }) => mayUpdate && actor?.id !== '8' }
      const { calendar, read } = watch({ access, authenticate })
      await calendar.events.create(concert)
      for (const title of ['Hidden', 'Hidden, too', 'Third']) await calendar.events.create({ ...concert, title, hidden: true })
      const total = async (who = ''): Promise<number> => JSON.parse((await read(path, who === '' ? {} : { authorization: who })).text).total
      const shown = path.includes('only') ? 3 : 4
      expect(await Promise.all(['1', '8', '', '8', '1'].map(total))).toEqual([shown, 1, shown, 1, shown])
      mayUpdate = false
      expect([await total('1'), await total()]).toEqual([1, 1])
      mayUpdate = true
      expect([await total('8'), await total('1')]).toEqual([1, shown])
    },
  )

  test('get no response that was made for another caller at the same time', async () => {
    const access: AccessPolicy = { ...allowAll(), may: ({ actor }) => actor !== null }
    const { calendar, read } = watch({ access, authenticate })
    await fill(calendar)
    await calendar.events.trash(1)
    const all = await Promise.all(['1', '', '2', ''].map((who) => read('/events/1', who === '' ? {} : { authorization: who })))
    expect(all.map(({ status }) => status)).toEqual([410, 404, 410, 404])
  })
})

describe('no response is cached', () => {
  const isCached = async (read: (path: string) => Promise<ReadResult>): Promise<boolean> => {
    const { calls } = await read('/events/1')
    return (await read('/events/1')).calls < calls
  }
  const image = 'https://example.org/image.png'

  test('on a calendar without a cache, so that images may change', async () => {
    let made = 0
    const { calendar, read } = watch({ resolveImage: () => ({ url: `${image}?signed=${++made}` }) }, { cache: false })
    await fill(calendar)
    await calendar.events.update(1, { image: 7 })
    expect(await isCached(read)).toBe(false)
    const signed = (await read('/events/1')).text
    expect(signed).toContain(`?signed=${made}`)
    expect((await read('/events/1')).text).not.toBe(signed)
  })

  test('unlike those with links and images of the host, which depend on their arguments alone', async () => {
    const { calendar, read } = watch({ links: () => 'https://example.org/', resolveImage: () => ({ url: image }) })
    await fill(calendar)
    expect(await isCached(read)).toBe(true)
  })

  test.each([
    ['an unknown record', '/events/99', 404],
    ['a page past the end', '/events?page=9', 404],
    ['a wrong parameter', '/events?per_page=x', 400],
    ['a record in the trash', '/events/2', 410],
    ['a wrong slug', '/events/by-slug/%00', 400],
  ])('for the error of %s', async (_, path, status) => {
    const { calendar, read } = watch()
    await fill(calendar)
    await calendar.events.create(concert)
    await calendar.events.trash(2)
    const first = await read(path)
    expect(first.status).toBe(status)
    // A list that was counted for a page past its end is not counted again.
    expect(await read(path)).toEqual({ ...first, calls: first.calls - Number(path.includes('page=9')) })
  })

  test.each(['calls', 'revision'])('for a failure: %s', async (at) => {
    const inner = memoryStore()
    const failAt = at === 'revision' ? 1 : 2
    let failing = failingStore(inner, { failAt, error: new CalendarError('unavailable', {}) })
    const { calendar, read } = watch(
      {},
      {},
      {
        ...inner,
        revision: (nowMs) => failing.revision(nowMs),
        events: { ...inner.events, find: (query) => failing.events.find(query), count: (filter) => failing.events.count(filter) },
      },
    )
    await fill(calendar)
    const first = await read('/events')
    expect([first.status, first.headers['retry-after']]).toEqual([503, '5'])
    expect((await read('/events')).status).toBe(200)
    // The cache serves nothing while the store cannot confirm the revision.
    failing = failingStore(inner, { failAt: 1, error: new CalendarError('unavailable', {}) })
    expect((await read('/events')).status).toBe(503)
    expect(await read('/events')).toMatchObject({ status: 200, calls: 1 })
  })

  test('for writes; the root and the document read nothing from the store', async () => {
    const { calendar, read, handler, store } = watch()
    await fill(calendar)
    for (const path of ['', '/doc']) {
      await read(path)
      expect((await read(path)).calls).toBe(0)
    }
    const patch = async (title: string): Promise<string> => (await handler(toRequest('PATCH', '/events/1', { title }))).text()
    expect([await patch('A'), await patch('B')]).toEqual([expect.stringContaining('"A"'), expect.stringContaining('"B"')])
    expect(store.calls()).toBeGreaterThan(0)
  })

  test('in a transaction, or on another store', async () => {
    const { calendar, clock } = watch()
    await fill(calendar)
    await calendar.transaction(async (tx) => {
      const handler = createHandler(tx, { access: allowAll() })
      const title = async (): Promise<string> => JSON.parse(await (await handler(toRequest('GET', '/events/1'))).text()).title
      expect(await title()).toBe('Concert')
      await tx.events.update(1, { title: 'Inside' })
      expect(await title()).toBe('Inside')
    })
    const store = failingStore(memoryStore(), { failAt: Number.POSITIVE_INFINITY })
    const using = calendar.using(store)
    expect(using.clock).toBe(clock)
    await fill(using)
    const handler = createHandler(using, { access: allowAll() })
    expect(await isCached((path) => readFrom(handler, store, path))).toBe(false)
  })
})
