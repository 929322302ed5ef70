import { allowAll, type Calendar, type CalendarOptions, createCalendar } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import { createHandler, type Handler, type HandlerOptions } from '../src/index.ts'

/** The "now" of these tests: a Wednesday. */
export const now = '2026-03-04T12:00:00Z'

/** Where the routes of these tests live. */
export const base = '/calendar/events/v1'

/** A response with its body already read. */
export interface Reply {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape.
  readonly body: any
  readonly text: string
}

/** A calendar with its handler, and short ways to call it. */
export interface Started {
  readonly calendar: Calendar
  readonly handler: Handler
  readonly clock: ReturnType<typeof fixedClock>
  /** Sends a request; the path is relative to the namespace unless it begins with `http`. A body is sent as JSON. */
  request(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Reply>
}

/** Starts a calendar on the memory store, with a clock that stands still. */
export function startCalendar(options: Partial<HandlerOptions> = {}, calendarOptions: Partial<CalendarOptions> = {}): Started {
  const clock = fixedClock(now)
  const calendar = createCalendar({ store: memoryStore(), clock, timeZone: 'Europe/Berlin', currency: 'EUR', ...calendarOptions })
  const handler = createHandler(calendar, { access: allowAll(), ...options })
  return { calendar, handler, clock, request: (...call) => send(handler, ...call) }
}

/** Sends one request to a handler and reads the answer. */
export async function send(
  handler: (request: Request) => Promise<Response>,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const url = path.startsWith('http') ? path : `http://localhost${path.startsWith(base) ? '' : base}${path}`
  const response = await handler(
    new Request(url, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }),
  )
  return toReply(response)
}

/** Reads an answer. */
export async function toReply(response: Response): Promise<Reply> {
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: text === '' ? undefined : JSON.parse(text) }
}

/** The least that makes an event. */
export const concert = { title: 'Concert', start_date: '2026-05-31 19:30:00', end_date: '2026-05-31 21:00:00' } as const
