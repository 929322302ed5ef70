import { type Actor, publicReadOnly } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { describe, expect, test, vi } from 'vitest'
import { concert, now, type Reply, startCalendar, toReply, toRequest } from './support.ts'

const tokenOf = async ({ request }: Pick<ReturnType<typeof startCalendar>, 'request'>): Promise<string> =>
  (await request('GET', '/changes')).body.token

/** Uids as one value with commas. */
const uids = (count: number): string => Array.from({ length: count }, (_, i) => `event-${i}@example.org`).join()

describe('GET /changes', () => {
  test('without a token gives the token of now', async () => {
    const { request } = startCalendar()
    const { status, body } = await request('GET', '/changes')
    expect([status, body.changes, body.more]).toEqual([200, [], false])
    expect(body.token).toMatch(/^[\w-]+$/)
  })

  test('gives the records of all kinds as their own routes do, and what is gone', async () => {
    const started = startCalendar()
    const { request } = started
    const token = await tokenOf(started)
    await request('POST', '/events', {
      ...concert,
      venue: { venue: 'Hall' },
      organizer: { organizer: 'Ann' },
      categories: 'Music',
      tags: 'free',
    })
    const { body } = await request('GET', `/changes?since=${token}`)
    expect(body.changes.map(({ kind, id, gone }: { kind: string; id: number; gone: boolean }) => [kind, id, gone])).toEqual([
      ['venue', 1, false],
      ['organizer', 1, false],
      ['category', 1, false],
      ['tag', 2, false],
      ['event', 1, false],
    ])
    for (const [at, path] of ['/venues/1', '/organizers/1', '/categories/1', '/tags/2', '/events/1'].entries())
      expect(body.changes[at].record).toEqual((await request('GET', path)).body)
    await request('DELETE', '/events/1?force=true')
    const later = await request('GET', `/changes?since=${body.token}&kinds=event,tag`)
    expect(later.status).toBe(410)
    const all = await request('GET', `/changes?since=${body.token}`)
    expect(all.body.changes).toEqual([{ kind: 'event', id: 1, gone: true }])
  })

  test('follows the filters of events, in pages', async () => {
    const started = startCalendar()
    const { request } = started
    const token = await tokenOf(started)
    for (let i = 0; i < 3; i++) await request('POST', '/events', { ...concert, title: `E${i}`, featured: i > 0 })
    const first = (await request('GET', `/changes?since=${token}&kinds=event&featured=true&limit=2`)).body
    expect([first.changes.map(({ id }: { id: number }) => id), first.more]).toEqual([[2], true])
    const second = (await request('GET', `/changes?since=${first.token}&kinds=event&featured=true&limit=2`)).body
    expect([second.changes.map(({ id }: { id: number }) => id), second.more]).toEqual([[3], false])
  })

  test('follows what overlaps a window, whose bounds move', async () => {
    const { request, clock } = startCalendar()
    for (const [start, end] of [
      ['2026-03-01', '2026-03-03'],
      ['2026-03-03', '2026-03-05'],
      ['2028-04-01', '2028-04-02'],
    ])
      await request('POST', '/events', { ...concert, start_date: start, end_date: end })
    const list = 'kinds=event&from=today&to=%2B2+years'
    const { token } = (await request('GET', `/changes?${list}`)).body
    clock.advance(29 * 86_400_000)
    const { changes } = (await request('GET', `/changes?since=${token}&${list}`)).body
    expect(changes.map(({ id, gone }: { id: number; gone: boolean }) => [id, gone])).toEqual([
      [2, true],
      [3, false],
    ])
    const all = (await request('GET', '/changes?kinds=event&window=all')).body.token
    expect((await request('GET', `/changes?since=${all}&kinds=event&window=all`)).body.changes).toEqual([])
    expect((await request('GET', '/changes?kinds=event&window=some')).status).toBe(400)
  })

  test('without a token belongs to the kinds and filters that it names', async () => {
    const { request } = startCalendar()
    for (const day of ['2026-06-10', '2026-06-20'])
      await request('POST', '/events', { ...concert, start_date: `${day} 10:00`, end_date: `${day} 11:00` })
    const { body } = await request('GET', '/changes?kinds=event&start_date=2026-06-01&end_date=2026-06-15')
    const later = await request('GET', `/changes?since=${body.token}&kinds=event&start_date=2026-06-01&end_date=2026-06-30`)
    expect(later.body.changes.map(({ id }: { id: number }) => id)).toEqual([2])
    expect((await request('GET', `/changes?since=${body.token}`)).status).toBe(410)
  })

  test('takes as many uids as the list of events', async () => {
    const started = startCalendar()
    const { request } = started
    const token = await tokenOf(started)
    for (const uid of ['event-7@example.org', 'event-x@example.org']) await request('POST', '/events', { ...concert, uid })
    const { body } = await request('GET', `/changes?since=${token}&kinds=event&uid=${uids(100)}`)
    expect(body.changes.map(({ id }: { id: number }) => id)).toEqual([1])
    expect((await request('GET', `/changes?uid=${uids(100)}`)).status).toBe(200)
  })

  test('has the token as its entity tag, and is 304 until something changes', async () => {
    const started = startCalendar()
    const { request, clock } = started
    const { body } = await request('GET', `/changes?since=${await tokenOf(started)}`)
    const path = `/changes?since=${body.token}`
    clock.advance(5_000)
    const unchanged = await request('GET', path, undefined, { 'If-None-Match': `"${body.token}"` })
    expect([unchanged.status, unchanged.headers.get('etag')]).toEqual([304, `"${body.token}"`])
    await request('POST', '/venues', { venue: 'Hall' })
    const changed = await request('GET', path, undefined, { 'If-None-Match': `"${body.token}"` })
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, `"${changed.body.token}"`])
  })

  test.each([
    ['since=x', 'since'],
    ['since=', 'since'],
    ['kinds=party', 'kinds'],
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['limit=1.5', 'limit'],
    ['wait=31', 'wait'],
    ['wait=x', 'wait'],
    ['start_date=x', 'start_date'],
    [`uid=${uids(101)}`, 'uid'],
    [`uid=${uids(101)}&kinds=venue`, 'uid'],
  ])('is 400 with %s', async (query, name) => {
    const { request } = startCalendar()
    const { status, body } = await request('GET', `/changes?${query}`)
    expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'invalid_input', [name]])
  })

  test('is 410 for a token of another caller', async () => {
    const started = startCalendar()
    const token = await tokenOf(started)
    const other = startCalendar({ access: publicReadOnly() })
    expect((await other.request('GET', `/changes?since=${token}`)).body.code).toBe('token_expired')
  })
})

describe('a waiting request', () => {
  test('is answered by the first change of its lists', async () => {
    const started = startCalendar()
    const { request } = started
    await request('POST', '/venues', { venue: 'Hall' })
    const token = await tokenOf(started)
    const waiting = request('GET', `/changes?since=${token}&kinds=event&wait=30`)
    await request('POST', '/venues', { venue: 'Inn' })
    await request('POST', '/events', concert)
    const { status, body } = await waiting
    expect([status, body.changes.map(({ kind }: { kind: string }) => kind)]).toEqual([200, ['event']])
  })

  test('ends when the client disconnects', async () => {
    const started = startCalendar()
    const token = await tokenOf(started)
    const controller = new AbortController()
    const sent = new Request(toRequest('GET', `/changes?since=${token}&wait=30`), { signal: controller.signal })
    const waiting = started.handler(sent)
    setTimeout(() => controller.abort(), 5)
    // The client has gone, and the handler still resolves.
    expect((await toReply(await waiting)).status).toBe(503)
  })

  test('reads once with all others that wait with its token, and gets their token', async () => {
    const store = memoryStore()
    let nowMs = Date.parse(now)
    const started = startCalendar({}, { store, clock: { nowMs: () => nowMs++ } })
    const token = await tokenOf(started)
    const { read } = store.log
    let reads = 0
    const counted: typeof read = (query) => {
      reads++
      return read.call(store.log, query)
    }
    Object.assign(store.log, { read: counted })
    /** Waits for the next read, and then until all requests wait again. */
    const waitAgain = async (before: number): Promise<void> => {
      await vi.waitFor(() => expect(reads).toBeGreaterThan(before), 5_000)
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
    const waiting = Array.from({ length: 50 }, () => started.request('GET', `/changes?since=${token}&kinds=event&wait=30`))
    await waitAgain(0)
    const first = reads
    await started.request('POST', '/venues', { venue: 'Hall' })
    await waitAgain(first)
    await started.request('POST', '/events', concert)
    const replies = await Promise.all(waiting)
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.changes.length} ${body.token}`)).size).toBe(1)
    expect(replies[0]?.body.changes).toHaveLength(1)
    expect(reads).toBeLessThan(50)
  })
})

describe('the places of waiting requests', () => {
  /** A calendar whose callers name themselves, as `send` does. */
  async function startPlaces() {
    const authenticate = ({ headers }: Request): Actor | null => {
      const id = headers.get('x-actor')
      return id === null ? null : { id }
    }
    const store = memoryStore()
    const started = startCalendar({ authenticate }, { store })
    const token = await tokenOf(started)
    const replies: Reply[] = []
    const end = new AbortController()
    const send = (actor: number | null, signal = end.signal): Promise<void> => {
      const request = toRequest('GET', `/changes?since=${token}&wait=30`, undefined, actor === null ? {} : { 'x-actor': `${actor}` })
      return started.handler(new Request(request, { signal })).then(async (response) => void replies.push(await toReply(response)))
    }
    /** Waits until that many requests are answered. @returns how many of them have no changes */
    const answered = async (count: number): Promise<number> => {
      await vi.waitFor(() => expect(replies.length).toBeGreaterThanOrEqual(count), 5_000)
      return replies.filter(({ body }) => body.changes?.length === 0).length
    }
    return { ...started, store, send, answered, replies, end }
  }

  test('are a hundred for anonymous callers and ten for each actor; more are answered at once, with one reading', async () => {
    const { calendar, store, send, answered, replies } = await startPlaces()
    const { read } = store.log
    let reads = 0
    const counted: typeof read = (query) => {
      reads++
      return read.call(store.log, query)
    }
    Object.assign(store.log, { read: counted })
    const callers = [...Array(120).fill(null), ...Array(12).fill(1), ...Array(3).fill(2)]
    const all = callers.map((actor) => send(actor))
    expect(await answered(22)).toBe(22)
    expect(reads).toBeLessThan(22)
    await calendar.events.create({ title: 'Concert', startDate: '2026-05-01 18:00', endDate: '2026-05-01 20:00' })
    await Promise.all(all)
    // Those callers that waited get the event, and no other caller was answered before them.
    expect(replies.map(({ body }) => body.changes.length)).toEqual([...Array(22).fill(0), ...Array(113).fill(1)])
  })

  test('are free again once their requests end', async () => {
    const { send, answered, replies, end } = await startPlaces()
    const gone = new AbortController()
    const others = Array.from({ length: 10 }, () => send(1, gone.signal))
    const second = send(1)
    expect(await answered(1)).toBe(1)
    gone.abort()
    await Promise.all([...others, second])
    const waiting = Array.from({ length: 11 }, () => send(1))
    expect(await answered(12)).toBe(2)
    end.abort()
    await Promise.all(waiting)
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(2)
  })

  test('are a thousand in all', async () => {
    const { send, answered, end } = await startPlaces()
    const all = Array.from({ length: 1_000 }, (_, i) => send(1 + Math.floor(i / 10)))
    await send(1_001)
    await send(null)
    expect(await answered(2)).toBe(2)
    end.abort()
    await Promise.all(all)
  })

  test('belong to the actors of one handler', async () => {
    const [one, other] = [await startPlaces(), await startPlaces()]
    const all = [one, other].flatMap(({ send }) => Array.from({ length: 11 }, () => send(1)))
    expect([await one.answered(1), await other.answered(1)]).toEqual([1, 1])
    one.end.abort()
    other.end.abort()
    await Promise.all(all)
    expect([one, other].map(({ replies }) => replies.filter(({ status }) => status === 200).length)).toEqual([1, 1])
  })
})
