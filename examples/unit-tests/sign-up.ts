import { isCalendarError } from '@kalends/client'
import type { CalendarClient, Event } from '@kalends/core'
import type { Town } from './town.ts'

/** The pages of the courses for professionals with at least ten seats that start after an instant. */
export async function* openCourses(client: CalendarClient<Town>, after: Date, perPage = 20): AsyncGenerator<readonly Event<Town>[]> {
  for (let page = 1, totalPages = 1; page <= totalPages; page++) {
    const filters = { startsAfter: after, fields: { level: 'pro', seats: { gte: 10 } } } as const
    const list = await client.events.list({ ...filters, page, perPage })
    yield list.items
    totalPages = list.totalPages
  }
}

/** What became of a sign-up: the course with fewer seats, or why not. */
export type SignUp = { readonly course: Event<Town> } | { readonly problem: 'changed' | 'full' }

/**
 * Takes seats of a course as its reader saw it. The version is the precondition: of two people who saw the same course, the second one is
 * asked to look again, and no seat is sold twice.
 */
export async function signUp(client: CalendarClient<Town>, seen: Event<Town>, people: number): Promise<SignUp> {
  const seats = (seen.fields.seats ?? 0) - people
  if (seats < 0) return { problem: 'full' }
  try {
    return { course: await client.events.update(seen.id, { fields: { seats } }, { version: seen.version }) }
  } catch (error) {
    if (isCalendarError(error, 'version_conflict')) return { problem: 'changed' }
    throw error
  }
}
