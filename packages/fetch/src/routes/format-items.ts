import type { Calendar, Event, EventListInput, Page, Venue } from '@kalends/core'
import { type EventSeries, type Format, type FormatItem, isEventSeries } from '@kalends/core/format'
import { invalidInput } from '@kalends/core/internal'
import { toEventListInput } from '../parameters/event.ts'
import { endOf, firstDayOf, formatFiltersOf, hasNames } from '../parameters/format.ts'
import { listConditions } from '../parameters/list-conditions.ts'
import { toProfileListInput } from '../parameters/venue.ts'
import type { EndpointContext } from '../routing/route.ts'

type ListContext = Pick<EndpointContext, 'query' | 'fieldFilters' | 'calendar' | 'settings'>

const maxItemsOf = ({ maxItems = 1_000 }: Format): number => maxItems

/** The venues of a list, the newest first. */
export function listVenues(call: ListContext, format: Format): Promise<readonly Venue[]> {
  const { query, calendar } = call
  const conditions = listConditions(call, 'venue', formatFiltersOf('venue'))
  const input = { ...toProfileListInput(query, call.settings), ...conditions }
  return listPages((page) => calendar.venues.list({ ...input, ...page }), maxItemsOf(format))
}

/**
 * The events of a list, as a format takes them.
 * @throws invalid_input there are more than a document may hold, and the request says where the list ends
 */
export function listEvents(call: ListContext, format: Format): Promise<readonly (Event | EventSeries)[]> {
  const { query, calendar } = call
  const { selection = 'window', daysBack = 0, series = 'occurrences' } = format
  const begun = selection === 'window' ? { ...query, ...firstDayOf(query, daysBack) } : query
  const conditions = listConditions(call, 'event', formatFiltersOf('event'))
  const input = { ...toEventListInput(begun, call.settings), ...conditions }
  const newest = { ...input, orderBy: 'published', order: 'desc' } as const
  if (selection === 'newest') return listPages((page) => calendar.events.list({ ...newest, ...page }), maxItemsOf(format))
  return series === 'rules' && query['series'] !== 'next' ? listWithRules(call, format, input) : listWindow(call, format, input)
}

/** The first events of a list by start. */
export async function firstEvents({ events }: Calendar, input: EventListInput, limit: number): Promise<readonly Event[]> {
  const found: Event[] = []
  for await (const event of events.each(input, { by: 'start', limit })) found.push(event)
  return found
}

/** The first records of a list, in pages as long as the calendar allows. */
async function listPages<T>(read: (page: object) => Promise<Page<T>>, limit: number): Promise<readonly T[]> {
  const items: T[] = []
  for (let page = 1; ; page++) {
    const { items: some, totalPages } = await read({ page, perPage: limit })
    items.push(...some)
    if (items.length >= limit || page >= totalPages) return items.slice(0, limit)
  }
}

async function listWindow({ calendar, query }: ListContext, format: Format, input: object): Promise<readonly Event[]> {
  const limit = maxItemsOf(format)
  const events = await firstEvents(calendar, input, limit + 1)
  return cutToFit(
    events.map((event) => ({ item: event, startDate: event.startDate, size: 1 })),
    limit,
    query,
  )
}

/** An item at its place in a list. */
interface Placed<I extends FormatItem> {
  readonly item: I
  /** The start of its first event in the window. */
  readonly startDate: string
  /** The number of events that the item adds to a document. */
  readonly size: number
}

/**
 * The single events of a list and its series. A series that the format can write as a rule is one item, at the place of its first
 * occurrence in the window; of other series, all occurrences are items.
 */
async function listWithRules(call: ListContext, format: Format, input: object): Promise<readonly (Event | EventSeries)[]> {
  const { calendar, query } = call
  const limit = maxItemsOf(format)
  const isNamed = hasNames(query)
  const first = await firstEvents(calendar, isNamed ? input : { ...input, series: 'next' }, limit + 1)
  // If the request names events by id or uid, an occurrence among them is written as an event, not as its whole series.
  const ofSeries = first.filter(({ recurrence }) => recurrence !== null && (!isNamed || recurrence.id === ''))
  const { read, written } = await readWritten(call, format, ofSeries.map(seriesIdOf), input)
  const others = read.filter((id) => !written.has(id))
  const occurrences = others.length === 0 ? [] : await firstEvents(calendar, { ...withoutNames(input), seriesIds: others }, limit + 1)
  const singles = [...first.filter((event) => !ofSeries.includes(event)), ...occurrences]
  const placed: Placed<Event | EventSeries>[] = [
    ...singles.map((event) => ({ item: event, startDate: event.startDate, size: 1 })),
    ...ofSeries.flatMap((event) => {
      const item = written.get(seriesIdOf(event))
      return item === undefined ? [] : [{ item, startDate: event.startDate, size: sizeOf(item) }]
    }),
  ]
  return cutToFit(placed.sort(byStart), limit, query)
}

/** The number of series in the first read. */
const firstBatch = 50

/** After this many exceptions in one read, the next one has fewer series, otherwise more. */
const manyExceptions = 500

/** The series of a list as a format writes them. */
interface WrittenSeries {
  /** The ids that were read. */
  readonly read: readonly number[]
  /** Those of them that the format writes as rules, by id. */
  readonly written: ReadonlyMap<number, EventSeries>
}

/** Reads series in the order of the list, and only until their rules fill a document: a series can have thousands of exceptions. */
async function readWritten({ calendar }: ListContext, format: Format, ids: readonly number[], input: object): Promise<WrittenSeries> {
  const limit = maxItemsOf(format)
  const series: EventSeries[] = []
  let written: readonly EventSeries[] = []
  let [from, batch, size] = [0, firstBatch, 0]
  while (from < ids.length && size <= limit) {
    const some = await calendar.events.series(ids.slice(from, from + batch), input)
    series.push(...some)
    from += batch
    const rules = withoutExpanded(format, some)
    size += sizeOfAll(rules)
    // What a format says of some series may differ from what it says of all series of the document. So each batch only serves to estimate
    // when the document is full; all series together decide.
    if (size > limit || from >= ids.length) {
      written = series.length === some.length ? rules : withoutExpanded(format, series)
      size = sizeOfAll(written)
    }
    const exceptions = some.reduce((sum, { changed, except }) => sum + changed.length + except.length, 0)
    batch = exceptions > manyExceptions ? Math.ceil(batch / 4) : batch * 2
  }
  return { read: ids.slice(0, from), written: new Map(written.map((one) => [one.series.id, one])) }
}

/** The series that a format writes as rules in a document that has these series. */
function withoutExpanded(format: Format, series: readonly EventSeries[]): readonly EventSeries[] {
  const expanded = new Set(format.expanded?.(series))
  return series.filter((one) => !expanded.has(one))
}

const sizeOfAll = (items: readonly EventSeries[]): number => items.reduce((sum, item) => sum + sizeOf(item), 0)

const seriesIdOf = ({ id, recurrence }: Event): number => recurrence?.seriesId ?? id

/** The input without ids and uids, which name the series and would exclude its occurrences. */
const withoutNames = ({ ids: _ids, uids: _uids, ...input }: { ids?: unknown; uids?: unknown }): object => input

const sizeOf = ({ series, changed }: EventSeries): number => 1 + changed.length + (series.recurrence?.dates.length ?? 0)

const idOf = (item: Event | EventSeries): number => (isEventSeries(item) ? item.series.id : item.id)

const byStart = (a: Placed<Event | EventSeries>, b: Placed<Event | EventSeries>): number =>
  a.startDate === b.startDate ? idOf(a.item) - idOf(b.item) : a.startDate < b.startDate ? -1 : 1

/**
 * Cuts a list that is too long: keeps the items before the day on which the document would exceed the limit.
 * @throws invalid_input the list is too long, and the request says where it ends
 */
function cutToFit<I extends FormatItem>(placed: readonly Placed<I>[], limit: number, query: ListContext['query']): readonly I[] {
  let size = 0
  const tooMany = placed.find((one) => {
    size += one.size
    return size > limit
  })
  const day = tooMany?.startDate.slice(0, 10)
  if (day === undefined) return placed.map(({ item }) => item)
  const end = endOf(query)
  if (end !== undefined) throw invalidInput({ [end]: { code: 'too_many_events', max: limit } })
  return placed.filter(({ startDate }) => startDate.slice(0, 10) < day).map(({ item }) => item)
}
