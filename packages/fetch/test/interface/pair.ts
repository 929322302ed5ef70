import { allowAll, type Calendar, type CalendarOptions, type CalendarStore, createCalendar } from '@kalends/core'
import { kyselyStore, migrateToLatest } from '@kalends/kysely'
import { nodeSqliteDialect } from '@kalends/kysely/node-sqlite'
import { memoryStore } from '@kalends/memory'
import { type FixedClock, fixedClock } from '@kalends/testing'
import { Kysely } from 'kysely'
import { expect } from 'vitest'
import { createHandler, type Handler, type HandlerOptions } from '../../src/index.ts'
import { splitUrl } from '../../src/routing/path.ts'
import { type Documented, toDocumented } from '../documented.ts'
import type { TestStore } from '../stores.ts'
import { withStandard } from '../support.ts'

/** The "now" of these tests: a Wednesday, 13:00 in Berlin. */
export const now = '2026-03-04T12:00:00Z'

/** The path of the routes, unless a test sets another one. */
export const base = '/calendar/events/v1'

/** The headers that must be the same on every store. */
const comparedHeaders = 'allow content-language content-type etag link location retry-after vary x-tec-total x-tec-totalpages'.split(' ')

/** A response, the same from both stores. */
export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of any shape.
  readonly body: any
}

/** The options of both calendars and handlers. */
export interface CalendarPairOptions {
  readonly handler?: Partial<HandlerOptions>
  readonly calendar?: Partial<CalendarOptions>
  /** Wraps the store of the calendar. */
  readonly wrap?: (store: CalendarStore) => CalendarStore
  /** The store that memory is compared with. @default node:sqlite, in memory */
  readonly other?: TestStore
}

/** Two calendars with the same content, on memory and on another store. They get the same requests and must give the same responses. */
export interface CalendarPair {
  readonly clock: FixedClock
  readonly calendars: readonly Calendar[]
  readonly handlers: readonly Handler[]
  /** Sends one request to both; the path is relative to the namespace unless it begins with `http`. */
  send(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Reply>
  /** The body of a GET that must be 200. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<any>
  /** The body of a POST that must be 200 or 201. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<any>
  /** Sends a request and returns `status code` with the names of the invalid fields. */
  problem(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<string>
  /** Runs the same library calls on both. */
  both(work: (calendar: Calendar) => Promise<unknown>): Promise<void>
  close(): Promise<unknown>
}

/** The titles or names of a list, from its body. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
export function namesIn(body: any): readonly string[] {
  const items = body.events ?? body.venues ?? body.organizers ?? body.categories ?? body.tags
  return items.map((item: Record<string, string>) => item['title'] ?? item['venue'] ?? item['organizer'] ?? item['name'])
}

/** A record without its version, which every update increments. */
export const withoutVersion = ({ version: _, ...rest }: Readonly<Record<string, unknown>>): object => rest

/** The minimal body of a record, by its list. */
export const least: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  events: { title: 'Concert', start_date: '2026-05-31 19:30:00', end_date: '2026-05-31 21:00:00' },
  venues: { venue: 'Town Hall' },
  organizers: { organizer: 'Choir' },
  categories: { name: 'Music' },
  tags: { name: 'Free' },
}

const nodeSqlite: TestStore = {
  name: 'node:sqlite',
  open: async () => {
    const db = new Kysely<unknown>({ dialect: nodeSqliteDialect(':memory:') })
    await migrateToLatest(db)
    return { store: kyselyStore(db), close: () => db.destroy() }
  },
}

/** Starts both calendars. */
export async function startPair(options: CalendarPairOptions = {}): Promise<CalendarPair> {
  const clock = fixedClock(now)
  const other = options.other ?? nodeSqlite
  const { store, close } = await other.open()
  const stores = [memoryStore(), store].map(options.wrap ?? ((store) => store))
  const calendars = stores.map((store) => createCalendar({ store, clock, timeZone: 'Europe/Berlin', currency: 'EUR', ...options.calendar }))
  const handlers = calendars.map((calendar) =>
    createHandler(calendar, { access: allowAll(), ...options.handler, use: withStandard(options.handler?.use) }),
  )
  const check = toResponseCheck(handlers[0], options.handler ?? {})
  const send: CalendarPair['send'] = async (method, path, body, headers) => {
    const replies = await Promise.all(handlers.map(async (handler) => toReply(await handler(toRequest(method, path, body, headers)))))
    const [reply, second] = replies
    if (reply === undefined || second === undefined) throw new Error('two handlers were expected')
    expect(summaryOf(second), `${method} ${path} on ${other.name}, compared with memory`).toEqual(summaryOf(reply))
    check(toRequest(method, path, body, headers), reply)
    return reply
  }
  return { clock, calendars, handlers, send, ...shortcuts(send), both: (work) => inTurn(calendars, work), close }
}

async function inTurn(calendars: readonly Calendar[], work: (calendar: Calendar) => Promise<unknown>): Promise<void> {
  for (const calendar of calendars) await work(calendar)
}

function shortcuts(send: CalendarPair['send']): Pick<CalendarPair, 'get' | 'post' | 'problem'> {
  return {
    get: async (path, headers) => {
      const reply = await send('GET', path, undefined, headers)
      expect(reply.status, `GET ${path} ${reply.text}`).toBe(200)
      return reply.body
    },
    post: async (path, body, headers) => {
      const reply = await send('POST', path, body, headers)
      expect([200, 201], `POST ${path} ${JSON.stringify(body)} ${reply.text}`).toContain(reply.status)
      return reply.body
    },
    problem: async (method, path, body, headers) => {
      const reply = await send(method, path, body, headers)
      if (reply.status < 400) return String(reply.status)
      const params = Object.keys(reply.body.data.params ?? {})
      return [reply.status, reply.body.code, ...(params.length > 0 ? [params.sort().join(',')] : [])].join(' ')
    },
  }
}

/** Returns a function that throws if a response does not match the OpenAPI document in the language of the request. */
function toResponseCheck(
  handler: Handler | undefined,
  { basePath = '', languages = {} }: Partial<HandlerOptions>,
): (request: Request, reply: Reply) => void {
  const documents = new Map<string, Documented>()
  return (request, reply) => {
    const { path } = splitUrl(request.url)
    const language = Object.keys(languages).find((name) => path.startsWith(`${basePath}/${name}/`)) ?? ''
    const documented = documents.get(language) ?? toDocumented(handler?.openapi(language) ?? {})
    documents.set(language, documented)
    const prefix = `${basePath}${language === '' ? '' : `/${language}`}`
    const problem = documented.problemOf(request.method, path.slice(prefix.length), reply)
    if (problem !== undefined) throw new Error(`${request.method} ${request.url}: ${problem}\n${reply.text.slice(0, 500)}`)
  }
}

function toRequest(method: string, path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Request {
  return new Request(path.startsWith('http') ? path : `http://localhost${base}${path}`, {
    method,
    // A fixed id makes the responses to equal requests equal.
    headers: { 'x-request-id': 'test', ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}

async function toReply(response: Response): Promise<Reply> {
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: text === '' ? undefined : JSON.parse(text) }
}

const summaryOf = ({ status, headers, text }: Reply): unknown => ({
  status,
  text,
  ...Object.fromEntries(comparedHeaders.map((name) => [name, headers.get(name)])),
})
