import { createServer } from 'node:http'
import { type AccessPolicy, allowAll, type Calendar, type CalendarClient, createCalendar } from '@kalends/core'
import { createHandler, type Handler, type HandlerOptions } from '@kalends/fetch'
import { toNodeListener } from '@kalends/fetch/node'
import { memoryStore } from '@kalends/memory'
import { type FixedClock, fixedClock } from '@kalends/testing'
import { createClient } from '../src/index.ts'
import type { ClientOptions } from '../src/options.ts'

/** The "now" of these tests: a Wednesday. */
export const now = '2026-03-04T12:00:00Z'

/** The path of the routes. */
export const base = '/calendar/events/v1'

/** A calendar, and a client of it. */
export interface Opened {
  readonly client: CalendarClient
  readonly calendar: Calendar
  readonly clock: FixedClock
  close(): Promise<void>
}

/** A calendar in memory, and its handler. */
export interface Served {
  readonly calendar: Calendar
  readonly clock: FixedClock
  readonly handler: Handler
}

/** Serves a calendar in memory with a fixed clock, for a caller who may do everything unless a policy is given. */
export function serveCalendar(access: AccessPolicy = allowAll(), options: Partial<HandlerOptions> = {}): Served {
  const clock = fixedClock(now)
  const calendar = createCalendar({ store: memoryStore(), clock, timeZone: 'Europe/Berlin', currency: 'EUR' })
  return { calendar, clock, handler: createHandler(calendar, { access, publicUrl: 'https://town.example', ...options }) }
}

/** A client over a function from request to response. */
export const clientOver = (fetch: (request: Request) => Promise<Response>, options: Partial<ClientOptions> = {}): CalendarClient =>
  createClient({ baseUrl: `https://town.example${base}`, fetch, ...options })

/** The three ways to the same calendar. */
export const ways: readonly { readonly name: string; open(access?: AccessPolicy): Promise<Opened> }[] = [
  {
    name: 'in process',
    open: async (access = allowAll()) => {
      const { calendar, clock } = serveCalendar()
      return { client: calendar.as(null, access), calendar, clock, close: async () => undefined }
    },
  },
  {
    name: 'over a handler',
    open: async (access) => {
      const { calendar, clock, handler } = serveCalendar(access)
      return { client: clientOver(handler), calendar, clock, close: async () => undefined }
    },
  },
  {
    name: 'over HTTP',
    open: async (access) => {
      const { calendar, clock, handler } = serveCalendar(access)
      const server = createServer(toNodeListener(handler))
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const address = server.address()
      const port = typeof address === 'object' ? address?.port : undefined
      const client = createClient({ baseUrl: `http://127.0.0.1:${port}${base}/` })
      const close = async (): Promise<void> => {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      }
      return { client, calendar, clock, close }
    },
  },
]
