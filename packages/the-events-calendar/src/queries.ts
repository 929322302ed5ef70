import { type Calendar, isCalendarError, type Page } from '@kalends/core'
import { type Issues, invalidInput, limits, toSlug } from '@kalends/core/internal'
import type { Kind } from '@kalends/core/store'
import { readDate } from './dates.ts'
import { fromDisplayText } from './entities.ts'
import type { QueryValues } from './values.ts'
import { isStrict, toWholeDay } from './whole-days.ts'
import { maxPerPageOfWordpress, readWordpressQuery } from './wordpress.ts'

/** How many unknown names of a filter are reported: each takes a statement or two to look for. */
const maxUnknown = 10

/** The largest page of that service. */
const maxPerPage = 50

/** The filters that are whole days unless the request is strict. */
const dayFilters = ['startsFrom', 'startsUntil']
const dateFilters = [...dayFilters, 'from', 'to', 'startsBefore', 'startsAfter', 'endsBefore', 'endsAfter', 'updatedAfter']

/** The filters that name terms of events. */
const termFilters = ['categories', 'tags']

/** Ids and slugs, with names as the slugs that are made of them: `Arts & Crafts` finds `arts-crafts`. */
const toSlugs = (text: string): string =>
  text
    .split(',')
    .map((name) => toSlug(fromDisplayText(name)) || name)
    .join(',')

/** What is known of a list beside its kind. */
export interface ListFacts {
  /** The values of `orderby` that it knows. @default all are accepted */
  readonly orders?: readonly string[]
  /** Whether it is at an address of WordPress itself. @default false */
  readonly isOfWordpress?: boolean
}

/** How the records that a filter names are found. */
interface Reference {
  /** Reads one by its id or slug. */
  get(calendar: Calendar, ref: number | string): Promise<unknown>
  /** Lists those with some ids, at most a page. @default each is read by itself */
  list?(calendar: Calendar, input: { readonly ids: readonly number[]; readonly perPage: number }): Promise<Page<{ readonly id: number }>>
}

/** The filters of each kind that name records. */
const references: Readonly<Record<Kind, Readonly<Record<string, Reference>>>> = {
  event: {
    categories: {
      get: (calendar, ref) => calendar.categories.get(ref),
      list: (calendar, input) => calendar.categories.list(input),
    },
    tags: { get: (calendar, ref) => calendar.tags.get(ref), list: (calendar, input) => calendar.tags.list(input) },
    venueIds: {
      get: (calendar, ref) => calendar.venues.get(ref),
      list: (calendar, input) => calendar.venues.list({ ...input, status: 'any' }),
    },
    organizerIds: {
      get: (calendar, ref) => calendar.organizers.get(ref),
      list: (calendar, input) => calendar.organizers.list({ ...input, status: 'any' }),
    },
    parentIds: { get: (calendar, ref) => calendar.events.get(ref) },
  },
  venue: {},
  organizer: {},
  category: { parentIds: { get: (calendar, ref) => calendar.categories.get(ref) } },
  tag: {},
}

/**
 * Returns the filters of a list: dates in the forms of the interface, the first and the last as whole days unless the request is strict,
 * terms by slug, at most 50 records in a page, a known order.
 * @throws invalid_input a filter names a record that the caller does not see
 */
export async function readListQuery(
  kind: Kind,
  { selection: _, ...given }: QueryValues,
  calendar: Calendar,
  { orders, isOfWordpress = false }: ListFacts = {},
): Promise<QueryValues> {
  const { strictDates: _strict, ...filters } = given
  const query: Record<string, string | readonly string[]> = {
    ...(isOfWordpress ? await readWordpressQuery(kind, filters, calendar) : filters),
  }
  for (const name of dateFilters) {
    const value = query[name]
    if (typeof value === 'string') query[name] = readDate(value)
  }
  for (const name of isStrict(given) ? [] : dayFilters) {
    const value = query[name]
    if (typeof value === 'string') query[name] = toWholeDay(value, calendar)
  }
  for (const name of termFilters) {
    const value = query[name]
    if (kind === 'event' && value !== undefined) query[name] = typeof value === 'string' ? toSlugs(value) : value.map(toSlugs)
  }
  const { perPage, orderBy } = query
  const largest = Math.min(isOfWordpress ? maxPerPageOfWordpress : maxPerPage, calendar.maxPerPage)
  if (typeof perPage === 'string' && /^\d+$/.test(perPage) && Number(perPage) > largest) query['perPage'] = String(largest)
  if (typeof orderBy === 'string' && orders?.includes(orderBy) === false) delete query['orderBy']
  await ensureReferences(kind, query, calendar)
  return query
}

/** @throws invalid_input a filter names no record that the caller sees */
async function ensureReferences(kind: Kind, query: QueryValues, calendar: Calendar): Promise<void> {
  const issues: Issues = {}
  for (const [member, reference] of Object.entries(references[kind])) {
    // A single text can hold several values, too.
    const texts = [query[member] ?? []].flat().flatMap((text) => text.split(',').map((value) => value.trim()))
    // The parent 0 is that of records without a parent. A list of more values is refused by the calendar.
    const values = [...new Set(texts)].filter((text) => text !== '' && !(text === '0' && member === 'parentIds')).slice(0, limits.list)
    const unknown = await unknownOf(reference, values, calendar)
    if (unknown.length > 0) issues[member] = { code: 'unknown_names', values: unknown }
  }
  if (Object.keys(issues).length > 0) throw invalidInput(issues)
}

/** The first of some values that are neither the id nor the slug of a record that the caller sees. Digits are an id, or else a slug. */
async function unknownOf({ get, list }: Reference, values: readonly string[], calendar: Calendar): Promise<readonly string[]> {
  const ids = values.filter((text) => /^[1-9]\d{0,14}$/.test(text)).map(Number)
  const known = new Set<string>()
  // Several ids are found by few statements; a filter rarely has several slugs.
  for (let from = 0; list !== undefined && ids.length > 1 && from < ids.length; from += calendar.maxPerPage) {
    const some = ids.slice(from, from + calendar.maxPerPage)
    for (const { id } of (await list(calendar, { ids: some, perPage: calendar.maxPerPage })).items) known.add(String(id))
  }
  const unknown: string[] = []
  for (const text of values) {
    if (unknown.length === maxUnknown) break
    if (
      !known.has(text) &&
      !(ids.includes(Number(text)) && (await isKnown(get(calendar, Number(text))))) &&
      !(await isKnown(get(calendar, text)))
    )
      unknown.push(text)
  }
  return unknown
}

async function isKnown(reading: Promise<unknown>): Promise<boolean> {
  try {
    await reading
    return true
  } catch (error) {
    if (isCalendarError(error, 'not_found') || isCalendarError(error, 'in_trash')) return false
    // A text that can be neither is refused by the list itself.
    if (isCalendarError(error, 'invalid_input') || error instanceof TypeError) return true
    throw error
  }
}
