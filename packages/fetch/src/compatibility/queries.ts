import { type Calendar, isCalendarError } from '@kalends/core'
import { invalidInput } from '@kalends/core/internal'
import type { Kind } from '@kalends/core/store'
import type { QueryValues } from '../options/compatibility.ts'
import { eventFilters } from '../parameters/event.ts'
import type { Parameter } from '../parameters/parameter.ts'
import { categoryFilters, tagFilters } from '../parameters/term.ts'
import { profileFilters } from '../parameters/venue.ts'
import { readDate } from './dates.ts'

/** The largest page of that service. */
const maxPerPage = 50

const dateFilters = ['startDate', 'endDate', 'startsBefore', 'startsAfter', 'endsBefore', 'endsAfter', 'updatedAfter']

/** The values of `orderby` that a list knows. */
const ordersOf = (filters: readonly Parameter[]): readonly string[] =>
  Object.keys(filters.find(({ member }) => member === 'orderBy')?.words ?? {})

const orders: Readonly<Record<Kind, readonly string[]>> = {
  event: ordersOf(eventFilters),
  venue: ordersOf(profileFilters),
  organizer: ordersOf(profileFilters),
  category: ordersOf(categoryFilters),
  tag: ordersOf(tagFilters),
}

/** The filters that name records, and how the records are read. */
const references: Readonly<Record<string, (calendar: Calendar, ref: number | string) => Promise<unknown>>> = {
  categories: (calendar, ref) => calendar.categories.get(ref),
  tags: (calendar, ref) => calendar.tags.get(ref),
  venues: (calendar, ref) => calendar.venues.get(ref),
  organizers: (calendar, ref) => calendar.organizers.get(ref),
  parentId: (calendar, ref) => calendar.events.get(ref),
}

/**
 * Returns the filters of a list: dates in the forms of the interface, at most 50 records in a page, a known order.
 * @throws invalid_input an event filter names a record that the caller does not see
 */
export async function readListQuery(kind: Kind, { selection: _, ...given }: QueryValues, calendar: Calendar): Promise<QueryValues> {
  const query: Record<string, string | readonly string[]> = { ...given }
  for (const name of dateFilters) {
    const value = query[name]
    if (typeof value === 'string') query[name] = readDate(value)
  }
  const { perPage, orderBy } = query
  const largest = Math.min(maxPerPage, calendar.maxPerPage)
  if (typeof perPage === 'string' && /^\d+$/.test(perPage) && Number(perPage) > largest) query['perPage'] = String(largest)
  if (typeof orderBy === 'string' && !orders[kind].includes(orderBy)) delete query['orderBy']
  if (kind === 'event') await ensureReferences(query, calendar)
  return query
}

/** @throws invalid_input a filter names no record that the caller sees */
async function ensureReferences(query: QueryValues, calendar: Calendar): Promise<void> {
  const issues: Record<string, string> = {}
  for (const [member, read] of Object.entries(references)) {
    // A single text can hold several values, too.
    const values = [query[member] ?? []].flat().flatMap((text) => text.split(','))
    for (const value of values.slice(0, maxReferences)) {
      const text = value.trim()
      if (text !== '' && text !== '0' && !(await isKnown(read(calendar, /^\d+$/.test(text) ? Number(text) : text))))
        issues[member] = issues[member] === undefined ? `names nothing: ${text}` : `${issues[member]}, ${text}`
    }
  }
  if (Object.keys(issues).length > 0) throw invalidInput(issues)
}

/** A list of more values is refused by the calendar. */
const maxReferences = 100

async function isKnown(read: Promise<unknown>): Promise<boolean> {
  try {
    await read
    return true
  } catch (error) {
    if (isCalendarError(error, 'not_found') || isCalendarError(error, 'in_trash')) return false
    // An id or a slug that no record can have is refused by the list itself.
    if (isCalendarError(error, 'invalid_input') || error instanceof TypeError) return true
    throw error
  }
}
