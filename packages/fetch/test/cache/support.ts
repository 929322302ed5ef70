import { allowAll, type Calendar, type CalendarOptions, type CalendarStore, createCalendar } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { type FailingStore, type FixedClock, failingStore, fixedClock } from '@kalends/testing'
import { createHandler, type Handler, type HandlerOptions } from '../../src/index.ts'
import { now, toRequest, withStandard } from '../support.ts'

/** A calendar with a caching handler that counts the store calls of each request. */
export interface Watched {
  readonly calendar: Calendar
  readonly handler: Handler
  readonly clock: FixedClock
  readonly store: FailingStore
  /** The response as a caller sees it, and how many store calls it took. */
  read(path: string, headers?: Readonly<Record<string, string>>, method?: string): Promise<ReadResult>
}

/** A response, as its caller sees it. */
export interface ReadResult {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** The number of store calls; a cached response takes exactly one, for the revision. */
  readonly calls: number
}

/** Starts a calendar on a store that counts every call. */
export function watch(
  options: Partial<HandlerOptions> = {},
  calendarOptions: Partial<CalendarOptions> = {},
  inner: CalendarStore = memoryStore(),
): Watched {
  const store = failingStore(inner, { failAt: Number.POSITIVE_INFINITY })
  const clock = fixedClock(now)
  const calendar = createCalendar({ store, clock, timeZone: 'Europe/Berlin', ...calendarOptions })
  const handler = createHandler(calendar, { access: allowAll(), ...options, use: withStandard(options.use) })
  return { calendar, handler, clock, store, read: (path, headers, method) => readFrom(handler, store, path, headers, method) }
}

/** Reads through any handler over a counted store. */
export async function readFrom(
  handler: (request: Request) => Promise<Response>,
  store: FailingStore,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<ReadResult> {
  const before = store.calls()
  const response = await handler(toRequest(method, path, undefined, headers))
  const text = await response.text()
  return { status: response.status, headers: Object.fromEntries(response.headers), text, calls: store.calls() - before }
}

/** The minimal input of an event, by the core's names. */
export const concert = { title: 'Concert', startDate: '2026-05-31 19:30:00', endDate: '2026-05-31 21:00:00' } as const

/** One record of each kind, linked by one event. */
export const fill = (calendar: Calendar): Promise<unknown> =>
  calendar.events.create({ ...concert, venues: { name: 'Hall' }, organizers: { name: 'Choir' }, categories: ['Music'], tags: ['Free'] })
