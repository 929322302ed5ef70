import { type Draft, type EntityId, type EventRecord, statuses, type Taxonomy } from '@kalends/core'
import { insertAll, runPrepared } from '../prepared.ts'
import type { StoreContext } from '../store-context.ts'
import { dayMs, wallMs } from '../wall-time.ts'

/**
 * How many events a day, a category or a tag has, by status, without a look at each of them. Every write adds what it changes,
 * as rows of its own in its own transaction: one row for each number would make all writers wait for each other. The rows of a
 * number are added up when it is read, and now and then put together to one (fold.ts). Hidden events count nowhere: only lists
 * ask for totals and counts, and leave them out. Planned ones count as published, and are taken off for whoever may not see them.
 */

/** What numbers of events are kept of. */
export type CountedKind = 'day' | Taxonomy

/** A number that an event is part of. */
export interface CountKey {
  /** Of what. */
  readonly kind: CountedKind
  /** The beginning of the day, as {@link dayOf} gives it, or the term's id. */
  readonly counted_id: number
  /** The status of the events. */
  readonly status: string
}

/** Events that came to a number, less those that went. */
export type CountRow = Readonly<CountKey> & {
  /** How many. */
  readonly events: number
}

/** The beginning of the day of a wall time, both as if they were UTC. */
export const dayOf = (wall: number): number => Math.floor(wall / dayMs) * dayMs

/** What an event is counted by. */
export function countKeyOf({ hidden, startLocal, status, categoryIds, tagIds }: Draft<EventRecord>): readonly CountKey[] {
  if (hidden) return []
  return [
    { kind: 'day', counted_id: dayOf(wallMs(startLocal)), status },
    ...categoryIds.map((id): CountKey => ({ kind: 'category', counted_id: id, status })),
    ...tagIds.map((id): CountKey => ({ kind: 'tag', counted_id: id, status })),
  ]
}

/** What an event is counted by as it is stored; nothing when it is not there. */
export async function countKeyAsStored(context: StoreContext, id: EntityId): Promise<readonly CountKey[]> {
  const { rows } = await runPrepared(context, 'counted event', [id, 0], () =>
    context.db
      .selectFrom(`${context.tables.events} as e`)
      .leftJoin(`${context.tables.event_terms} as l`, 'l.event_id', 'e.id')
      .select(['e.start_wall', 'e.status', 'l.taxonomy', 'l.term_id'])
      .where('e.id', '=', id)
      .where('e.hidden', '=', 0),
  )
  const [event] = rows
  if (event === undefined) return []
  const terms = rows.flatMap(({ status, taxonomy, term_id }): readonly CountKey[] =>
    taxonomy === null ? [] : [{ kind: taxonomy === 'category' ? 'category' : 'tag', counted_id: Number(term_id), status }],
  )
  return [{ kind: 'day', counted_id: dayOf(Number(event.start_wall)), status: event.status }, ...terms]
}

/** Of kinds whose records nobody counts. */
export const uncounted = { counted: (): readonly CountKey[] => [], countKeyAsStored: async (): Promise<readonly CountKey[]> => [] } as const

/** One row for each number, without those that come to nothing. */
export function summed(rows: readonly CountRow[]): readonly CountRow[] {
  const sums = new Map<string, CountRow>()
  for (const { kind, counted_id, status, events } of rows) {
    const key = `${kind} ${counted_id} ${status}`
    sums.set(key, { kind, counted_id, status, events: (sums.get(key)?.events ?? 0) + events })
  }
  return [...sums.values()].filter(({ events }) => events !== 0)
}

/** Writes what changes when events that were counted by one thing are counted by another. Part of the write's transaction. */
export async function recordCounts(context: StoreContext, before: readonly CountKey[], after: readonly CountKey[]): Promise<void> {
  await insertCounts(context, [...before.map((one) => ({ ...one, events: -1 })), ...after.map((one) => ({ ...one, events: 1 }))])
}

/** Writes one row for each number that is left. */
export async function insertCounts(context: StoreContext, rows: readonly CountRow[]): Promise<void> {
  const { db, tables } = context
  await insertAll(context, 'insert event counts', summed(rows), (some) => db.insertInto(tables.event_counts).values(some))
}

const taxonomies: readonly Taxonomy[] = ['category', 'tag']

/** Removes the numbers of a term that goes. */
export async function deleteCounts({ db, tables }: StoreContext, termId: EntityId): Promise<void> {
  // All columns of the index are named, so that no engine reads, and locks, the numbers of other terms.
  await db
    .deleteFrom(tables.event_counts)
    .where('kind', 'in', taxonomies)
    .where('status', 'in', statuses)
    .where('counted_id', '=', termId)
    .execute()
}
