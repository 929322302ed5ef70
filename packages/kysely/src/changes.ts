import type { EntityId, Revision } from '@kalends/core'
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { isConflict } from './driver-errors.ts'
import { compactCounts } from './event-counts/compact.ts'
import { insertedLast, insertPrepared } from './prepared.ts'
import { withSavepoint } from './savepoint.ts'
import type { StoreContext } from './store-context.ts'

/**
 * Every write adds a row to `changes` in its own transaction, and the set of rows that can be seen stands for the state of
 * the store. One counter instead would make all writers wait for the slowest transaction of the host.
 *
 * The token is made of the lowest id, the highest id, the number of ids, their sum, and the time of the last write; on SQLite, where
 * one writes at a time, of the highest id and that time. Ids are never given twice, so:
 * - a write that becomes visible adds an id and thereby changes the number, wherever its id lies in the order: transactions
 *   that end in another order than they began, or after hours, do no harm;
 * - old rows are removed within a write, whose own row is far above all that it removes and stays until a later removal,
 *   which brings a row of its own. So after any sequence of writes the set differs from what it was. Two different sets have
 *   the same token only if they agree in both ends, the number and the sum, while as many rows were removed as were added by
 *   transactions older than the removed rows; the sum is there for that case.
 * - a database that was brought back from a backup gives its ids again, to other writes; the time of the last one tells them apart.
 */

/** What a row of `changes` is about. */
export type ChangedKind = 'event' | 'venue' | 'organizer' | 'term'

/**
 * How many rows stay, at least. The token counts them: of a hundred it would take 0.07 ms less on PostgreSQL and 0.14 on MariaDB.
 * But where more rows go than stay, MariaDB reads the whole table to remove them, and waits for every open transaction that has
 * written, as others then wait for it: with 500 kept, they waited until the lock timed out.
 */
const keptRows = 1_000

/**
 * One write in this many removes old rows. Like the next number it is a prime: where servers share the ids between them, each gives
 * only every second or third one (`auto_increment_increment`), and of 100 might never give a multiple.
 */
const pruneEvery = 101

/** One write in this many puts numbers of events together. */
const foldEvery = 2_003

/** At most this many rows are removed by one write. */
const pruneLimit = 500

/** Records that a write has changed what is stored, a row for each record. Part of the write's transaction. */
export async function recordChanges(context: StoreContext, kind: ChangedKind, recordIds: readonly EntityId[]): Promise<void> {
  const { db, dialect, tables } = context
  const atMs = Date.now()
  const changes = recordIds.map((record_id) => ({ kind, record_id, at_ms: atMs }))
  const inserted = await insertPrepared(context, 'insert changes', changes, (values) => {
    const insert = db.insertInto(tables.changes).values(values).$castTo<{ id: unknown }>()
    return dialect.oneWriter || !dialect.insertReturning ? insert : insert.returning('id')
  })
  // The driver gives the first id on MariaDB.
  const lastId = dialect.oneWriter
    ? await insertedLast(context, inserted)
    : Number(inserted.rows[0]?.id ?? inserted.insertId) + recordIds.length - 1
  if (lastId % pruneEvery < recordIds.length) await unlessOvertaken(context, () => prune(context, lastId))
  if (lastId % foldEvery < recordIds.length) await unlessOvertaken(context, () => compactCounts(context))
}

/**
 * Does what a later write can do as well. In a strict transaction of the host, PostgreSQL reports rows as a conflict that another
 * write has removed since; what the host wrote must not be lost over them.
 */
async function unlessOvertaken(context: StoreContext, work: () => Promise<void>): Promise<void> {
  if (context.transaction?.isOfHost !== true) return work()
  try {
    await withSavepoint(context, work)
  } catch (error) {
    // MariaDB has undone the whole transaction by then.
    if (!context.dialect.errorEndsTransaction || !isConflict(error)) throw error
  }
}

/** Removes old rows, but none that another write is about to remove: nobody waits for anybody here. */
async function prune({ db, dialect, parts, tables }: StoreContext, id: number): Promise<void> {
  const old = db
    .selectFrom(tables.changes)
    .select('id')
    .where('id', '<', id - keptRows)
    .orderBy('id')
    .limit(pruneLimit)
  const rows = await (dialect.skipLocked ? old.forUpdate().skipLocked() : old).execute()
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => Number(id))
  await dialect.deleteByIds(parts.changes, ids).execute(db)
}

type RevisionRow = Readonly<
  Partial<Record<'lowest' | 'highest' | 'total' | 'summed' | 'latest' | 'event' | 'venue' | 'organizer', unknown>>
>

/** Gives the state of the store, in one statement, which is put together once: every read begins with it. */
export function revisionReader(): (context: StoreContext, nowMs: number) => Promise<Revision> {
  let statement: CompiledQuery<RevisionRow> | undefined
  return async (context, nowMs) => {
    statement ??= revisionStatement(context).compile(context.db)
    const query: CompiledQuery<RevisionRow> = { ...statement, parameters: statement.parameters.map(() => nowMs) }
    const { rows } = await context.db.executeQuery(query)
    const [row] = rows
    if (row === undefined) throw new TypeError('An aggregate gave no row.')
    const times = [row.event, row.venue, row.organizer].filter((time) => time !== null).map(Number)
    return {
      token: [row.lowest, row.highest, row.total, row.summed, row.latest].map((part) => String(part ?? 0)).join('.'),
      staleAtMs: times.length === 0 ? null : Math.min(...times),
    }
  }
}

/** Its parameters are "now", each of them. Where one writes at a time, every commit brings the highest id, which says enough. */
function revisionStatement({ parts, dialect }: StoreContext): RawBuilder<RevisionRow> {
  const planned = sql`status = 'publish' and published_ms > ${0}`
  const state = dialect.oneWriter
    ? sql`max(id) as highest`
    : sql`min(id) as lowest, max(id) as highest, count(*) as total, sum(id) as summed`
  return sql`
    select ${state},
      (select at_ms from ${parts.changes} order by id desc limit 1) as latest,
      (select min(published_ms) from ${parts.events} where ${planned}) as event,
      (select min(published_ms) from ${parts.venues} where ${planned}) as venue,
      (select min(published_ms) from ${parts.organizers} where ${planned}) as organizer
    from ${parts.changes}`
}
