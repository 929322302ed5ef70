import { AsyncLocalStorage } from 'node:async_hooks'
import { type MemoryStore, memoryStore } from '@kalends/memory'
import { type FixedClock, fixedClock, strictStore } from '@kalends/testing'
import type { Calendar } from '../src/calendar/api.ts'
import { createCalendar } from '../src/calendar/calendar.ts'
import type { CalendarOptions } from '../src/calendar/options.ts'
import { isCalendarError } from '../src/errors/calendar-error.ts'
import type { ErrorCode } from '../src/errors/codes.ts'
import type { EventInput } from '../src/kinds/event/schema.ts'

/** A calendar for a test, with its clock and its store. */
export interface OpenCalendar {
  /** The calendar of trusted code, in the time zone Europe/Berlin. */
  calendar: Calendar
  /** Stands at noon UTC of 1 June 2026, a Monday, until the test changes it. */
  clock: FixedClock
  /** The store with the records. */
  memory: MemoryStore
}

/** An empty calendar over a memory store, in a wrapper that throws when the store is used against its contract. */
export function openCalendar(options: Partial<CalendarOptions> = {}): OpenCalendar {
  const memory = memoryStore()
  const clock = fixedClock('2026-06-01T12:00:00Z')
  const store = strictStore(memory, { context: new AsyncLocalStorage<boolean>() })
  return { calendar: createCalendar({ store, clock, timeZone: 'Europe/Berlin', ...options }), clock, memory }
}

/** The input of a plain event: an evening in June 2026. */
export const anEvent = (change: Partial<EventInput> = {}): EventInput => ({
  title: 'Choir',
  startDate: '2026-06-10 19:30:00',
  endDate: '2026-06-10 21:00:00',
  ...change,
})

/** The code of the error that some work ends with, or `done`. */
export async function outcomeOf(work: Promise<unknown>): Promise<ErrorCode | 'done'> {
  try {
    await work
    return 'done'
  } catch (error) {
    if (isCalendarError(error)) return error.code
    throw error
  }
}

/** The fields that some work finds invalid, with the reasons; empty when it finds none. */
export async function issuesOf(work: Promise<unknown>): Promise<Readonly<Record<string, string>>> {
  try {
    await work
    return {}
  } catch (error) {
    if (isCalendarError(error, 'invalid_input')) return error.details.params
    throw error
  }
}

/** The fields that some work finds invalid, in whole or in part, sorted: `venues` for an issue of `venues[0].name`. */
export async function invalidFields(work: Promise<unknown>): Promise<readonly string[]> {
  return [...new Set(Object.keys(await issuesOf(work)).map((path) => path.replace(/[.[].*/, '')))].sort()
}

/** All items of an iteration. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}
