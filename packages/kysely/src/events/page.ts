import type { Edge, EventFilter, EventSort, FindQuery } from '@kalends/core'
import { type SqlBool, sql } from 'kysely'
import { allOf, type Column, type Condition, isInteger, isReadable, readClauses } from '../conditions.ts'
import { edgeNames, edges, isOfEdge, linkedId } from '../links.ts'
import { keysOf, mergedPageOf, type PageKey, type PageQuery, type PageSource, pageOf } from '../page.ts'
import type { StoreContext } from '../store-context.ts'
import { withNearVenues } from './place.ts'
import { spanBoundsMs } from './span-class.ts'
import { type CopiedColumns, eventConditions, needsEvents, ofEvent, ofLink, wallRange } from './where.ts'

type EventQuery = FindQuery<EventFilter, EventSort>

/** A merged page has at most this many branches. */
const maxBranches = 64

/** A total by place adds up the links of at most this many venues; beyond, each event is asked where it takes place. */
const maxCountedVenues = 512

/** Every branch is read as far as the page reaches; deeper pages are cheaper in one. */
const maxMergedReach = 2_000

/** What events are read from: the table itself, or the links of one edge that the filter names. */
interface EventSource {
  readonly edge: Edge | undefined
  readonly linkedIds: readonly number[]
  readonly columns: CopiedColumns
  readonly from: PageSource['from']
}

const sortColumns = (columns: CopiedColumns): Readonly<Record<EventSort['key'], Column>> => ({
  id: columns.id,
  startLocal: columns.startWall,
  startMs: columns.startMs,
  endLocal: columns.endWall,
  publishedMs: columns.publishedMs,
  titleKey: sql.ref('e.title_key'),
  updatedMs: sql.ref('e.updated_ms'),
})

function sourceOf({ dialect, parts }: StoreContext, filter: EventFilter, order: readonly EventSort[]): EventSource {
  const edge = edgeNames.find((name) => filter[name] !== undefined)
  const linkedIds = edge === undefined ? undefined : filter[edge]
  if (edge === undefined || linkedIds === undefined) {
    const isLookup = filter.ids !== undefined || filter.slugs !== undefined
    const columns = isLookup
      ? { ...ofEvent, status: dialect.unindexed(ofEvent.status), hidden: dialect.unindexed(ofEvent.hidden) }
      : ofEvent
    return { edge: undefined, linkedIds: [], columns, from: sql`${parts.events} as e` }
  }
  const links = sql`${parts[edges[edge].table]} as l`
  const needs = needsEvents(filter) || order.some(({ key }) => key === 'titleKey' || key === 'updatedMs')
  const from = needs ? sql`${links} inner join ${parts.events} as e on e.id = l.event_id` : links
  return { edge, linkedIds: [...new Set(linkedIds)], columns: ofLink, from }
}

function isOnEdge({ dialect }: StoreContext, { edge }: EventSource, ids: readonly number[]): readonly Condition[] {
  return edge === undefined ? [] : [isInteger(dialect, linkedId(edge), ids), ...isOfEdge(edge)]
}

/** A part of the filter, as it stands and, where an index serves them in order, as alternatives of which a record meets one. */
interface Way {
  readonly whole: readonly Condition[]
  readonly parts: readonly (readonly Condition[])[]
}

/** By linked record. */
function byLink(context: StoreContext, source: EventSource): Way {
  return {
    whole: isOnEdge(context, source, source.linkedIds),
    parts: source.linkedIds.length > maxBranches ? [] : source.linkedIds.map((id) => isOnEdge(context, source, [id])),
  }
}

/** By clause of who may see what. */
function byClause({ dialect }: StoreContext, { readable }: EventFilter, { columns }: EventSource): Way {
  return {
    whole: isReadable(dialect, columns, readable),
    parts: readable === undefined ? [] : readClauses(dialect, columns, readable).map((clause) => [clause]),
  }
}

/** Events that end at or after a time, by the class of their length (span-class.ts). */
function bySpan(filter: EventFilter, { edge, columns }: EventSource): Way {
  const { gte } = wallRange(filter.endLocal)
  if (edge !== undefined || gte === undefined || filter.startLocal?.gte !== undefined) return { whole: [], parts: [] }
  const parts = [...spanBoundsMs, undefined].map((boundMs, index) => {
    const isOfClass = sql<SqlBool>`e.span_class = ${index}`
    return boundMs === undefined ? [isOfClass] : [isOfClass, sql<SqlBool>`${columns.startWall} >= ${gte - boundMs}`]
  })
  return { whole: [], parts }
}

/** The branches of a page, at least one; ways that would make too many stay whole. */
function branchesOf(ways: readonly Way[]): readonly (readonly Condition[])[] {
  const none: readonly (readonly Condition[])[] = [[]]
  return ways.reduce((branches, { whole, parts }) => {
    const alternatives = parts.length === 0 || branches.length * parts.length > maxBranches ? [whole] : parts
    return branches.flatMap((branch) => alternatives.map((conditions) => [...branch, ...conditions]))
  }, none)
}

/** The ids of a page of events, and the keys of its order. */
export async function eventPage(
  context: StoreContext,
  query: EventQuery,
): Promise<{ readonly page: PageQuery; readonly keys: readonly PageKey[] }> {
  const { order, offset, limit } = query
  const filter = await withNearVenues(context, query.filter, maxBranches)
  const source = sourceOf(context, filter, order)
  const columnOf = sortColumns(source.columns)
  const keys = keysOf(order, ({ key }) => columnOf[key])
  const common = eventConditions(context, filter, { columns: source.columns, drivenBy: source.edge, withoutReadable: true })
  const ways = [byLink(context, source), bySpan(filter, source), byClause(context, filter, source)]
  // Only with these members does an index give the parts in order.
  const isIndexed = filter.hidden !== undefined && filter.readable !== undefined && order[0]?.key === 'startLocal'
  const isSplit = isIndexed && offset + limit <= maxMergedReach
  const branches = isSplit ? branchesOf(ways) : [ways.flatMap(({ whole }) => whole)]
  // byLink comes first, so it is split whenever it can be.
  const repeats = source.linkedIds.length > (isSplit ? maxBranches : 1)
  const sources = branches.map((conditions) => ({
    from: source.from,
    id: source.columns.id,
    conditions: [...conditions, ...common],
    repeats,
  }))
  const [only] = sources
  return { page: sources.length === 1 && only !== undefined ? pageOf(only, keys, query) : mergedPageOf(sources, keys, query), keys }
}

/** How many events match. */
export async function countEvents(context: StoreContext, given: EventFilter): Promise<number> {
  const filter = await withNearVenues(context, given, maxCountedVenues)
  const source = sourceOf(context, filter, [])
  const conditions = [
    ...isOnEdge(context, source, source.linkedIds),
    ...eventConditions(context, filter, { columns: source.columns, drivenBy: source.edge }),
  ]
  const counted = source.linkedIds.length > 1 ? sql`count(distinct l.event_id)` : sql`count(*)`
  const { rows } = await sql<{ total: unknown }>`select ${counted} as total from ${source.from} where ${allOf(conditions)}`.execute(
    context.db,
  )
  return Number(rows[0]?.total)
}
