import { type Actor, type Calendar, type CalendarOptions, createCalendar, roles } from '@kalends/core'
import { createHandler, type Extension, type Handler, type HandlerOptions } from '@kalends/fetch'
import { fixedClock } from '@kalends/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stores, type TestStore } from '../../fetch/test/stores.ts'
import { now, type Reply, toReply, toRequest } from '../../fetch/test/support.ts'
import { theEventsCalendar } from '../src/index.ts'
import { fillWorld } from './world.ts'

/** The address of the routes under the extension. */
export const routes = 'http://localhost/wp-json/tribe/events/v1'

/** The stores of these tests: the adapter is above the store, so one SQL engine is enough. */
export const adapterStores: readonly TestStore[] = stores.filter(({ name }) => name === 'memory' || name === 'node-sqlite-memory')

/** Callers by name. The first three have a role of the same name; authors have the ids 5 and 6. */
const callers: Readonly<Record<string, Actor>> = {
  editor: { id: '1', roles: ['editor'] },
  author: { id: '5', roles: ['author'] },
  reader: { id: '7', roles: ['reader'] },
  'other author': { id: '6', roles: ['author'] },
}

const authenticate = (request: Request): Actor | null => callers[request.headers.get('x-caller') ?? ''] ?? null

/** What a request has beside its method and its path. */
export interface Sent {
  readonly body?: unknown
  /** The name of the caller. @default anonymous */
  readonly as?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A calendar with records, behind a handler with the extension and one without. */
export interface Peer {
  readonly calendar: Calendar
  readonly handler: Handler
  /** The ids of the records of {@link fillWorld}, by name. */
  readonly ids: Readonly<Record<string, number>>
  /** Sends a request to the handler with the extension. The path is relative to the namespace, or an address; `{name}` is an id. */
  ask(request: string, sent?: Sent): Promise<Reply>
  /** Sends a request by an editor to the handler without the extension, which shows records as they are stored. */
  askPlain(request: string, body?: unknown): Promise<Reply>
  /** Replaces `{name}` in all texts of a value by the id; a text of nothing else becomes a number. */
  withIds(value: unknown): unknown
  /** Lets time pass. */
  advance(milliseconds: number): void
}

/** Opens a calendar with the records of {@link fillWorld}. */
export async function openPeer(
  store: CalendarOptions['store'],
  options: Partial<HandlerOptions> = {},
  calendarOptions: Partial<CalendarOptions> = {},
): Promise<Peer> {
  const clock = fixedClock(now)
  const calendar = createCalendar({ store, clock, timeZone: 'Europe/Berlin', currency: 'EUR', ...calendarOptions })
  const shared = { access: roles(), authenticate, basePath: '/wp-json', namespace: 'tribe/events/v1' }
  const { use = [] } = options
  const isFirst = ({ name }: Extension): boolean => name === 'cors'
  const handler = createHandler(calendar, {
    ...{ ...shared, ...options },
    use: [...use.filter(isFirst), theEventsCalendar(), ...use.filter((one) => !isFirst(one))],
  })
  const plain = createHandler(calendar, shared)
  const ids: Record<string, number> = {}
  const withIds = (value: unknown): unknown => replaceIds(value, ids)
  const send = async (to: Handler, request: string, { body, as = '', headers = {} }: Sent): Promise<Reply> => {
    const space = request.indexOf(' ')
    const path = String(withIds(request.slice(space + 1)))
    const url = path.startsWith('http') ? path : routes + path
    return toReply(await to(toRequest(request.slice(0, space), url, withIds(body), { 'x-caller': as, ...headers })))
  }
  const askPlain: Peer['askPlain'] = (request, body) => send(plain, request, { body, as: 'editor' })
  await fillWorld(askPlain, ids)
  return {
    ...{ calendar, handler, ids, withIds, askPlain },
    ask: (request, sent = {}) => send(handler, request, sent),
    advance: (milliseconds) => clock.advance(milliseconds),
  }
}

function replaceIds(value: unknown, ids: Readonly<Record<string, number>>): unknown {
  if (typeof value === 'string') {
    const whole = /^\{(\w+)\}$/.exec(value)?.[1]
    return whole !== undefined && ids[whole] !== undefined
      ? ids[whole]
      : value.replace(/\{(\w+)\}/g, (found, name) => `${ids[name] ?? found}`)
  }
  if (Array.isArray(value)) return value.map((item) => replaceIds(item, ids))
  // Matchers such as `expect.any(String)` are objects with a prototype of their own, and stay.
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replaceIds(member, ids)]))
}

/** A request and its response. */
export interface Case extends Sent {
  /** Method and path, such as `GET /events/{concert}`. */
  readonly request: string
  readonly status: number
  /** Members of the body: further members are allowed. */
  readonly answer?: object
  /** Headers, by name in lower case; null for one that is missing. */
  readonly answerHeaders?: Readonly<Record<string, string | null>>
}

const titleOf = ({ request, as = 'anyone', body }: Case): string =>
  `${as}: ${request}${body === undefined ? '' : ` ${JSON.stringify(body).slice(0, 200)}`}`

async function check(peer: Peer, { request, status, answer, answerHeaders = {}, ...sent }: Case): Promise<void> {
  const reply = await peer.ask(request, sent)
  expect([reply.status, reply.text]).toEqual([status, expect.anything()])
  if (answer !== undefined) expect(reply.body).toMatchObject(peer.withIds(answer) as object)
  for (const [name, value] of Object.entries(answerHeaders)) expect([name, reply.headers.get(name)]).toEqual([name, peer.withIds(value)])
}

/** Tests a table of requests on each store: reads and refusals in one calendar, each write in a calendar of its own. */
export function describeCases(title: string, cases: readonly Case[], options: Partial<HandlerOptions> = {}): void {
  describe.each(adapterStores)(`${title}, on $name`, ({ open }) => {
    const isWrite = ({ request, status }: Case): boolean => status < 300 && !/^(GET|HEAD) /.test(request)
    const reads = cases.filter((one) => !isWrite(one))
    const writes = cases.filter(isWrite)
    let peer: Peer
    let close = async (): Promise<unknown> => undefined
    beforeAll(async () => {
      if (reads.length === 0) return
      const opened = await open()
      close = opened.close
      peer = await openPeer(opened.store, options)
    })
    afterAll(() => close())

    test.each(reads.map((one) => [titleOf(one), one] as const))('%s', (_title, one) => check(peer, one))

    test.each(writes.map((one) => [titleOf(one), one] as const))('%s', async (_title, one) => {
      const opened = await open()
      try {
        await check(await openPeer(opened.store, options), one)
      } finally {
        await opened.close()
      }
    })
  })
}

/** Runs a test on each store, in a calendar of its own. */
export function testEach(
  title: string,
  run: (peer: Peer) => Promise<void>,
  options: Partial<HandlerOptions> = {},
  calendarOptions: Partial<CalendarOptions> = {},
): void {
  test.each(adapterStores)(`${title}, on $name`, async ({ open }) => {
    const opened = await open()
    try {
      await run(await openPeer(opened.store, options, calendarOptions))
    } finally {
      await opened.close()
    }
  })
}

/** Reads a record without the extension and without the members that every write changes. */
export async function storedRecord(peer: Peer, path: string): Promise<object> {
  const { modified: _, modified_utc: _utc, version: _version, ...rest } = (await peer.askPlain(`GET ${path}`)).body
  return rest
}
