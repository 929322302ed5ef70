import type { Calendar } from '@kalends/core'
import { internals } from '@kalends/core/internal'
import { requireKnownOptions } from '@kalends/core/store'
import { type ConfirmationStore, memoryConfirmations } from './confirmations.ts'
import { findFreeTime } from './reads/find-free-time.ts'
import { getEvent } from './reads/get-event.ts'
import { listPlaces } from './reads/list-places.ts'
import { nowAndZone } from './reads/now-and-zone.ts'
import { searchEvents } from './reads/search-events.ts'
import { whyNotListed } from './reads/why-not-listed.ts'
import type { Tool, ToolMaker } from './tool.ts'
import { cancelEvent } from './writes/cancel-event.ts'
import { createEvent } from './writes/create-event.ts'
import { updateEvent } from './writes/update-event.ts'

/** The options of the tools of a caller. */
export interface ToolsOptions {
  /** Whether there are tools that write. What the caller may write is up to the access policy. @default false */
  readonly write?: boolean | undefined
  /**
   * The current instant in milliseconds since 1970: for `now_and_zone` and the age of tokens. Lists have the clock of the calendar.
   * @default the clock of the calendar
   */
  readonly now?: (() => number) | undefined
  /**
   * The tokens of dry runs, where several processes answer the calls of one caller.
   * @default tokens in memory, for these tools alone
   */
  readonly confirmations?: ConfirmationStore | undefined
  /** Receives errors that Kalends does not know, of which an answer says `internal` alone. @default ignores them */
  readonly onError?: ((error: unknown) => void) | undefined
}

const readers: readonly ToolMaker[] = [nowAndZone, searchEvents, getEvent, listPlaces, findFreeTime, whyNotListed]
const writers: readonly ToolMaker[] = [createEvent, updateEvent, cancelEvent]

/**
 * Makes the tools of a caller, for any server of tools. Every answer says local time, zone, UTC and a sentence. A write takes two calls: the
 * first one stores nothing, and says what the second one would store.
 * @param calendar a calendar for an actor, of `calendar.as(actor, access)`
 * @throws TypeError the calendar is not for an actor, or not one of `createCalendar`; or an option is invalid
 * @example
 * const tools = createTools(calendar.as({ id: '7' }, roles({ editors: ['member'] })), { write: true })
 * const answer = await tools.find(({ name }) => name === 'search_events')?.handler({ from: 'today' })
 */
export function createTools(calendar: Calendar, options: ToolsOptions = {}): readonly Tool[] {
  requireKnownOptions('createTools', options, { write: true, now: true, confirmations: true, onError: true })
  const own = internals(calendar)
  if (!own.isComplete) throw new TypeError('createTools takes a calendar of createCalendar')
  if (own.viewer().policy === null) throw new TypeError('createTools takes a calendar for an actor: calendar.as(actor, access)')
  const { now = () => calendar.clock.nowMs(), confirmations = memoryConfirmations(), onError = () => undefined } = options
  const { write = false } = options
  for (const [name, given] of Object.entries({ now, onError, 'confirmations.take': confirmations.take }))
    if (typeof given !== 'function') throw new TypeError(`${name} must be a function`)
  const makers = write === true ? [...readers, ...writers] : readers
  return makers.map((make) => make({ calendar, nowMs: now, confirmations, onError }))
}
