import type { EntityId, EventFilter, LinkField, Taxonomy } from '@kalends/core/store'
import { sql } from 'kysely'
import { countedTerms } from '../counts/terms.ts'
import { runRead, runScan } from '../engine/scans/run-scan.ts'
import { selecting } from '../engine/selecting.ts'
import type { StoreContext } from '../engine/store-context.ts'
import { ofLink } from '../event-filter/columns.ts'
import { linksFor } from '../event-filter/linked-events.ts'
import { eventConditions, withoutDistinct } from '../event-filter/where.ts'
import { allOf, isOneOf } from '../query/conditions.ts'
import { isOfLinkField, linkedId, linkTables } from '../query/links.ts'
import { countByLinkInSlices } from './sliced.ts'

/** Counts the matching events of each linked record; records without any are absent. */
export async function countByLink(
  context: StoreContext,
  linkField: LinkField,
  ids: readonly EntityId[],
  wanted: EventFilter,
): Promise<ReadonlyMap<EntityId, number>> {
  if (ids.length === 0) return new Map()
  const filter = withoutDistinct(wanted)
  const { taxonomy } = linkTables[linkField]
  const counted = taxonomy === undefined ? undefined : await runRead(context, true, (inside) => countedTerms(inside, taxonomy, ids, filter))
  return counted ?? runScan(context, (inside) => countByLinkNow(inside, linkField, ids, filter))
}

/** The same for terms, within a scan that has already waited in the queue. */
export async function countByLinkInScan(
  context: StoreContext,
  taxonomy: Taxonomy,
  ids: readonly EntityId[],
  wanted: EventFilter,
): Promise<ReadonlyMap<EntityId, number>> {
  const filter = withoutDistinct(wanted)
  const counted = await countedTerms(context, taxonomy, ids, filter)
  return counted ?? countByLinkNow(context, taxonomy === 'category' ? 'categoryIds' : 'tagIds', ids, filter)
}

async function countByLinkNow(
  context: StoreContext,
  linkField: LinkField,
  ids: readonly EntityId[],
  filter: EventFilter,
): Promise<ReadonlyMap<EntityId, number>> {
  const sliced = await countByLinkInSlices(context, linkField, ids, filter)
  if (sliced !== undefined) return sliced
  const id = linkedId(linkField)
  const conditions = [
    isOneOf(context.dialect, id, ids),
    ...isOfLinkField(linkField),
    ...eventConditions(context, filter, { columns: ofLink }),
  ]
  const { rows } = await sql<{ id: unknown; total: unknown }>`
    ${selecting(context)} ${id} as id, count(*) as total from ${linksFor(context, linkField, filter)} where ${allOf(conditions)} group by ${id}`.execute(
    context.db,
  )
  return new Map(rows.map((row) => [Number(row.id), Number(row.total)]))
}
