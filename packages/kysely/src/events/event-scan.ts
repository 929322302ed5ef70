import type { EventFilter, EventSort, LinkField } from '@kalends/core/store'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { StoreContext } from '../engine/store-context.ts'
import { ofEvent, ofLink } from '../event-filter/columns.ts'
import { hiddenValues } from '../event-filter/hidden.ts'
import { countIndex, type IndexChoice, indexInOrder, isOfList } from '../event-filter/index-choice.ts'
import {
  columnsOf,
  drivingPart,
  type EventSource,
  fromOf,
  isByAuthor,
  isOfSource,
  narrowFields,
  narrowSource,
  tableSource,
} from '../event-filter/source.ts'
import { eventConditions, isLookup, wallRange } from '../event-filter/where.ts'
import { type Column, type Condition, isBetween, isOneOfAuthors } from '../query/conditions.ts'
import type { IndexRange, IndexScan } from '../query/index-scan.ts'
import { isInKeyRange, type KeyRange } from '../query/key-range.ts'
import { isOfLinkField, linkedId, linkFields, linkTables } from '../query/links.ts'

/** Chooses the index along which events are read in slices (sliced.ts). */

/** The maximum number of index ranges to scan in parallel; with more, the filter is checked on each event instead. */
export const maxRanges = 100

/** A scan of events: the tables, and the index order that cuts it into slices. */
export interface EventScan {
  /** The rows to read. */
  readonly source: EventSource
  /** The tables, with the index that SQLite has to read. */
  readonly from: RawBuilder<unknown>
  /** The scan of the index; undefined if events are scanned by id. */
  readonly indexScan: IndexScan | undefined
  /** The keys of the index. */
  readonly keys: readonly Column[]
  /** The direction of the scan. */
  readonly direction: IndexScan['direction']
}

/** The keys of the indexes, as columns of events. */
const keyColumns: Readonly<Record<EventSort['key'], Column>> = {
  startLocal: ofEvent.startWall,
  startMs: ofEvent.startMs,
  endLocal: ofEvent.endWall,
  titleKey: sql`e.title_key`,
  updatedMs: ofEvent.updatedMs,
  publishedMs: ofEvent.publishedMs,
  id: ofEvent.id,
}

/** The order of each index. */
const orderOfIndex: Readonly<Partial<Record<IndexChoice, EventSort['key']>>> = {
  window: 'startLocal',
  instant: 'startMs',
  end: 'endLocal',
  modified: 'updatedMs',
  publication: 'publishedMs',
  authored: 'startLocal',
}

/** The conditions of the filter on a key itself. */
function boundsOf(filter: EventFilter, key: EventSort['key'], column: Column): readonly Condition[] {
  switch (key) {
    case 'startLocal':
      return isBetween(column, wallRange(filter.startLocal))
    case 'endLocal':
      return isBetween(column, wallRange(filter.endLocal))
    case 'startMs':
      return isBetween(column, filter.startMs)
    case 'updatedMs':
      return isBetween(column, filter.updatedMs)
    default:
      return []
  }
}

/** The ranges of an index whose prefix a filter sets: the status, whether an event is hidden, and other leading columns. */
function rangesOf(
  filter: EventFilter,
  from: RawBuilder<unknown>,
  starts: readonly (readonly Condition[])[],
  columns: { status: Column; hidden?: Column },
) {
  const statuses = [...new Set((filter.readable ?? []).map(({ status }) => status))]
  const isHidden = columns.hidden === undefined ? [[]] : hiddenValues(filter).map((value) => [sql<SqlBool>`${columns.hidden} = ${value}`])
  return starts.flatMap((start) =>
    statuses.flatMap((status) =>
      isHidden.map((one): IndexRange => ({ from, conditions: [...start, sql<SqlBool>`${columns.status} = ${status}`, ...one] })),
    ),
  )
}

function withBounds(ranges: readonly IndexRange[], bounds: readonly Condition[]): readonly IndexRange[] {
  return ranges.map(({ from, conditions }) => ({ from, conditions: [...conditions, ...bounds] }))
}

/** Scans the links of one link field that the filter names, in order of the start. */
export function alongLinks(
  context: StoreContext,
  filter: EventFilter,
  order: readonly EventSort[],
  direction: IndexScan['direction'],
  linkField: LinkField | undefined = linkFields.find((name) => filter[name] !== undefined),
): EventScan | undefined {
  if (linkField === undefined) return undefined
  // The source reads the links of one field; the conditions of the other link fields are checked on each event.
  const { venueIds: _v, organizerIds: _o, tagIds: _t, categoryIds: _c, ...others } = filter
  const linkedIds = filter[linkField] ?? []
  const source = narrowSource({ ...others, [linkField]: linkedIds }, order, 'window')
  const starts = [...new Set(linkedIds)].map((id) => [sql<SqlBool>`${linkedId(linkField)} = ${id}`, ...isOfLinkField(linkField)])
  return alongStart(context, filter, { source, links: context.parts[linkTables[linkField].table], starts, direction })
}

/** Scans the keys of one field that the filter names, in order of the start; undefined if the filter names no key, or a link field. */
function alongKeys(
  context: StoreContext,
  filter: EventFilter,
  order: readonly EventSort[],
  direction: IndexScan['direction'],
): EventScan | undefined {
  const { name, keys } = narrowFields(filter)[0]?.condition ?? {}
  if (keys === undefined || linkFields.some((linkField) => filter[linkField] !== undefined)) return undefined
  const starts = keys.map((key) => [sql<SqlBool>`l.name = ${name}`, sql<SqlBool>`l.key_text = ${key}`])
  const source = narrowSource(filter, order, 'window')
  return alongStart(context, filter, { source, links: context.parts.event_fields, starts, direction })
}

/** A scan of links or keys, whose index continues as those of events do. */
interface StartScan {
  readonly source: EventSource
  /** The table of links or keys. */
  readonly links: RawBuilder<unknown>
  /** The conditions on the leading columns of the index, one list for each range. */
  readonly starts: readonly (readonly Condition[])[]
  readonly direction: IndexScan['direction']
}

function alongStart(context: StoreContext, filter: EventFilter, { source, links, starts, direction }: StartScan): EventScan | undefined {
  const ranges = rangesOf(filter, sql`${links} as l`, starts, ofLink)
  if (ranges.length > maxRanges) return undefined
  const keys = [ofLink.startWall, ofLink.id]
  const indexScan = {
    keys,
    direction,
    ranges: withBounds(ranges, boundsOf(filter, 'startLocal', ofLink.startWall)),
  }
  return { source, from: fromOf(context, source), indexScan, keys, direction }
}

/** Scans an index of events. */
function alongEvents(
  context: StoreContext,
  filter: EventFilter,
  index: IndexChoice,
  direction: IndexScan['direction'],
): EventScan | undefined {
  const key = orderOfIndex[index] ?? (index === 'title' ? 'titleKey' : 'id')
  const column = keyColumns[key]
  const source = tableSource(filter, index)
  if (key === 'id' || index === 'id' || index === 'lookup')
    return { source, from: fromOf(context, source), indexScan: undefined, keys: [column], direction }
  const { dialect, indexes, parts } = context
  // A slice is short only on the index that it was cut for, and SQLite without statistics would often choose another one.
  const from = sql`${parts.events} as e indexed by ${indexes[index]}`
  const starts = index === 'authored' ? (filter.authorIds ?? []).map((id) => [isOneOfAuthors(dialect, ofEvent.authorId, [id])]) : [[]]
  const hidden = index === 'publication' ? {} : { hidden: ofEvent.hidden }
  const ranges = rangesOf(filter, from, starts, { status: ofEvent.status, ...hidden })
  if (ranges.length > maxRanges) return undefined
  const keys = [column, ofEvent.id]
  return {
    source,
    from,
    indexScan: { keys, direction, ranges: withBounds(ranges, boundsOf(filter, key, column)) },
    keys,
    direction,
  }
}

/** Scans all events by id; undefined if the filter has a link field, because one statement counts links faster. */
const byIds = (context: StoreContext, filter: EventFilter): EventScan | undefined =>
  linkFields.some((linkField) => filter[linkField] !== undefined) ? undefined : alongEvents(context, filter, 'id', 'asc')

/** All conditions of a slice. The range of the index comes first: SQLite reads from the first bound of a column. */
export function conditionsOf(
  context: StoreContext,
  filter: EventFilter,
  { source, keys, direction }: EventScan,
  range: KeyRange,
): readonly Condition[] {
  const columns = columnsOf(context, source)
  const withoutAuthors = isByAuthor(source)
  const isAuthored =
    withoutAuthors && filter.authorIds !== undefined ? [isOneOfAuthors(context.dialect, ofEvent.authorId, filter.authorIds)] : []
  return [
    ...isInKeyRange(keys, direction, range),
    ...isOfSource(context, source),
    ...isAuthored,
    ...eventConditions(context, filter, { columns, ...drivingPart(source), withoutAuthors }),
  ]
}

/** The scan that counts events; undefined if one statement has to count them. */
export function scanToCount(context: StoreContext, filter: EventFilter): EventScan | undefined {
  if (!isOfList(filter)) return byIds(context, filter)
  return (
    alongLinks(context, filter, [], 'asc') ??
    alongKeys(context, filter, [], 'asc') ??
    alongEvents(context, filter, countIndex(filter), 'asc')
  )
}

/** The scan that reads events in the order of a page; undefined if one statement has to read the page. */
export function scanInOrder(context: StoreContext, filter: EventFilter, order: readonly EventSort[]): EventScan | undefined {
  const [first, second, ...more] = order
  if (first === undefined || isLookup(filter)) return undefined
  const isIndexOrder =
    first.key === 'id' ? second === undefined : second?.key === 'id' && second.direction === first.direction && more.length === 0
  if (!isIndexOrder) return undefined
  const { key, direction } = first
  // A scan by id is in ascending order.
  if (key === 'id') return direction === 'asc' ? alongEvents(context, filter, 'id', direction) : undefined
  if (!isOfList(filter)) return undefined
  const links =
    key === 'startLocal' ? (alongLinks(context, filter, order, direction) ?? alongKeys(context, filter, order, direction)) : undefined
  const index = key === 'startLocal' && filter.authorIds !== undefined ? 'authored' : indexInOrder[key]
  return links ?? alongEvents(context, filter, index, direction)
}
