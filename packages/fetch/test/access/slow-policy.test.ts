import { type AccessPolicy, allowAll, createCalendar, roles } from '@kalends/core'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createHandler, type Handler } from '../../src/index.ts'
import { stores } from '../stores.ts'
import { concert, startCalendar, toReply, toRequest } from '../support.ts'

test('a write whose answers take too long together is unavailable, and reported', async () => {
  const errors: string[] = []
  const may: AccessPolicy['may'] = () => new Promise((resolve) => setTimeout(resolve, 40, true))
  const onError = (error: unknown): void => void errors.push(String(error))
  const { request, calendar } = startCalendar({ access: { ...allowAll(), may }, onError }, { accessTimeoutMs: 70 })
  // The policy is asked about the event, and then about the venue: two waits of 40 ms each.
  const reply = await request('POST', '/events', { ...concert, venue: { venue: 'New' } })
  expect([reply.status, reply.body.code]).toEqual([503, 'unavailable'])
  expect(errors).toEqual([expect.stringMatching(/^CalendarError: The access policy took longer than the 70 ms/)])
  expect((await calendar.events.list()).total).toBe(0)
})

/** A policy that waits for a gate when one actor asks, and gives all other actors a promise that is fulfilled at once. */
function gated(names: readonly ('may' | 'readable')[]): { access: AccessPolicy; open(): void; reached: Promise<void> } {
  let open = (): void => undefined
  let reach = (): void => undefined
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  const through = async <T>(name: 'may' | 'readable', id: string | undefined, isDue: boolean, answer: T | Promise<T>): Promise<T> => {
    if (id !== '1' || !isDue || !names.includes(name)) return answer
    reach()
    await gate
    return answer
  }
  const { readable, may } = roles()
  return {
    open,
    reached,
    access: {
      readable: (actor, kind) => through('readable', actor?.id, true, readable(actor, kind)),
      may: (question) => through('may', question.actor?.id, question.record !== undefined, may(question)),
    },
  }
}

const actorOf = (request: Request) => ({ id: String(request.headers.get('authorization')), roles: ['editor'] })

describe.each(stores)('a caller with a slow policy, on $name', ({ open }) => {
  let close = async (): Promise<unknown> => undefined
  afterEach(() => close())

  async function start(names: readonly ('may' | 'readable')[]) {
    const opened = await open()
    close = opened.close
    const gate = gated(names)
    const calendar = createCalendar({ store: opened.store, accessTimeoutMs: 1_000_000 })
    await calendar.events.create({ title: 'Concert', startDate: '2026-05-31', endDate: '2026-05-31' })
    const handler: Handler = createHandler(calendar, { access: gate.access, authenticate: actorOf })
    const send = async (actor: number, method: string, path: string, body?: unknown) =>
      toReply(await handler(toRequest(method, path, body, { authorization: String(actor) })))
    return { gate, send }
  }

  test.each<[string, 'may' | 'readable', string, string, unknown, number]>([
    ['an update', 'may', 'PATCH', '/events/1', { title: 'Slow' }, 200],
    ['an update, by what may be read', 'readable', 'PATCH', '/events/1', { title: 'Slow' }, 200],
    ['a list', 'readable', 'GET', '/events', undefined, 200],
  ])('blocks no other reader and no writer: %s', async (_, asked, method, path, body, status) => {
    const { gate, send } = await start([asked])
    const slow = send(1, method, path, body)
    await gate.reached
    expect((await send(2, method, path, body)).status).toBe(status)
    expect((await send(2, 'GET', '/events')).status).toBe(200)
    expect((await send(2, 'GET', '/events/1')).status).toBe(200)
    expect((await send(2, 'POST', '/tags', { name: 'New' })).status).toBe(201)
    gate.open()
    expect((await slow).status).toBe(status)
  })

  test('keeps others waiting for no longer than its time limit, where it is asked inside the transaction', async () => {
    const opened = await open()
    close = opened.close
    const calendar = createCalendar({ store: opened.store, accessTimeoutMs: 200 })
    await calendar.tags.create({ name: 'Old' })
    // A policy that has answered synchronously is not asked before the transaction.
    let isAsked = false
    const may: AccessPolicy['may'] = ({ actor, record }) => {
      if (actor?.id !== '1' || record === undefined) return true
      isAsked = true
      return new Promise(() => undefined)
    }
    const access: AccessPolicy = { ...allowAll(), may }
    const handler: Handler = createHandler(calendar, { access, authenticate: actorOf, onError: () => undefined })
    const send = async (actor: number, method: string, path: string, body?: unknown) =>
      (await handler(toRequest(method, path, body, { authorization: String(actor) }))).status
    const slow = send(1, 'PATCH', '/tags/1', { name: 'Slow' })
    await vi.waitFor(() => expect(isAsked).toBe(true))
    expect(await Promise.all([send(2, 'GET', '/tags'), send(2, 'GET', '/tags/1'), send(2, 'POST', '/tags', { name: 'New' })])).toEqual([
      200, 200, 201,
    ])
    expect(await slow).toBe(503)
    expect((await calendar.tags.list()).items.map(({ name }) => name)).toEqual(['New', 'Old'])
  })
})
