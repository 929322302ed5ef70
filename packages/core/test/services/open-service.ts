import type { MemoryStore } from '@kalends/memory'
import type { FixedClock } from '@kalends/testing'
import type { AccessPolicy, Actor } from '../../src/access/policy.ts'
import type { CalendarClient } from '../../src/calendar/client.ts'
import type { CalendarOptions } from '../../src/calendar/options.ts'
import { openCalendar } from '../open-calendar.ts'

/** An empty calendar for one case, as its callers see it: in process, or through a client. */
export interface OpenService {
  /** The calendar of a caller with all permissions, in the time zone Europe/Berlin. */
  readonly calendar: CalendarClient
  /** Stands at noon UTC of 1 June 2026, a Monday, until the case changes it. */
  readonly clock: FixedClock
  /** The store with the records. */
  readonly memory: MemoryStore
  /** The same calendar for another caller. */
  as(actor: Actor | null, access: AccessPolicy): Promise<CalendarClient>
}

/** Opens the calendar of a case. The cases of this folder run in process, and through `@kalends/client` with each of its ways to a handler. */
export type ServiceOpener = (options?: Partial<CalendarOptions>) => Promise<OpenService>

/** Opens a calendar in process. */
export const openInProcess: ServiceOpener = async (options) => {
  const { calendar, clock, memory } = openCalendar(options)
  return { calendar, clock, memory, as: async (actor, access) => calendar.as(actor, access) }
}
