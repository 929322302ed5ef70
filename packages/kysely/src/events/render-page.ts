import type { EventFilter, EventSort, FindQuery } from '@kalends/core/store'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { StoreContext } from '../engine/store-context.ts'
import { type EventColumns, ofEvent } from '../event-filter/columns.ts'
import { isHiddenAsWanted } from '../event-filter/hidden.ts'
import { columnsBy } from '../event-filter/index-choice.ts'
import { columnsOf, type EventSource, fromOf, isByAuthor, isLinkedTo, linkFieldOf } from '../event-filter/source.ts'
import { eventConditions } from '../event-filter/where.ts'
import { allOf, type Column, type Condition, isBetween, isOneOfAuthors, isReadable } from '../query/conditions.ts'
import { type IdSelect, keysOf, mergedPageOf, type PageKey, type PageQuery } from '../query/page.ts'
import type { UnionBranch } from './branches.ts'
import type { PagePlan } from './page-plan.ts'
import type { RowLimit } from './row-limit.ts'

/** The statement that a branch belongs to. */
export interface BranchStatement {
  /** The rows that it reads. */
  readonly source: EventSource
  /** The columns of the source. */
  readonly columns: EventColumns
  /** The filter that was planned. */
  readonly filter: EventFilter
}

/** The conditions of a branch, in the order of its members. */
export function renderBranch(
  context: StoreContext,
  branch: UnionBranch,
  { source, columns, filter }: BranchStatement,
): readonly Condition[] {
  const { dialect } = context
  const { linkedIds, authorIds, spanClass, startQuarter, startWall = [], startMs = [], endWall = [], readable, hidden } = branch
  // Long events come from the index by length class, whatever the index of the source is.
  const start = branch.hasLongEvents === true ? ofEvent.startWall : columns.startWall
  return [
    ...(linkedIds === undefined ? [] : isLinkedTo(context, source, linkedIds)),
    ...(authorIds === undefined ? [] : [isOneOfAuthors(dialect, columns.authorId, authorIds)]),
    ...(spanClass === undefined ? [] : [sql<SqlBool>`e.span_class = ${spanClass}`]),
    ...(startQuarter === undefined ? [] : [sql<SqlBool>`e.start_quarter = ${startQuarter}`]),
    ...startWall.flatMap((range) => isBetween(start, range)),
    ...startMs.flatMap((range) => isBetween(columns.startMs, range)),
    ...endWall.flatMap((range) => isBetween(columns.endWall, range)),
    ...isReadable(dialect, columns, readable),
    ...(hidden === undefined ? [] : isHiddenAsWanted({ dialect, columns }, filter, hidden)),
  ]
}

const sortColumns = (columns: EventColumns): Readonly<Record<EventSort['key'], Column>> => ({
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
export function renderPage(context: StoreContext, plan: PagePlan, query: FindQuery<EventFilter, EventSort>): RenderedPage {
  const { dialect } = context
  const { source, branches, isSorted, isMerged, isRepeating, withoutPublicationIndex } = plan
  const { filter, order } = query
  const columns = columnsOf(context, source)
  const columnOf = sortColumns(columns)
  const keys = keysOf(order, ({ key }) => columnOf[key])
  const sortedKeys = keysOf(order, ({ key }) => dialect.withoutSortIndex(columnOf[key]))
  const commonBy = (some: EventColumns): readonly Condition[] =>
    eventConditions(context, filter, {
      columns: some,
      drivenBy: linkFieldOf(source),
      withoutReadable: true,
      withoutAuthors: isByAuthor(source),
    })
  const common = commonBy(columns)
  const commonBySpan = branches.some(({ spanClass }) => spanClass !== undefined) ? commonBy(columnsBy(dialect, 'span')) : common
  const branchColumns = withoutPublicationIndex ? { ...columns, publishedMs: dialect.withoutIndex(ofEvent.publishedMs) } : columns
  const selects = branches.map((branch): IdSelect => {
    const isLong = branch.hasLongEvents === true
    return {
      from: fromOf(context, source, branch),
      id: columns.id,
      conditions: [
        ...renderBranch(context, branch, { source, columns: branchColumns, filter }),
        ...(branch.spanClass === undefined ? common : commonBySpan),
      ],
      keys: isSorted || isLong ? sortedKeys : keys,
      repeats: isRepeating,
    }
  })
  return { page: mergedPageOf(selects, query, isMerged && dialect.mergesUnions), keys }
}

/** Makes the statement of a limit: it returns a row if more rows match. */
export function renderLimit(context: StoreContext, limit: RowLimit, filter: EventFilter): RawBuilder<unknown> {
  const { source, branches, bounds, isByStart, mostPerBranch } = limit
  const columns = columnsOf(context, source)
  const common = eventConditions(context, bounds, { columns, drivenBy: linkFieldOf(source) })
  const order = isByStart ? sql`order by ${columns.startWall} ` : sql``
  const beyond = branches.map((branch) => {
    const conditions = [...renderBranch(context, branch, { source, columns, filter }), ...common]
    return sql`select * from (select 1 as n from ${fromOf(context, source, branch)} where ${allOf(conditions)} ${order}limit 1 offset ${mostPerBranch}) as b`
  })
  return sql.join(beyond, sql` union all `)
}
