import { type EntityId, type EventFilter, type EventRecord, type EventSort, type FindQuery, inheritFrom } from '@kalends/core/store'
import { type RawBuilder, sql } from 'kysely'
import { selecting } from '../engine/selecting.ts'
import type { StoreContext } from '../engine/store-context.ts'
import { ofEvent } from '../event-filter/columns.ts'
import { isOneOf } from '../query/conditions.ts'
import { type LinkRow, linkColumns } from '../query/links.ts'
import { orderOfPage } from '../query/page.ts'
import { rowsById } from '../query/rows-by-id.ts'
import { columnsWithoutInherited, type EventRow, eventColumns, toEventRecord } from './codec.ts'
import type { RenderedPage } from './render-page.ts'

/** A statement without joins of further tables. */
export const noJoin = sql``

/**
 * Selects events with their links, and the columns that occurrences read from their series.
 * @param joins joins of further tables; the series come after them, because SQLite does not move a table to the other side of an outer join
 * @param end the rest of the statement
 */
export function selectEvents(context: StoreContext, joins: RawBuilder<unknown>, end: RawBuilder<unknown>): RawBuilder<EventRow & LinkRow> {
  const { parts } = context
  const columns = sql.join([eventColumns, ...linkColumns(context)])
  return sql`${selecting(context)} ${columns} from ${parts.events} as e ${joins} left join ${parts.events} as s on s.id = e.series_id ${end}`
}

/** The row of an event without the members that an occurrence reads from its series. */
interface OwnRow extends EventRow, LinkRow {
  /** The version of its series; null for other events. */
  readonly series_version: unknown
}

function selectOwn(context: StoreContext, joins: RawBuilder<unknown>, end: RawBuilder<unknown>): RawBuilder<OwnRow> {
  const { parts } = context
  const columns = sql.join([columnsWithoutInherited, sql`s.version as series_version`, ...linkColumns(context)])
  return sql`${selecting(context)} ${columns} from ${parts.events} as e ${joins} left join ${parts.events} as s on s.id = e.series_id ${end}`
}

/** The events with these ids, in any order. */
export async function eventsById(context: StoreContext, ids: readonly EntityId[]): Promise<readonly EventRecord[]> {
  const rows = await rowsById(context, 'events', ids, (some) =>
    selectEvents(context, noJoin, sql`where ${isOneOf(context.dialect, ofEvent.id, some)}`),
  )
  return rows.map(toEventRecord)
}

/** Reads the events of a page. */
type ReadRecords = (context: StoreContext, page: RenderedPage) => Promise<readonly EventRecord[]>

type Select<Row> = (context: StoreContext, joins: RawBuilder<unknown>, end: RawBuilder<unknown>) => RawBuilder<Row>

async function readRows<Row>(context: StoreContext, { page, keys }: RenderedPage, select: Select<Row>): Promise<readonly Row[]> {
  const statement = select(context, sql`inner join (${page}) as p on p.id = e.id`, sql`order by ${orderOfPage(keys)}`)
  return (await statement.execute(context.db)).rows
}

const readWhole: ReadRecords = async (context, page) => (await readRows(context, page, selectEvents)).map(toEventRecord)

const readOwn: ReadRecords = async (context, page) => (await readRows(context, page, selectOwn)).map(toEventRecord)

/**
 * Reads each series of the page once, in a second statement, and not with each of its occurrences. A writer may change a series between the
 * two statements, together with who may read its occurrences: then one statement reads the whole page.
 */
const readSharing: ReadRecords = async (context, page) => {
  const rows = await readRows(context, page, selectOwn)
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

/** A page of more events reads each series once. SQLite took 7 s to read the longest texts with each of 1,000 occurrences. */
const longPage = 100

/** How to read the events of a query's page. */
export function recordsReader({ limit, withoutInherited }: FindQuery<EventFilter, EventSort>): ReadRecords {
  if (withoutInherited) return readOwn
  return limit > longPage ? readSharing : readWhole
}
