import type { EventFilter, EventSort, LinkField } from '@kalends/core/store'
import { type RawBuilder, sql } from 'kysely'
import type { StoreContext } from '../engine/store-context.ts'
import { type Condition, isOneOfIntegers } from '../query/conditions.ts'
import { isOfLinkField, linkedId, linkFields, linkTables } from '../query/links.ts'
import { type EventColumns, ofEvent, ofLink } from './columns.ts'
import { columnsBy, type IndexChoice, indexName, isOfList } from './index-choice.ts'
import { needsEvents } from './where.ts'

/** Events in their own table. */
export interface TableSource {
  /** Their table. */
  readonly table: 'events'
  /** The index to read; absent if the filter sets no statuses and is no lookup, because the indexes for lists then do not apply. */
  readonly index?: IndexChoice
}

/** The links of one link field. */
export interface LinkSource {
  /** The table of links. */
  readonly table: 'links'
  /** The link field. */
  readonly linkField: LinkField
  /** The linked records, each once. */
  readonly linkedIds: readonly number[]
  /** Whether the statement also needs columns that links do not copy. */
  readonly needsEvents: boolean
}

/** The rows that a statement over events reads, as plain data. */
export type EventSource = TableSource | LinkSource

/** Events from their own table, through one of its indexes. */
export const tableSource = (filter: EventFilter, index: IndexChoice): TableSource =>
  index !== 'lookup' && !isOfList(filter) ? { table: 'events' } : { table: 'events', index }

/** The links that a filter names, or the table of events if it names none. */
export function narrowSource(filter: EventFilter, order: readonly EventSort[], index: IndexChoice): EventSource {
  const linkField = linkFields.find((name) => filter[name] !== undefined)
  const linkedIds = linkField === undefined ? undefined : filter[linkField]
  if (linkField === undefined || linkedIds === undefined) return tableSource(filter, index)
  return {
    table: 'links',
    linkField,
    linkedIds: [...new Set(linkedIds)],
    needsEvents: needsEvents(filter) || order.some(({ key }) => key === 'titleKey' || key === 'updatedMs'),
  }
}

/** The link field whose links are read; undefined if events are read from their table. */
export const linkFieldOf = (source: EventSource): LinkField | undefined => (source.table === 'links' ? source.linkField : undefined)

/** Whether events are read from the index that begins with the author. */
export const isByAuthor = (source: EventSource): boolean => source.table === 'events' && source.index === 'authored'

/**
 * Whether a `select` may return an event several times: it covers several linked records, and an event may link more than one of them.
 * @param maxSelects the maximum number of selects in a union; up to as many linked records get a `select` each
 */
export const isRepeating = (source: EventSource, maxSelects = 1): boolean =>
  source.table === 'links' && source.linkedIds.length > maxSelects

/** What distinguishes the branches of a statement over a source: events of one length class come from the index by length class. */
interface SourceBranch {
  /** The length class. */
  readonly spanClass?: number
}

const indexOf = (index: IndexChoice, { spanClass }: SourceBranch): IndexChoice => (spanClass === undefined ? index : 'span')

/** The tables of a source, with their aliases, for one branch of a statement. */
export function fromOf(context: StoreContext, source: EventSource, branch: SourceBranch = {}): RawBuilder<unknown> {
  const { dialect, parts } = context
  if (source.table === 'events') {
    const name = source.index === undefined ? undefined : indexName(context, indexOf(source.index, branch))
    return name === undefined ? sql`${parts.events} as e` : sql`${parts.events} as e${dialect.indexHint(name)}`
  }
  const links = sql`${parts[linkTables[source.linkField].table]} as l`
  return source.needsEvents ? sql`${links} inner join ${parts.events} as e on e.id = l.event_id` : links
}

/** The columns that links and events share, in one branch of a statement over a source. */
export function columnsOf({ dialect }: StoreContext, source: EventSource, branch: SourceBranch = {}): EventColumns {
  if (source.table === 'links') return ofLink
  return source.index === undefined ? ofEvent : columnsBy(dialect, indexOf(source.index, branch))
}

/** The links of a source refer to one of the records; no condition if events are read from their table. */
export const isLinkedTo = (
  { dialect }: StoreContext,
  source: EventSource,
  ids = source.table === 'links' ? source.linkedIds : [],
): readonly Condition[] =>
  source.table === 'links' ? [isOneOfIntegers(dialect, linkedId(source.linkField), ids), ...isOfLinkField(source.linkField)] : []
