import { type EntityId, type EventFilter, type EventRecord, type EventSort, type FindQuery, inheritFrom } from '@kalends/core/store'
import { type RawBuilder, sql } from 'kysely'
import { onCheckedTables } from '../engine/checked-tables.ts'
import { readIds } from '../engine/read-rows.ts'
import { runRead } from '../engine/scan/deadline.ts'
import { type StoreContext, selecting } from '../engine/store-context.ts'
import { isBoundedEventPage } from '../list/bounded.ts'
import { ofEvent } from '../list/columns.ts'
import { withNearVenues } from '../list/conditions.ts'
import { hasEmptyList, hasSlowConditions, isSearch, withCommonLinks } from '../list/filter.ts'
import { orderOfPage } from '../list/order.ts'
import { type PagePlan, planPage, type StatementPlan } from '../list/plan.ts'
import { type RenderedPage, renderLimit, renderPage } from '../list/render.ts'
import { findInSlices } from '../list/scan.ts'
import { isOneOf } from '../query/conditions.ts'
import { type LinkRow, linkColumns } from '../query/links.ts'
import { rowOf, rowsById, toLookup } from '../query/rows-by-id.ts'
import { withFoundEvents } from '../search/found-events.ts'
import { columnsWithoutInherited, type EventRow, eventColumns, toEventRecord } from './codec.ts'

type EventQuery = FindQuery<EventFilter, EventSort>

/** Reads the rows of a page. */
type ReadRows<R> = (context: StoreContext, page: RenderedPage) => Promise<readonly R[]>

/** Finds events: one by its id or slug, or a page. */
export function findEvents(context: StoreContext, query: EventQuery): Promise<readonly EventRecord[]> {
  const lookup = toLookup(query)
  if (lookup === undefined) return findPage(context, query, recordsReader(query))
  return onCheckedTables(context, async (inside) => {
    const rows = await rowOf(inside, 'event', lookup, lookupColumns, (condition) => selectEvents(inside, sql`where ${condition}`))
    return rows.map(toEventRecord)
  })
}

const lookupColumns = { ...ofEvent, slug: sql`e.slug` }

/** The ids of a page: the first part of the statement of {@link findEvents}. */
export const findEventIds = (context: StoreContext, query: EventQuery): Promise<readonly EntityId[]> =>
  findPage(context, query, ({ db }, { page, keys }) => readIds(db, sql`select p.id from (${page}) as p order by ${orderOfPage(keys)}`))

/** Reads a page: as a scan unless its filter bounds it, and in slices where it is long. */
const findPage = <R>(context: StoreContext, query: EventQuery, read: ReadRows<R>): Promise<readonly R[]> =>
  runRead(context, isBoundedEventPage(query), async (inside) => {
    const found = isSearch(query.filter) ? await withFoundEvents(inside, query.filter) : query.filter
    const near = { ...query, filter: await withNearVenues(inside, withCommonLinks(found)) }
    const { filter } = near
    if (hasEmptyList(filter)) return []
    const plan = await choosePlan(inside, filter, planPage(near))
    const page = renderPage(inside, plan, near)
    const { slicing } = inside
    if (slicing === undefined) return read(inside, page)
    const isByQuarters = plan.branches.some(({ startQuarter }) => startQuarter !== undefined)
    // A page of few rows is short, unless the filter checks texts or places.
    const isShort = (plan.shape === 'sorted' && !hasSlowConditions(filter)) || isBoundedEventPage(near, isByQuarters)
    const sliced = isShort ? undefined : await findInSlices(inside, slicing, near, (part) => read(inside, part))
    return sliced ?? read(inside, page)
  })

/** Chooses one of the plans, by statements that count no more rows than their limits. */
async function choosePlan(context: StoreContext, filter: EventFilter, plan: PagePlan): Promise<StatementPlan> {
  if (plan.shape !== 'firstOf') return plan
  const { rows } = await renderLimit(context, plan.limit, filter).execute(context.db)
  return rows.length > 0 ? choosePlan(context, filter, plan.many) : plan.few
}

/** How to read the events of a query's page. */
function recordsReader({ limit, withoutInherited }: EventQuery): ReadRows<EventRecord> {
  if (withoutInherited) return readOwn
  return limit > longPage ? readSharing : readWhole
}

/** A page of more events reads each series once. SQLite took 7 s to read the longest texts with each of 1,000 occurrences. */
const longPage = 100

const readWhole: ReadRows<EventRecord> = async (context, page) =>
  (await selectPage(context, page).execute(context.db)).rows.map(toEventRecord)

const readOwn: ReadRows<EventRecord> = async (context, page) =>
  (await selectPage(context, page, columnsWithoutInherited).execute(context.db)).rows.map(toEventRecord)

/** The row of an event without the members that an occurrence reads from its series. */
interface OwnRow extends EventRow, LinkRow {
  /** The version of its series; null for other events. */
  readonly series_version: unknown
}

/**
 * Reads each series of the page once, in a second statement, and not with each of its occurrences. A writer may change a series between the
 * two statements, together with the read access to its occurrences: then one statement reads the whole page.
 */
const readSharing: ReadRows<EventRecord> = async (context, page) => {
  const columns = sql`${columnsWithoutInherited}, s.version as series_version`
  const { rows } = await selectPage<OwnRow>(context, page, columns).execute(context.db)
  const ofSeries = rows.filter(({ series_version: version }) => version !== null)
  if (ofSeries.length === 0) return rows.map(toEventRecord)
  const found = await eventsById(context, [...new Set(ofSeries.map(({ series_id: id }) => Number(id)))])
  const series = new Map(found.map((one) => [one.id, one]))
  if (ofSeries.some((row) => series.get(Number(row.series_id))?.version !== Number(row.series_version))) return readWhole(context, page)
  return rows.map((row) => {
    const from = series.get(Number(row.series_id))
    return from === undefined ? toEventRecord(row) : inheritFrom(from, toEventRecord(row))
  })
}

/** The events with these ids, in any order. */
export async function eventsById(context: StoreContext, ids: readonly EntityId[]): Promise<readonly EventRecord[]> {
  const rows = await rowsById(context, 'events', ids, (some) =>
    selectEvents(context, sql`where ${isOneOf(context.dialect, ofEvent.id, some)}`),
  )
  return rows.map(toEventRecord)
}

const selectPage = <Row = EventRow & LinkRow>(
  context: StoreContext,
  { page, keys }: RenderedPage,
  columns?: RawBuilder<unknown>,
): RawBuilder<Row> => selectEvents<Row>(context, sql`order by ${orderOfPage(keys)}`, columns, sql`inner join (${page}) as p on p.id = e.id`)

/**
 * Selects events with their links.
 * @param end the rest of the statement
 * @param columns the columns beside the links; by default those that occurrences read from their series are among them
 * @param joins joins of further tables; the series come after them, because SQLite does not move a table to the other side of an outer join
 */
function selectEvents<Row = EventRow & LinkRow>(
  context: StoreContext,
  end: RawBuilder<unknown>,
  columns = eventColumns,
  joins: RawBuilder<unknown> = sql``,
): RawBuilder<Row> {
  const { events } = context.parts
  return sql`${selecting(context)} ${columns}, ${linkColumns(context)} from ${events} as e ${joins} left join ${events} as s on s.id = e.series_id ${end}`
}
