import { CalendarError } from '@kalends/core'
import type { EntityId, EventCountSort, EventFilter, FindQuery, TermFilter, TermRecord, TermSort } from '@kalends/core/store'
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { deleteCounts } from '../count/counts.ts'
import { insertAll } from '../engine/prepared.ts'
import { runRead } from '../engine/scan/deadline.ts'
import { type StoreContext, selecting } from '../engine/store-context.ts'
import { isBoundedTermFilter, isBoundedTermPage } from '../list/bounded.ts'
import { type EventLink, hasEvents } from '../list/linked-events.ts'
import { countRecords, recordConditions, recordId, recordPage } from '../list/records.ts'
import { type Column, type Condition, isOneOf, someOf } from '../query/conditions.ts'
import { rowsById } from '../query/rows-by-id.ts'
import type { TermTable } from '../schema/tables.ts'
import { logUnlinked } from '../write/log-unlinked.ts'
import { deleteRecordFields, writeRecordFields } from '../write/record-fields.ts'
import type { RecordKind, StoredRow } from '../write/record-kind.ts'
import { pageByCount } from './by-count.ts'
import { termColumns, toTermRecord, toTermRow } from './codec.ts'

/** One table holds the links of categories and of tags; the term's own taxonomy distinguishes them. */
const eventLink: EventLink = { linkField: 'categoryIds', id: recordId, also: [sql`l.taxonomy = r.taxonomy`] }

function termConditions(context: StoreContext, filter: TermFilter): readonly Condition[] {
  const { dialect, parts } = context
  const { taxonomy, parentIds, withinIds, events, shownBy } = filter
  return [
    ...(taxonomy === undefined ? [] : [sql<SqlBool>`r.taxonomy = ${taxonomy}`]),
    ...recordConditions(context, { table: 'terms', fieldTable: 'term_fields' }, filter),
    ...(parentIds === undefined ? [] : [isOneOf(dialect, sql`r.parent_id`, parentIds)]),
    ...(withinIds === undefined
      ? []
      : [
          sql<SqlBool>`(${isOneOf(dialect, recordId, withinIds)} or ${recordId} in
            (select a.term_id from ${parts.term_ancestors} as a where ${isOneOf(dialect, sql`a.ancestor_id`, withinIds)}))`,
        ]),
    ...(events === undefined ? [] : [hasEvents(context, eventLink, events)]),
    ...(shownBy === undefined ? [] : [isShown(context, shownBy)]),
  ]
}

/** The term or one of its descendants is known to everybody, or linked by a matching event. */
function isShown(context: StoreContext, filter: EventFilter): Condition {
  const { dialect, parts } = context
  const isKnown = (known: Column, id: Column): Condition =>
    someOf([sql<SqlBool>`${known} = 1`, hasEvents(context, { ...eventLink, id }, { some: true, filter })])
  const below = sql`select 1 from ${parts.term_ancestors} as a inner join ${parts.terms} as t on t.id = a.term_id
    where a.ancestor_id = r.id and ${isKnown(sql`t.known`, sql`t.id`)}`
  return someOf([isKnown(sql`r.known`, recordId), dialect.hasRow(below)])
}

const memberColumns: Readonly<Record<Exclude<TermSort['key'], 'eventCount'>, Column>> = {
  id: recordId,
  nameKey: sql`r.name_key`,
  slug: sql`r.slug`,
  description: sql`r.description`,
}

/** A query for terms in an order of their own members. */
type TermQuery = FindQuery<TermFilter, Exclude<TermSort, EventCountSort>>

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
  const { end } = recordPage(context.parts.terms, termConditions(context, query.filter), query, ({ key }) => memberColumns[key])
  return (await selectTerms(context, end, isByDescription).execute(context.db)).rows.map(toTermRecord)
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
  count: (context, filter) =>
    runRead(context, isBoundedTermFilter(filter), (inside) => countRecords(inside, inside.parts.terms, termConditions(inside, filter))),
  writeFieldKeys: (context, written, stored) => writeRecordFields(context, 'term_fields', written, stored),
  writeLinks: async (context, written, stored) => {
    await writeRecordFields(context, 'term_fields', written, stored)
    const { db, tables } = context
    const ids = written.map(({ id }) => id)
    if (stored !== undefined) await db.deleteFrom(tables.term_ancestors).where('term_id', 'in', ids).execute()
    const ancestors = written.flatMap(({ id, record }) => record.ancestorIds.map((ancestor_id) => ({ ancestor_id, term_id: id })))
    await insertAll(context, 'insert term_ancestors', ancestors, (rows) => db.insertInto(tables.term_ancestors).values(rows))
  },
  logUnlinked: async (context, ids, stored, atMs) => {
    const published = await firstPublications(context, ids, stored)
    const links = { table: context.parts.event_terms, eventId: sql`u.event_id`, linkedId: sql`u.term_id` }
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
