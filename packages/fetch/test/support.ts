import { allowAll, type Calendar, type CalendarOptions, createCalendar } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { type FixedClock, fixedClock } from '@kalends/testing'
import { changes } from '../src/changes.ts'
import { counts } from '../src/counts.ts'
import { explain } from '../src/explain.ts'
import { freeBusy } from '../src/free-busy.ts'
import { fullcalendar } from '../src/fullcalendar.ts'
import { history } from '../src/history.ts'
import { idempotency } from '../src/idempotency.ts'
import { createHandler, type Extension, type Handler, type HandlerOptions } from '../src/index.ts'
import { readSettings } from '../src/options/settings.ts'
import { preview } from '../src/preview.ts'
import { createRoutes } from '../src/routes/table.ts'
import { splitUrl } from '../src/routing/path.ts'
import type { Route } from '../src/routing/route.ts'
import { type Documented, toDocumented } from './documented.ts'

/** The "now" of these tests: a Wednesday. */
export const now = '2026-03-04T12:00:00Z'

/** The path of the routes in these tests. */
export const base = '/calendar/events/v1'

/** The table of routes of a handler. */
export const tableOf = (use: readonly Extension[] = standard): readonly Route[] =>
  createRoutes(readSettings(createCalendar({ store: memoryStore() }), { access: allowAll(), use }))

/** A response with its body already read. */
export interface Reply {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of any shape.
  readonly body: any
  readonly text: string
}

/** A calendar with its handler, and shortcuts to call it. */
export interface Started {
  readonly calendar: Calendar
  readonly handler: Handler
  readonly clock: FixedClock
  /**
   * Sends a request and checks the response against the document. The path is relative to the namespace unless it begins with `http`. A
   * string body is sent unchanged, any other body as JSON.
   */
  request(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Reply>
}

/** The extensions that every calendar of these tests uses, beside its own. */
export const standard: readonly Extension[] = [
  fullcalendar(),
  counts(),
  freeBusy(),
  changes(),
  explain(),
  history(),
  idempotency(),
  preview(),
]

/** These extensions, and behind them the standard ones that have other names. */
export const withStandard = (use: readonly Extension[] = []): readonly Extension[] => [
  ...use,
  ...standard.filter(({ name }) => !use.some((one) => one.name === name)),
]

/** Starts a calendar, on the memory store unless another is given, with a fixed clock. */
export function startCalendar(options: Partial<HandlerOptions> = {}, calendarOptions: Partial<CalendarOptions> = {}): Started {
  const clock = fixedClock(now)
  const calendar = createCalendar({ store: memoryStore(), clock, timeZone: 'Europe/Berlin', currency: 'EUR', ...calendarOptions })
  const handler = createHandler(calendar, { access: allowAll(), ...options, use: withStandard(options.use) })
  // Documents are cached: rendering one takes longer than most requests.
  const documents = new Map<string, Documented>()
  const documentedIn = (language: string): Documented => {
    const documented = documents.get(language) ?? toDocumented(handler.openapi(language))
    documents.set(language, documented)
    return documented
  }
  const request: Started['request'] = async (method, path, body, headers) => {
    const sent = toRequest(method, path, body, headers)
    const reply = await toReply(await handler(sent))
    const language = languageOf(sent.url, options)
    const prefix = `${options.basePath ?? ''}${language === '' ? '' : `/${language}`}`
    const problem = documentedIn(language).problemOf(method, splitUrl(sent.url).path.slice(prefix.length), reply)
    if (problem !== undefined) throw new Error(`${method} ${path}: ${problem}\n${reply.text.slice(0, 500)}`)
    return reply
  }
  return { calendar, handler, clock, request }
}

const languageOf = (url: string, { basePath = '', languages = {} }: Partial<HandlerOptions>): string =>
  Object.keys(languages).find((language) => splitUrl(url).path.startsWith(`${basePath}/${language}/`)) ?? ''

/**
 * Builds a request; the path is relative to the namespace unless it begins with `http`. A string body is sent unchanged, any other body as
 * JSON.
 */
export function toRequest(method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Request {
  const url = path.startsWith('http') ? path : `http://localhost${base}${path}`
  return new Request(url, {
    method,
    // A fixed id makes the responses to equal requests equal.
    headers: { 'x-request-id': 'test', ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}

/** Reads a response. */
export async function toReply(response: Response): Promise<Reply> {
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: text === '' ? undefined : JSON.parse(text) }
}

/** The minimal body of an event. */
export const concert = { title: 'Concert', start_date: '2026-05-31 19:30:00', end_date: '2026-05-31 21:00:00' } as const

/** The minimal body of a record of each kind, by its list. */
export const least: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  events: concert,
  venues: { venue: 'Town hall' },
  organizers: { organizer: 'Choir' },
  categories: { name: 'Music' },
  tags: { name: 'Outdoor' },
}
