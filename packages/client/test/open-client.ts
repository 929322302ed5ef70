import { createServer } from 'node:http'
import {
  type AccessPolicy,
  allowAll,
  type Calendar,
  type CalendarClient,
  type CalendarOf,
  type CalendarStore,
  createCalendar,
} from '@kalends/core'
import { createHandler, type Handler, type HandlerOptions } from '@kalends/fetch'
import { changes } from '@kalends/fetch/changes'
import { counts } from '@kalends/fetch/counts'
import { explain } from '@kalends/fetch/explain'
import { freeBusy } from '@kalends/fetch/free-busy'
import { history } from '@kalends/fetch/history'
import { idempotency } from '@kalends/fetch/idempotency'
import { toNodeListener } from '@kalends/fetch/node'
import { memoryStore } from '@kalends/memory'
import { type FixedClock, fixedClock } from '@kalends/testing'
import * as z from 'zod'
import { createClient } from '../src/index.ts'
import type { ClientOptions } from '../src/options.ts'

/** The "now" of these tests: a Wednesday. */
export const now = '2026-03-04T12:00:00Z'

/** The path of the routes. */
export const base = '/calendar/events/v1'

/** The declared fields of these calendars. */
export const fields = {
  event: {
    level: { schema: z.enum(['beginner', 'pro']).optional(), filter: 'is' },
    seats: { schema: z.number().int().min(0).optional(), filter: 'range' },
  },
  venue: { wheelchair: { schema: z.boolean().default(false), filter: 'is' } },
  organizer: { since: { schema: z.string().optional(), filter: 'range' } },
  category: { color: { schema: z.string().optional(), filter: 'is' } },
  tag: { notes: { schema: z.array(z.object({ by: z.string() })).optional() } },
} as const

const declare = (store: CalendarStore, clock: FixedClock) =>
  createCalendar({ store, clock, timeZone: 'Europe/Berlin', currency: 'EUR', fields })

/** The types of these fields. */
export type Fields = CalendarOf<ReturnType<typeof declare>>

/** A calendar, and a client of it. */
export interface Opened {
  readonly client: CalendarClient<Fields>
  readonly calendar: Calendar<Fields>
  readonly clock: FixedClock
  close(): Promise<void>
}

/** A calendar in memory, and its handler. */
export interface Served {
  readonly calendar: Calendar<Fields>
  readonly clock: FixedClock
  readonly handler: Handler
}

/** What clients need beside the interface. */
export const use = [changes(), counts(), explain(), freeBusy(), history(), idempotency()]

/** Serves a calendar in memory with a fixed clock, with `allowAll()` unless a policy is given. */
export function serveCalendar(access: AccessPolicy = allowAll(), options: Partial<HandlerOptions> = {}): Served {
  const clock = fixedClock(now)
  const calendar = declare(memoryStore(), clock)
  return { calendar, clock, handler: createHandler(calendar, { access, publicUrl: 'https://town.example', use, ...options }) }
}

/** A client over a function from request to response. */
export const clientOver = (fetch: (request: Request) => Promise<Response>, options: Partial<ClientOptions> = {}): CalendarClient<Fields> =>
  createClient<Fields>({ baseUrl: `https://town.example${base}`, fetch, ...options })

/** A handler that clients can reach. */
interface Connected {
  /** The options of its clients. */
  readonly options: ClientOptions
  close(): Promise<void>
}

/** The ways of a client to a handler. */
export const remoteWays: readonly { readonly name: string; connect(handler: Handler): Promise<Connected> }[] = [
  {
    name: 'over a handler',
    connect: async (handler) => ({ options: { baseUrl: `https://town.example${base}`, fetch: handler }, close: async () => undefined }),
  },
  {
    name: 'over HTTP',
    connect: async (handler) => {
      const server = createServer(toNodeListener(handler))
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const address = server.address()
      const port = typeof address === 'object' ? address?.port : undefined
      const close = async (): Promise<void> => {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      }
      return { options: { baseUrl: `http://127.0.0.1:${port}${base}/` }, close }
    },
  },
]

/** The three ways to the same calendar. */
export const ways: readonly { readonly name: string; open(access?: AccessPolicy): Promise<Opened> }[] = [
  {
    name: 'in process',
    open: async (access = allowAll()) => {
      const { calendar, clock } = serveCalendar()
      return { client: calendar.as(null, access), calendar, clock, close: async () => undefined }
    },
  },
  ...remoteWays.map(({ name, connect }) => ({
    name,
    open: async (access?: AccessPolicy) => {
      const { calendar, clock, handler } = serveCalendar(access)
      const { options, close } = await connect(handler)
      return { client: createClient<Fields>(options), calendar, clock, close }
    },
  })),
]
