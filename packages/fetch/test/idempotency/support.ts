import {
  type AccessPolicy,
  type Actor,
  allowAll,
  type Calendar,
  CalendarError,
  type CalendarOptions,
  type CalendarStore,
  createCalendar,
} from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { type FixedClock, fixedClock } from '@kalends/testing'
import { createHandler, type Handler } from '../../src/handler.ts'
import { createIdempotency } from '../../src/idempotency/extension.ts'
import type { HandlerOptions } from '../../src/index.ts'
import { now, type Reply, toReply, toRequest } from '../support.ts'

/** A calendar that is served, with the records that it created. */
export interface Served {
  readonly calendar: Calendar
  readonly handler: Handler
  readonly clock: FixedClock
  /** The names of the listeners' changes up to now. */
  readonly changes: readonly string[]
  /** Posts a body with a key. */
  post(path: string, body: unknown, key?: string, headers?: Readonly<Record<string, string>>): Promise<Reply>
  /** How many events there are, in any status. */
  events(): Promise<number>
}

/** What tests of keys choose. */
export interface ServeOptions extends Partial<HandlerOptions> {
  readonly store?: CalendarStore
  readonly keyWaitMs?: number
  readonly calendar?: Partial<CalendarOptions>
}

/** Serves a calendar whose callers are named by the header `X-Actor`: an id, with quotes if it is a text. */
export function serve({ store = memoryStore(), keyWaitMs = 5_000, calendar: calendarOptions, ...options }: ServeOptions = {}): Served {
  const clock = fixedClock(now)
  const calendar = createCalendar({ store, clock, ...calendarOptions })
  const changes: string[] = []
  for (const kind of ['event', 'venue', 'organizer', 'category', 'tag'] as const)
    calendar.on(`${kind}.created`, ({ name }) => void changes.push(name))
  const use = [createIdempotency(keyWaitMs)]
  const handler = createHandler(calendar, { access: allowAll(), authenticate: actorOf, use, ...options })
  return {
    calendar,
    handler,
    clock,
    changes,
    post: async (path, body, key, headers = {}) =>
      toReply(await handler(toRequest('POST', path, body, { ...(key !== undefined && { 'idempotency-key': key }), ...headers }))),
    events: async () => (await calendar.events.list({ status: ['any'], startsAfter: '1900-01-01', endsBefore: '2200-01-01' })).total,
  }
}

function actorOf({ headers }: Request): Actor | null {
  const given = headers.get('x-actor')
  return given === null ? null : { id: given, roles: [] }
}

/** A policy that allows everything, and answers after some turns of the event loop. */
export const slowPolicy: AccessPolicy = {
  readable: async (actor, kind) => {
    await turns()
    return allowAll().readable(actor, kind)
  },
  may: async () => {
    await turns()
    return true
  },
}

/** Waits for some turns of the event loop. */
export async function turns(count = 3): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** A gate that holds work until it is opened. */
export interface Gate {
  /** Resolves when work has arrived. */
  readonly arrived: Promise<void>
  /** Waits until the gate is open. */
  pass(): Promise<void>
  open(): void
}

export function createGate(): Gate {
  let arrive = (): void => undefined
  let open = (): void => undefined
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return {
    arrived,
    pass: () => {
      arrive()
      return opened
    },
    open: () => open(),
  }
}

/** Statuses and codes, and whether responses were stored. */
export const codes = (replies: readonly Reply[]): readonly string[] =>
  replies.map(({ status, headers, body }) => `${status}${headers.has('idempotency-replayed') ? ' replayed' : ''} ${body.code ?? ''}`.trim())

/** The first creation of an event waits in its transaction, at a hook, and then fails if the test asks for it. */
export function holdFirst({ calendar }: Served, fails = false): Gate {
  const gate = createGate()
  let isFirst = true
  calendar.before('event.create', async () => {
    if (!isFirst) return
    isFirst = false
    await gate.pass()
    if (fails) throw new CalendarError('refused', {}, { message: 'The first one fails.' })
  })
  return gate
}
