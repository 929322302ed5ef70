import { CalendarError } from '@kalends/core'
import type { EntityId, FindQuery, TermFilter, TermRecord, TermSort } from '@kalends/core/store'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { deleteCounts } from '../count/counts.ts'
import { insertAll } from '../engine/prepared.ts'
import { runRead } from '../engine/scan/deadline.ts'
import { type StoreContext, selecting } from '../engine/store-context.ts'
import { isBoundedTermFilter, isBoundedTermPage } from '../list/bounded.ts'
import { recordId } from '../list/records.ts'
import { isOneOf } from '../query/conditions.ts'
import { rowsById } from '../query/rows-by-id.ts'
import type { TermTable } from '../schema/tables.ts'
import { logUnlinked } from '../write/log-rows.ts'
import { deleteRecordFields, writeRecordFields } from '../write/record-fields.ts'
import { type RecordKind, type StoredRow, toKeyedRows } from '../write/record-kind.ts'
import { pageByCount } from './by-count.ts'
import { termColumns, toTermRecord, toTermRow } from './codec.ts'
import { countTerms, pageOfTerms, type TermQuery } from './where.ts'

/**
 * Selects terms.
 * @param end the rest of the statement
 * @param longSort whether the statement sorts by long texts
 */
const selectTerms = (context: StoreContext, end: RawBuilder<unknown>, longSort = false): RawBuilder<Selectable<TermTable>> =>
  sql`${selecting(context, { longSort })} ${termColumns} from ${context.parts.terms} as r ${end}`

/** The error for a unique key that another term already has; the contract checks the name before the slug. */
async function taken(
  { db, tables }: StoreContext,
  { taxonomy, parentId, name, nameKey, slug }: Pick<TermRecord, 'taxonomy' | 'parentId' | 'name' | 'nameKey' | 'slug'>,
  id: EntityId | undefined,
): Promise<CalendarError | undefined> {
  const others = db
    .selectFrom(tables.terms)
    .select('id')
    .where('taxonomy', '=', taxonomy)
    .where('id', '<>', id ?? 0)
  const sibling = await others.where('parent_id', '=', parentId).where('name_key', '=', nameKey).executeTakeFirst()
  if (sibling !== undefined) return new CalendarError('name_taken', { kind: taxonomy, name })
  const namesake = await others.where('slug', '=', slug).executeTakeFirst()
  return namesake === undefined ? undefined : new CalendarError('slug_taken', { kind: taxonomy, slug })
}

async function getMany(context: StoreContext, ids: readonly EntityId[]): Promise<readonly TermRecord[]> {
  const rows = await rowsById(context, 'terms', ids, (some) => selectTerms(context, sql`where ${isOneOf(context.dialect, recordId, some)}`))
  return rows.map(toTermRecord)
}

const byId = [{ key: 'id', direction: 'asc' }] as const

async function findInOrder(context: StoreContext, query: TermQuery): Promise<readonly TermRecord[]> {
  const isByDescription = query.order.some(({ key }) => key === 'description')
  return (await selectTerms(context, pageOfTerms(context, query), isByDescription).execute(context.db)).rows.map(toTermRecord)
}

async function find(context: StoreContext, query: FindQuery<TermFilter, TermSort>): Promise<readonly TermRecord[]> {
  const order = query.order.filter((sort) => sort.key !== 'eventCount')
  if (order.length === query.order.length) return findInOrder(context, { ...query, order })
  const all = { filter: query.filter, order: byId, offset: 0, limit: Number.MAX_SAFE_INTEGER }
  return pageByCount(context, query, await findInOrder(context, all))
}

/** The smallest publication of the published events that link each term, or 0 if everybody knows it; other terms are left out. */
async function firstPublications(
  { db, tables }: StoreContext,
  ids: readonly EntityId[],
  stored: ReadonlyMap<EntityId, StoredRow>,
): Promise<ReadonlyMap<EntityId, number>> {
  const rows = await db
    .selectFrom(tables.event_terms)
    .select(['term_id', ({ fn }) => fn.min('published_ms').as('first')])
    .where('term_id', 'in', ids)
    .where('status', '=', 'publish')
    .groupBy('term_id')
    .execute()
  const first = new Map(rows.map((row) => [Number(row.term_id), Number(row.first)]))
  for (const id of ids) if (Number(stored.get(id)?.['known']) === 1) first.set(id, 0)
  return first
}

/** Categories and tags in the store. */
export const termKind: RecordKind<TermRecord, TermFilter, TermSort> = {
  table: 'terms',
  loggedColumns: ['taxonomy', 'updated_ms', 'known'],
  uniqueKeys: [
    ['taxonomy', 'parent_id', 'name_key'],
    ['taxonomy', 'slug'],
  ],
  kind: undefined,
  kindOf: ({ taxonomy }) => taxonomy,
  toRow: toTermRow,
  stored: (draft, id, version) => toTermRecord({ ...toTermRow(draft), id, version }),
  getMany,
  find: (context, query) => runRead(context, isBoundedTermPage(query), (inside) => find(inside, query)),
  count: (context, filter) => runRead(context, isBoundedTermFilter(filter), (inside) => countTerms(inside, filter)),
  writeFieldKeys: (context, written, stored) => writeRecordFields(context, 'term_fields', written, stored),
  writeLinks: async (context, written, stored) => {
    await writeRecordFields(context, 'term_fields', toKeyedRows(written), stored)
    const { db, tables } = context
    const ids = written.map(({ id }) => id)
    if (stored !== undefined) await db.deleteFrom(tables.term_ancestors).where('term_id', 'in', ids).execute()
    const ancestors = written.flatMap(({ id, record }) => record.ancestorIds.map((ancestor_id) => ({ ancestor_id, term_id: id })))
    await insertAll(context, 'insert term_ancestors', ancestors, (rows) => db.insertInto(tables.term_ancestors).values(rows))
  },
  logUnlinked: async (context, ids, stored, atMs) => {
    const published = await firstPublications(context, ids, stored)
    const links = { table: context.parts.event_terms, eventId: sql`event_id`, linkedId: sql`term_id` }
    for (const id of ids) {
      const isTag = stored.get(id)?.['taxonomy'] === 'tag'
      await logUnlinked(context, links, [id], atMs, isTag ? { categoryIds: [], tagIds: [id] } : { categoryIds: [id], tagIds: [] })
    }
    return published
  },
  deleteLinks: async (context, ids, stored) => {
    const { db, tables } = context
    await deleteRecordFields(context, 'term_fields', ids, stored)
    await deleteCounts(context, ids)
    await db.deleteFrom(tables.event_terms).where('term_id', 'in', ids).execute()
    await db.deleteFrom(tables.term_ancestors).where('term_id', 'in', ids).execute()
  },
  taken,
  takenIn: ({ taxonomy, name, slug }, columns) =>
    columns.includes('name_key')
      ? new CalendarError('name_taken', { kind: taxonomy, name })
      : new CalendarError('slug_taken', { kind: taxonomy, slug }),
}
