import { compareCodePoints, type EventFilter, type EventSort, type FieldCondition, type LinkField } from '@kalends/core/store'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { StoreContext } from '../engine/store-context.ts'
import { type Condition, isOneOf } from '../query/conditions.ts'
import { isLowestOfRange, keyConditions } from '../query/fields.ts'
import { isOfLinkField, linkedId, linkFieldOf, linkTables } from '../query/links.ts'
import type { EventIndexName } from '../schema/table-names.ts'
import { type EventColumns, needsEvents, ofEvent, ofLink, ofWindow, unlistedColumns } from './columns.ts'
import type { EventConditionsOptions } from './conditions.ts'
import { isLookup, isOfList } from './filter.ts'

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

/** The keys of one field. */
export interface FieldSource {
  /** The table of keys. */
  readonly table: 'fields'
  /** The condition on them: either keys, each once, or a range. */
  readonly condition: FieldCondition
  /** The position of the condition in the filter. */
  readonly position: number
  /** Whether the statement also needs columns that keys do not copy. */
  readonly needsEvents: boolean
}

/** The rows that a statement over events reads, as plain data. */
export type EventSource = TableSource | LinkSource | FieldSource

/** Events from their own table, through one of its indexes. */
export const tableSource = (filter: EventFilter, index: IndexChoice): TableSource =>
  index !== 'lookup' && !isOfList(filter) ? { table: 'events' } : { table: 'events', index }

/**
 * The links or the keys that a filter names, or the table of events if it names none.
 * @param selectiveField the condition on a field whose keys are read, if no links are
 */
export function selectiveSource(
  filter: EventFilter,
  order: readonly EventSort[],
  index: IndexChoice,
  selectiveField?: SelectiveField,
): EventSource {
  const linkField = linkFieldOf(filter)
  if (linkField !== undefined) return linkSource(filter, linkField, order)
  const field = index === 'lookup' ? undefined : (selectiveField ?? selectiveFields(filter)[0])
  return field === undefined ? tableSource(filter, index) : { table: 'fields', ...field, needsEvents: needsColumns(filter, order) }
}

/** The links of one link field that a filter names. */
export const linkSource = (filter: EventFilter, linkField: LinkField, order: readonly EventSort[] = []): LinkSource => ({
  table: 'links',
  linkField,
  linkedIds: [...new Set(filter[linkField])],
  needsEvents: needsColumns(filter, order),
})

const needsColumns = (filter: EventFilter, order: readonly EventSort[]): boolean =>
  needsEvents(filter) || order.some(({ key }) => key === 'titleKey' || key === 'updatedMs')

/** A condition on a field, and its position in the filter. */
export type SelectiveField = Pick<FieldSource, 'condition' | 'position'>

/** The conditions on fields, those with the fewest keys first, then ranges with two ends, which often have fewer keys than others. */
export function selectiveFields({ fields = [] }: EventFilter): readonly SelectiveField[] {
  const conditions = fields.map((condition, position) => ({ condition: toExact(condition), position }))
  return conditions.toSorted((a, b) => sizeOf(a.condition) - sizeOf(b.condition))
}

/** A size by which conditions are compared. An open end of a range is the type of the keys alone, which is one character. */
function sizeOf({ keys, range }: FieldCondition): number {
  const isOpen = [range?.gte, range?.lt].some((key = '') => key.length < 2)
  return keys?.length ?? Number.MAX_SAFE_INTEGER - Number(!isOpen)
}

/** The condition with its keys alone, each once, if it has keys and a range. */
function toExact({ name, keys, range = {} }: FieldCondition): FieldCondition {
  if (keys === undefined) return { name, range }
  const isInRange = (key: string): boolean =>
    (range.gte === undefined || compareCodePoints(key, range.gte) >= 0) && (range.lt === undefined || compareCodePoints(key, range.lt) < 0)
  return { name, keys: [...new Set(keys)].filter(isInRange) }
}

/** The part of a filter whose links or keys are read; empty if events are read from their table. */
export const readPart = (source: EventSource): Pick<EventConditionsOptions, 'linksRead' | 'fieldRead'> => ({
  ...(source.table === 'links' && { linksRead: source.linkField }),
  ...(source.table === 'fields' && { fieldRead: source.position }),
})

/** Whether a source reads the keys of a range, whose events come in no order of lists. */
export const isKeyRange = (source: EventSource): boolean => source.table === 'fields' && source.condition.keys === undefined

/**
 * Whether a list that bounds the end is split into the links or keys from a start on, and long events that start earlier. The latter are read
 * from the table of events: the indexes of links and keys contain no length class.
 */
export function isSplitByRunning({ fromLocal, fromMs, endLocal, endMs }: EventFilter, source: EventSource): boolean {
  const isBounded = (fromLocal ?? fromMs ?? endLocal?.gte ?? endMs?.gte) !== undefined
  return isBounded && source.table !== 'events' && !isKeyRange(source)
}

/** Whether events are read from the index that begins with the author. */
export const isByAuthor = (source: EventSource): boolean => source.table === 'events' && source.index === 'authored'

/**
 * Whether a `select` may return an event several times: it covers several linked records or keys, and an event may have more than one of them.
 * A `select` over a range of keys has a condition against that ({@link countedOnce}).
 */
export function isRepeating(source: EventSource): boolean {
  if (source.table === 'events') return false
  const selected = source.table === 'links' ? source.linkedIds : source.condition.keys
  return selected !== undefined && selected.length > 1
}

/**
 * What distinguishes the branches of a statement over a source: those of a length class, and those of authors, come from indexes of their own.
 */
interface SourceBranch {
  /** The length class. */
  readonly spanClass?: number
  /** The authors. */
  readonly authorIds?: readonly string[]
  /** The links of a clause. */
  readonly linkField?: LinkField
  /** The records that they link. */
  readonly linkedIds?: readonly number[]
}

function indexOf({ index }: TableSource, { spanClass, authorIds }: SourceBranch): IndexChoice | undefined {
  if (spanClass !== undefined) return 'span'
  return authorIds === undefined ? index : 'authored'
}

/**
 * The rows that a branch reads: those of a length class come from the table of events, also beside links and keys; those of a clause that names
 * links come from these.
 */
export function sourceOf(source: EventSource, filter: EventFilter, branch: SourceBranch, order: readonly EventSort[] = []): EventSource {
  const { spanClass, linkField, linkedIds = [] } = branch
  if (source.table !== 'events') return spanClass === undefined ? source : tableSource(filter, 'window')
  return linkField === undefined
    ? source
    : { table: 'links', linkField, linkedIds, needsEvents: spanClass !== undefined || needsColumns(filter, order) }
}

/** The table of a source, with its alias and the index to read, for one branch of a statement. */
export function tableOf({ dialect, indexes, parts }: StoreContext, source: EventSource, branch: SourceBranch = {}): RawBuilder<unknown> {
  if (source.table !== 'events') return sql`${parts[source.table === 'fields' ? 'event_fields' : linkTables[source.linkField].table]} as l`
  const index = indexOf(source, branch)
  const isChosen = index === undefined || index === 'id' || index === 'lookup'
  return isChosen ? sql`${parts.events} as e` : sql`${parts.events} as e${dialect.indexHint(indexes[index])}`
}

/** The tables of a source: its own, and the events if the statement needs them. */
export function fromOf(context: StoreContext, source: EventSource, branch: SourceBranch = {}): RawBuilder<unknown> {
  const table = tableOf(context, source, branch)
  if (source.table === 'events' || !source.needsEvents) return table
  return sql`${table} ${context.dialect.joinInOrder} ${context.parts.events} as e on e.id = l.event_id`
}

/** The columns that links and events share, in one branch of a statement over a source. */
export function columnsOf({ dialect }: StoreContext, source: EventSource, branch: SourceBranch = {}): EventColumns {
  if (source.table !== 'events') return ofLink
  const index = indexOf(source, branch)
  if (index === 'lookup' || index === 'id') return unlistedColumns(dialect)
  return index === 'window' ? ofWindow : ofEvent
}

/** The links or keys that a source reads; no condition if events are read from their table. */
export function isOfSource({ dialect }: StoreContext, source: EventSource): readonly Condition[] {
  switch (source.table) {
    case 'events':
      return []
    case 'links':
      return [isOneOf(dialect, linkedId(source.linkField), source.linkedIds), ...isOfLinkField(source.linkField)]
    case 'fields':
      return keyConditions(dialect, keyColumns, source.condition)
  }
}

const keyColumns = { name: sql`l.name`, keyText: sql`l.key_text` }

/** The expression that counts the events of a statement. */
export const totalOf = (source: EventSource): RawBuilder<unknown> => (isRepeating(source) ? sql`count(distinct l.event_id)` : sql`count(*)`)

/**
 * The condition by which an event with several keys in a range is counted, and listed, at the first of them. The index of the keys contains
 * the position, so that only keys behind the first one of an event need a lookup. `count(distinct)` would sort all keys of the range, and
 * slices of it could not be added up; `select distinct` takes 0.3 ms more for a page of a thousand events.
 */
export const countedOnce = (context: StoreContext, source: EventSource): readonly Condition[] =>
  source.table === 'fields' && isKeyRange(source) ? [sql<SqlBool>`(l.position = 0 or ${isLowestOfRange(context, source.condition)})`] : []

/**
 * Every statement over events names the index to read. Without `analyze` SQLite guesses, and often takes the publication index, which matches
 * every event that is already published; MariaDB treats all indexes with long ranges as equally good. Only PostgreSQL chooses for itself.
 */

/** The index of events that a statement reads; `lookup` stands for those by id, slug, uid, parent and series. */
export type IndexChoice = Exclude<EventIndexName, 'series'> | 'id' | 'lookup'

/** The index for each order of events. */
export const indexInOrder: Readonly<Record<EventSort['key'], IndexChoice>> = {
  startLocal: 'window',
  startMs: 'instant',
  endLocal: 'end',
  titleKey: 'title',
  updatedMs: 'modified',
  publishedMs: 'publication',
  id: 'id',
}

/** Whether the filter matches only scheduled events, which are few. */
const areScheduled = ({ readable = [] }: EventFilter): boolean =>
  readable.length > 0 && readable.every(({ publishedMs }) => publishedMs?.gte !== undefined)

/** The most selective index for a page, whatever its order. */
export function selectiveIndex(filter: EventFilter): IndexChoice {
  if (isLookup(filter)) return 'lookup'
  if (filter.authorIds !== undefined) return 'authored'
  return areScheduled(filter) ? 'publication' : 'window'
}

/** The index that counts fastest. */
export function countIndex(filter: EventFilter): IndexChoice {
  const selective = selectiveIndex(filter)
  if (selective !== 'window') return selective
  if (filter.updatedMs?.gte !== undefined) return 'modified'
  if (filter.startLocal !== undefined) return 'window'
  if ((filter.startMs ?? filter.endMs ?? filter.fromMs) !== undefined) return 'instant'
  return filter.endLocal === undefined ? 'window' : 'end'
}
