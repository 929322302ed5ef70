import type { CalendarStore } from '@kalends/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stores } from '../stores.ts'
import { concert } from '../support.ts'
import { codes, holdFirst, type Served, type ServeOptions, serve, turns } from './support.ts'

const twenty = Array.from({ length: 20 }, (_, at) => at)

/** Short, so that tests take no longer. */
const keyWaitMs = 50

describe.each(stores)('in one process on $name', ({ open }) => {
  let opened: { readonly store: CalendarStore; close(): Promise<unknown> }
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened.close())

  let number = 0
  const begin = (options?: ServeOptions): Served & { readonly key: string } => ({
    ...serve({ store: opened.store, ...options }),
    key: `key-${number++}`,
  })

  test('20 requests at once create one record, and get the same response', async () => {
    const { post, changes, calendar, key } = begin()
    let hooks = 0
    calendar.before('event.create', () => void hooks++)
    const replies = await Promise.all(twenty.map(() => post('/events', { ...concert, uid: key }, key)))
    expect(codes(replies).toSorted()).toEqual(['201', ...twenty.slice(1).map(() => '201 replayed')])
    expect([new Set(replies.map(({ text }) => text)).size, hooks, changes]).toEqual([1, 1, ['event.created']])
  })

  test('20 requests with keys of their own create 20 records', async () => {
    const { post, events, key } = begin()
    const before = await events()
    const replies = await Promise.all(twenty.map((at) => post('/events', concert, `${key}-${at}`)))
    expect([new Set(codes(replies)), await events()]).toEqual([new Set(['201']), before + 20])
  })

  test('20 different requests at once under one key create one record', async () => {
    const { post, events, key } = begin()
    const before = await events()
    const replies = await Promise.all(twenty.map((at) => post('/events', { ...concert, title: `${at}` }, key)))
    expect(codes(replies).toSorted()).toEqual(['201', ...twenty.slice(1).map(() => '422 key_reused')])
    expect(await events()).toBe(before + 1)
  })

  test('a request is refused while the first one takes long, and repeats its response afterwards', async () => {
    const served = begin({ keyWaitMs })
    const { post, handler, changes, key } = served
    const gate = holdFirst(served)
    const first = post('/events', concert, key)
    await gate.arrived
    const others = await Promise.all([post('/events', concert, key), post('/events', { ...concert, title: 'Other' }, key)])
    expect(codes(others)).toEqual(['409 request_in_progress', '409 request_in_progress'])
    expect(Number(others[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    gate.open()
    const done = await first
    const again = await post('/events', concert, key)
    expect([codes([done, again]), again.text === done.text, changes]).toEqual([['201', '201 replayed'], true, ['event.created']])
    expect(handler).toBeDefined()
  })

  test('a request to another calendar over the same store is refused, too, while the first one takes long', async () => {
    const [one, two] = [begin(), begin({ keyWaitMs: 500 })]
    const gate = holdFirst(one)
    const first = one.post('/events', concert, one.key)
    await gate.arrived
    expect(codes([await two.post('/events', concert, one.key)])).toEqual(['409 request_in_progress'])
    gate.open()
    const done = await first
    const again = await two.post('/events', concert, one.key)
    expect([codes([done, again]), again.text === done.text, two.changes]).toEqual([['201', '201 replayed'], true, []])
  })

  test('a request that waits runs when the first one has failed', async () => {
    const served = begin()
    const { post, changes, key } = served
    const gate = holdFirst(served, true)
    const first = post('/events', concert, key)
    await gate.arrived
    const others = Promise.all([post('/events', concert, key), post('/events', concert, key)])
    await turns()
    gate.open()
    expect(codes([await first])).toEqual(['409 refused'])
    expect(codes(await others).toSorted()).toEqual(['201', '201 replayed'])
    expect(changes).toEqual(['event.created'])
  })
})
