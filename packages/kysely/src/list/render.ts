import type { EventFilter, EventSort, FindQuery, ReadScope } from '@kalends/core/store'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { StoreContext } from '../engine/store-context.ts'
import { unionOf } from '../engine/union.ts'
import { allOf, type Column, type Condition, isBetween, isOneOf } from '../query/conditions.ts'
import { isEventReadable } from '../query/links.ts'
import type { UnionBranch } from './branches.ts'
import type { EventColumns } from './columns.ts'
import { eventConditions, isHiddenAsWanted } from './conditions.ts'
import { type IdSelect, keysOf, mergedPageOf, type PageKey, type PageQuery } from './order.ts'
import type { RowLimit, StatementPlan } from './plan.ts'
import {
  columnsOf,
  countedOnce,
  type EventSource,
  fromOf,
  isByAuthor,
  isKeyRange,
  isOfSource,
  isRepeating,
  readPart,
  sourceOf,
} from './sources.ts'

/** The statement that a branch belongs to. */
export interface BranchStatement {
  /** The rows that it reads. */
  readonly source: EventSource
  /** The columns of the source in this branch. */
  readonly columns: EventColumns
  /** The filter that was planned. */
  readonly filter: EventFilter
}

/** The source with only the linked records, or only the keys, of a branch. */
function withParts(source: EventSource, { linkedIds, keys }: Pick<UnionBranch, 'linkedIds' | 'keys'>): EventSource {
  if (source.table === 'links' && linkedIds !== undefined) return { ...source, linkedIds }
  return source.table === 'fields' && keys !== undefined ? { ...source, condition: { ...source.condition, keys } } : source
}

/** The read scope of a branch without the links that it reads. */
const withoutLink = ({ readable, linkField }: UnionBranch): ReadScope | undefined =>
  linkField === undefined ? readable : readable?.map(({ [linkField]: _, ...clause }) => clause)

/** The conditions of a branch, in the order of its members. */
export function renderBranch(
  context: StoreContext,
  branch: UnionBranch,
  { source, columns, filter }: BranchStatement,
): readonly Condition[] {
  const { dialect } = context
  // The hidden events of `hiddenBy` come from the index of their authors; a filter of authors leaves others to the condition.
  const isByHiddenBy = branch.authorIds !== undefined && filter.authorIds === undefined
  const { authorIds, spanClass, startQuarter, startWall = [], startMs = [], endWall = [], hidden } = branch
  return [
    ...isOfSource(context, withParts(source, branch)),
    ...(authorIds === undefined ? [] : [isOneOf(dialect, columns.authorId, authorIds)]),
    ...(spanClass === undefined ? [] : [sql<SqlBool>`e.span_class = ${spanClass}`]),
    ...(startQuarter === undefined ? [] : [sql<SqlBool>`e.start_quarter = ${startQuarter}`]),
    ...startWall.flatMap((range) => isBetween(columns.startWall, range)),
    ...startMs.flatMap((range) => isBetween(columns.startMs, range)),
    ...endWall.flatMap((range) => isBetween(columns.endWall, range)),
    ...isEventReadable(context, columns, source.table === 'links' ? withoutLink(branch) : branch.readable),
    ...(hidden === undefined ? [] : isHiddenAsWanted(context, columns, isByHiddenBy ? {} : filter, hidden)),
  ]
}

/** The columns of the sort keys of events. */
export const sortColumns = (columns: EventColumns): Readonly<Record<EventSort['key'], Column>> => ({
  id: columns.id,
  startLocal: columns.startWall,
  startMs: columns.startMs,
  endLocal: columns.endWall,
  publishedMs: columns.publishedMs,
  titleKey: sql`e.title_key`,
  updatedMs: columns.updatedMs,
})

/** The statement that gives the ids of a page, and the keys of its order. */
export interface RenderedPage {
  /** The ids. */
  readonly page: PageQuery
  /** The keys of its order. */
  readonly keys: readonly PageKey[]
}

/** Makes the statement of a plan. */
export function renderPage(context: StoreContext, plan: StatementPlan, query: FindQuery<EventFilter, EventSort>): RenderedPage {
  const { dialect } = context
  const { shape, source, branches } = plan
  const { filter, order } = query
  const sorted = (keys: readonly PageKey[]): readonly PageKey[] =>
    keys.map((key) => ({ ...key, column: dialect.withoutSortIndex(key.column) }))
  const selects = branches.map((branch): IdSelect => {
    const own = sourceOf(source, filter, branch, order)
    const columns = columnsOf(context, own, branch)
    const columnOf = sortColumns(columns)
    const keys = keysOf(order, ({ key }) => columnOf[key])
    const options = { ...readPart(own), columns, withoutReadable: true, withoutAuthors: isByAuthor(own) }
    return {
      from: fromOf(context, own, branch),
      id: columns.id,
      conditions: [
        ...renderBranch(context, branch, { source: own, columns, filter }),
        ...eventConditions(context, filter, options),
        ...countedOnce(context, own),
      ],
      keys: shape === 'sorted' || branch.hasLongEvents === true ? sorted(keys) : keys,
      repeats: isRepeating(withParts(own, branch)),
    }
  })
  // An engine may merge quarters without a limit for each. Long events are sorted, and no engine sorts only as far as needed.
  const isMerged = branches.every(({ startQuarter }) => startQuarter !== undefined)
  return { page: mergedPageOf(dialect, selects, query, isMerged && dialect.mergesUnions), keys: selects[0]?.keys ?? [] }
}

/** Makes the statement of a limit: it returns a row if more rows match. */
export function renderLimit(context: StoreContext, limit: RowLimit, filter: EventFilter): RawBuilder<unknown> {
  const { source, branches, bounds, isByStart, mostPerBranch } = limit
  const beyond = branches.map((branch) => {
    // A clause may compare what links do not copy.
    const own = sourceOf(source, { ...bounds, readable: branch.readable ?? [] }, branch)
    const columns = columnsOf(context, own, branch)
    const conditions = [
      ...renderBranch(context, branch, { source: own, columns, filter }),
      ...eventConditions(context, bounds, { columns, ...readPart(own) }),
    ]
    const from = sql`from ${fromOf(context, own, branch)} where ${allOf(conditions)}`
    const order = isByStart ? sql`order by ${columns.startWall} ` : isKeyRange(source) ? sql`order by l.key_text ` : sql``
    return sql`select * from (select 1 as n ${from} ${order}limit 1 offset ${mostPerBranch}) as b`
  })
  return unionOf(context.dialect, beyond, 'union all')
}
