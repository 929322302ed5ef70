import { type EntityId, type EventRecord, statuses, type Taxonomy } from '@kalends/core/store'
import { insertAll } from '../engine/prepared.ts'
import type { StoreContext } from '../engine/store-context.ts'
import { dayMs } from '../schema/wall-time.ts'

/**
 * Counts of the events of a day, a category or a tag, by status, so that totals need not read the events. A category is also counted by
 * period: a window of two years then adds up 26 counts of each category, and reads no links but those at its ends. Every write inserts its
 * differences as rows of its own, in its own transaction: a single row for each count would make all writers wait for each other. A read
 * adds up the rows of a count, and compaction merges them now and then (compact.ts). Hidden events and series are not counted: only lists ask
 * for totals and counts, and lists leave them out. Scheduled events count as published; they are subtracted for callers without the right to
 * read them.
 */

/** What events are counted by: the day on which they start, a category or a tag, or a category and the period in which they start. */
export type CountKind = 'day' | Taxonomy | 'categoryPeriod'

/** The lengths of the periods whose counts a window adds up, in milliseconds: a day, and four weeks (migrations/recount.ts). */
export const periodLengths = { day: dayMs, categoryPeriod: 28 * dayMs } as const

/** A count that includes an event. */
export interface CountKey {
  /** The kind of the count. */
  readonly kind: CountKind
  /** The start of the day, as {@link startOfPeriod} gives it, or the term's id. */
  readonly counted_id: number
  /** The start of the period of the kind `categoryPeriod`; 0 for other kinds. */
  readonly period: number
  /** The status of the events. */
  readonly status: string
}

/** A difference of a count: events added minus events removed. */
export type CountRow = Readonly<CountKey> & {
  /** The difference. */
  readonly events: number
}

/** The start of the day or the period of a wall time; both are milliseconds, as if the wall time were UTC. */
export const startOfPeriod = (wall: number, lengthMs: number): number => Math.floor(wall / lengthMs) * lengthMs

/** The parts of an event by which it is counted. */
export interface EventToCount {
  /** Columns of its row. */
  readonly copies: { readonly status: string; readonly hidden: number; readonly start_wall: number }
  /** Its terms. */
  readonly links: Pick<EventRecord, 'categoryIds' | 'tagIds'>
}

/** The counts that include an event; none for hidden events and for series, whose column `hidden` is 2 or 3. */
export function countKeysOf({ copies: { status, hidden, start_wall }, links: { categoryIds, tagIds } }: EventToCount): readonly CountKey[] {
  if (hidden !== 0) return []
  const period = startOfPeriod(start_wall, periodLengths.categoryPeriod)
  return [
    { kind: 'day', counted_id: startOfPeriod(start_wall, periodLengths.day), period: 0, status },
    ...categoryIds.map((id): CountKey => ({ kind: 'category', counted_id: id, period: 0, status })),
    ...categoryIds.map((id): CountKey => ({ kind: 'categoryPeriod', counted_id: id, period, status })),
    ...tagIds.map((id): CountKey => ({ kind: 'tag', counted_id: id, period: 0, status })),
  ]
}

/** Whether the same counts include both of two states of an event. */
export function areCountedAlike(one: EventToCount, other: EventToCount): boolean {
  const [a, b] = [one.copies, other.copies]
  return (
    a.status === b.status &&
    a.hidden === b.hidden &&
    startOfPeriod(a.start_wall, periodLengths.day) === startOfPeriod(b.start_wall, periodLengths.day) &&
    one.links.categoryIds.join() === other.links.categoryIds.join() &&
    one.links.tagIds.join() === other.links.tagIds.join()
  )
}

/** Sums rows with equal kind, id, period and status; drops sums of 0. */
export function summed(rows: readonly CountRow[]): readonly CountRow[] {
  const sums = new Map<string, CountRow>()
  for (const { kind, counted_id, period, status, events } of rows) {
    const key = `${kind} ${counted_id} ${period} ${status}`
    sums.set(key, { kind, counted_id, period, status, events: (sums.get(key)?.events ?? 0) + events })
  }
  return [...sums.values()].filter(({ events }) => events !== 0)
}

/** Records the difference between two sets of counts, in the write's transaction. */
export async function recordCounts(context: StoreContext, before: readonly CountKey[], after: readonly CountKey[]): Promise<void> {
  await insertCounts(context, [...before.map((one) => ({ ...one, events: -1 })), ...after.map((one) => ({ ...one, events: 1 }))])
}

/** Inserts one row for each sum that is not 0. */
export async function insertCounts(context: StoreContext, rows: readonly CountRow[]): Promise<void> {
  const { db, tables } = context
  await insertAll(context, 'insert event counts', summed(rows), (some) => db.insertInto(tables.event_counts).values(some))
}

const kindsOfTerms: readonly CountKind[] = ['category', 'tag', 'categoryPeriod']

/** Removes the counts of deleted terms. */
export async function deleteCounts({ db, tables }: StoreContext, termIds: readonly EntityId[]): Promise<void> {
  // The condition names all columns of the index, so that no engine reads and locks the counts of other terms.
  await db
    .deleteFrom(tables.event_counts)
    .where('kind', 'in', kindsOfTerms)
    .where('status', 'in', statuses)
    .where('counted_id', 'in', termIds)
    .execute()
}
