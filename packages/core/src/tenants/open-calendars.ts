import type { Calendar } from '../calendar/api.ts'
import { CalendarError, isCalendarError } from '../errors/calendar-error.ts'
import { requireKnownOptions } from '../errors/known-names.ts'
import { callAfter } from '../time/timer.ts'

/** The calendar of a tenant, and how it is closed. */
export interface OpenedCalendar {
  /** The calendar, over a store of its own. */
  readonly calendar: Calendar
  /** Closes its database. It is called once, when nothing uses the calendar. @default there is nothing to close */
  readonly close?: (() => void | Promise<void>) | undefined
}

/** How the calendars of tenants are opened and kept. */
export interface OpenCalendarsOptions {
  /**
   * Opens the calendar of a tenant: its file, schema, prefix, database or object. It is called when a tenant without an open calendar is
   * used. A `CalendarError` reaches the caller, such as `not_found` for an unknown tenant; any other failure is `unavailable`, with the
   * failure as its `cause`. The next use calls it again.
   */
  readonly open: (tenant: string) => OpenedCalendar | Promise<OpenedCalendar>
  /** How many calendars stay open, from 1. More are open while more are used at once. @default 500 */
  readonly max?: number | undefined
  /** After how many milliseconds without use a calendar is closed. @default 300,000 */
  readonly idleMs?: number | undefined
  /**
   * How many milliseconds a use waits for `open`, and before that for the end of the calendar that the tenant had; then it is `unavailable`. A
   * calendar that is opened later is closed at once, and no other one of the tenant is opened before that. @default 30,000
   */
  readonly openTimeoutMs?: number | undefined
  /** Takes the failures of `close`. @default they are dropped */
  readonly onError?: ((error: unknown, tenant: string) => void) | undefined
}

/** The calendars of many tenants, opened when they are used. */
export interface Calendars {
  /**
   * Works with the calendar of a tenant, which stays open meanwhile.
   * @throws unavailable `open` has failed; and whatever `open` and the work throw
   */
  use<T>(tenant: string, work: (calendar: Calendar) => T | Promise<T>): Promise<T>
  /**
   * Closes the calendar of a tenant, or those of all. Resolves once the work with them has ended and they are closed, so work must not
   * await it. A tenant that is used later is opened again, after that.
   */
  close(tenant?: string): Promise<void>
}

/** A calendar that is open, or being opened. */
interface Entry {
  /** Rejects if it cannot be opened. */
  readonly opened: Promise<OpenedCalendar>
  /** Whether it is open. */
  isOpen: boolean
  /** How many calls work with it. */
  uses: number
  /** Cancels the timer of a calendar that nothing uses. */
  stopTimer?: () => void
  /** Called when the last use ends, if the calendar is to be closed then. */
  whenUnused?: () => void
}

/**
 * Keeps the calendars of many tenants, each with a database of its own: those that were used last stay open (LRU).
 * @throws TypeError an option is missing, unknown or has no meaning
 * @example
 * import { Kysely } from 'kysely'
 * import { nodeSqliteDialect } from '@kalends/kysely/node-sqlite'
 *
 * const towns = new Set(['springfield', 'shelbyville'])
 * const calendars = openCalendars({
 *   open: async (town) => {
 *     if (!towns.has(town)) throw new CalendarError('not_found', {})
 *     const db = new Kysely({ dialect: nodeSqliteDialect(`${town}.db`) })
 *     await migrateToLatest(db)
 *     return { calendar: createCalendar({ store: kyselyStore(db) }), close: () => db.destroy() }
 *   },
 * })
 * await calendars.use('springfield', (calendar) => calendar.events.list())
 */
export function openCalendars(options: OpenCalendarsOptions): Calendars {
  const { open, max, idleMs, openTimeoutMs, onError } = readOptions(options)
  /** Open calendars; those used last come last. */
  const entries = new Map<string, Entry>()
  const closings = createClosings(onError)

  const begin = (tenant: string): Entry => {
    const opening = beginOpening(closings.of(tenant), open, tenant)
    const opened = inTime(opening.opened, openTimeoutMs, () => {
      opening.abandon()
      void closings.add(tenant, closeOne(opening, undefined))
      return new CalendarError('unavailable', {}, { message: `${cannotOpen(tenant)} It was not open after ${openTimeoutMs} milliseconds.` })
    })
    const entry: Entry = { opened, isOpen: false, uses: 0 }
    entry.opened.then(
      () => (entry.isOpen = true),
      () => entries.get(tenant) === entry && entries.delete(tenant),
    )
    return entry
  }
  const enter = (tenant: string): Entry => {
    const entry = entries.get(tenant) ?? begin(tenant)
    entries.delete(tenant)
    entries.set(tenant, entry)
    entry.stopTimer?.()
    entry.uses += 1
    return entry
  }
  const leave = (tenant: string, entry: Entry): void => {
    entry.uses -= 1
    if (entry.uses > 0) return
    entry.whenUnused?.()
    if (entries.get(tenant) !== entry) return
    entry.stopTimer = callAfter(idleMs, () => void end(tenant, entry))
    if (entries.size > max) for (const [name, one] of tooMany(entries, max)) void end(name, one)
  }
  const end = (tenant: string, entry: Entry): Promise<void> => {
    entry.stopTimer?.()
    entries.delete(tenant)
    const unused = entry.uses === 0 ? undefined : new Promise<void>((resolve) => (entry.whenUnused = resolve))
    return closings.add(tenant, closeOne(entry, unused))
  }
  return {
    async use(tenant, work) {
      if (typeof tenant !== 'string') throw new TypeError(`a tenant must be a text, not ${String(tenant)}`)
      const entry = enter(tenant)
      try {
        const { calendar } = await entry.opened
        return await work(calendar)
      } finally {
        leave(tenant, entry)
      }
    },
    async close(tenant) {
      for (const [name, entry] of entries) if (tenant === undefined || tenant === name) void end(name, entry)
      await (tenant === undefined ? closings.all() : closings.of(tenant))
    },
  }
}

/** The calendars that are being closed: each tenant has one open calendar at most. */
function createClosings(onError: OpenCalendarsOptions['onError']) {
  const closing = new Map<string, Promise<void>>()
  return {
    of: (tenant: string): Promise<void> | undefined => closing.get(tenant),
    all: (): Promise<unknown> => Promise.all(closing.values()),
    add: (tenant: string, closed: Promise<void>): Promise<void> => {
      const ended = Promise.all([closing.get(tenant), closed])
        .then(() => undefined)
        .catch((error: unknown) => onError?.(error, tenant))
        // Nothing waits for it, and a rejection would end the process.
        .catch(() => undefined)
        .finally(() => closing.get(tenant) === ended && closing.delete(tenant))
      closing.set(tenant, ended)
      return ended
    },
  }
}

/** The unused calendars beyond the maximum, those used last kept. Names that strangers invent close none: only what is open counts. */
function tooMany(entries: ReadonlyMap<string, Entry>, max: number): readonly (readonly [string, Entry])[] {
  const open = [...entries].filter(([, { isOpen }]) => isOpen)
  return open.filter(([, { uses }]) => uses === 0).slice(0, Math.max(0, open.length - max))
}

/** Opens the calendar of a tenant once the one before it is closed, unless it is abandoned until then. */
function beginOpening(closed: Promise<void> | undefined, open: OpenCalendarsOptions['open'], tenant: string) {
  let isAbandoned = false
  const run = async (): Promise<OpenedCalendar> => {
    await closed
    if (isAbandoned) throw new CalendarError('unavailable', {}, { message: cannotOpen(tenant) })
    try {
      return await open(tenant)
    } catch (error) {
      throw isCalendarError(error) ? error : new CalendarError('unavailable', {}, { message: cannotOpen(tenant), cause: error })
    }
  }
  return { opened: run(), abandon: () => (isAbandoned = true) }
}

/** The result of some work, or the error of `toError` if it is not there in time. */
function inTime<T>(work: Promise<T>, timeoutMs: number, toError: () => CalendarError): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = callAfter(timeoutMs, () => reject(toError()))
    work.then(resolve, reject).finally(stop)
  })
}

async function closeOne({ opened }: Pick<Entry, 'opened'>, unused: Promise<void> | undefined): Promise<void> {
  await unused
  const found = await opened.catch(() => undefined)
  await found?.close?.()
}

const cannotOpen = (tenant: string): string => `The calendar of the tenant ${JSON.stringify(tenant)} cannot be opened.`

/** The longest time of a timer, in milliseconds: a longer one ends at once. */
const longestMs = 2_147_483_647

function readOptions(options: OpenCalendarsOptions) {
  requireKnownOptions('openCalendars', options, { open: true, max: true, idleMs: true, openTimeoutMs: true, onError: true })
  const { open, max = 500, idleMs = 300_000, openTimeoutMs = 30_000, onError } = options
  for (const [name, given] of Object.entries({ open, onError: onError ?? open }))
    if (typeof given !== 'function') throw new TypeError(`openCalendars: ${name} must be a function`)
  for (const [name, count] of Object.entries({ max, idleMs, openTimeoutMs }))
    if (!Number.isSafeInteger(count) || count < 1 || count > longestMs)
      throw new TypeError(`openCalendars: ${name} must be an integer from 1 to ${longestMs}, not ${String(count)}`)
  return { open, max, idleMs, openTimeoutMs, onError }
}
