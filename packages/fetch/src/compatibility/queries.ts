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

type Read = (calendar: Calendar, ref: number | string) => Promise<unknown>

/** The filters of each kind that name records, and how the records are read. */
const references: Readonly<Record<Kind, Readonly<Record<string, Read>>>> = {
  event: {
    categories: (calendar, ref) => calendar.categories.get(ref),
    tags: (calendar, ref) => calendar.tags.get(ref),
    venues: (calendar, ref) => calendar.venues.get(ref),
    organizers: (calendar, ref) => calendar.organizers.get(ref),
    parentId: (calendar, ref) => calendar.events.get(ref),
  },
  venue: {},
  organizer: {},
  category: { parentId: (calendar, ref) => calendar.categories.get(ref) },
  tag: {},
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
  await ensureReferences(kind, query, calendar)
  return query
}

/** @throws invalid_input a filter names no record that the caller sees */
async function ensureReferences(kind: Kind, query: QueryValues, calendar: Calendar): Promise<void> {
  const issues: Record<string, string> = {}
  for (const [member, read] of Object.entries(references[kind])) {
    // A single text can hold several values, too.
    const values = [query[member] ?? []].flat().flatMap((text) => text.split(','))
    for (const value of values.slice(0, maxReferences)) {
      const text = value.trim()
      // The parent 0 is that of records without a parent.
      if (text === '' || (text === '0' && member === 'parentId') || (await names(read, calendar, text))) continue
      issues[member] = issues[member] === undefined ? `names nothing: ${text}` : `${issues[member]}, ${text}`
    }
  }
  if (Object.keys(issues).length > 0) throw invalidInput(issues)
}

/** A list of more values is refused by the calendar. */
const maxReferences = 100

/** Whether a text is the id or the slug of a record that the caller sees. Digits are an id, or else a slug. */
async function names(read: Read, calendar: Calendar, text: string): Promise<boolean> {
  const isId = /^\d+$/.test(text)
  return (isId && Number(text) > 0 && (await isKnown(read, calendar, Number(text)))) || isKnown(read, calendar, text)
}

async function isKnown(read: Read, calendar: Calendar, ref: number | string): Promise<boolean> {
  try {
    await read(calendar, ref)
    return true
  } catch (error) {
    if (isCalendarError(error, 'not_found') || isCalendarError(error, 'in_trash')) return false
    // A text that can be neither is refused by the list itself.
    if (isCalendarError(error, 'invalid_input') || error instanceof TypeError) return true
    throw error
  }
}
