import {
  type ChangeLog,
  type Kind,
  type LoggedChange,
  type LoggedVerb,
  type LogLimits,
  type LogQuery,
  prunedRows,
  type StoredStatus,
  type WriteScope,
} from '@kalends/core/store'
import type { Selectable } from 'kysely'
import { rowsPerStatement } from '../engine/chunks.ts'
import { runPrepared } from '../engine/prepared.ts'
import type { StoreContext } from '../engine/store-context.ts'
import { atomically, guarded } from '../engine/transaction.ts'
import { isHiddenColumn } from '../event-filter/hidden.ts'
import type { ChangeTable } from '../schema/tables.ts'
import { numberingSlot } from './lock-names.ts'
import { toTerms } from './log-rows.ts'

/**
 * The log of writes. On engines with several writers its rows get their numbers after the commit, under the lock of one row that no writer
 * takes: so no transaction of a host is waited for. With ids as numbers, a reader of `id > last` missed 238 of 437 rows of 12 writers on
 * PostgreSQL, because a transaction that began earlier committed later.
 * @param reading the context of reads: rows must not be newer than the records, which may come from a replica
 */
export function changeLog(context: StoreContext, reading: StoreContext): ChangeLog {
  return {
    number: async () => {
      if (context.dialect.hasOneWriter || context.transaction !== undefined) return
      if (!(await guarded(context, hasPending))) return
      await atomically(context, (inside) => guarded(inside, numberPending))
    },
    head: () => guarded(reading, headOf),
    read: (query) => guarded(reading, (inside) => readRows(inside, query)),
    prune: (limits) => guarded(context, (inside) => prune(inside, limits)),
  }
}

async function hasPending(context: StoreContext): Promise<boolean> {
  const { db, tables } = context
  const { rows } = await runPrepared(context, 'pending changes', [1, 1], () =>
    db.selectFrom(tables.changes).select('id').where('pending', '=', 1).limit(1),
  )
  return rows.length > 0
}

/** One transaction numbers at most this many times {@link rowsPerStatement} rows, so that others do not wait for it for long. */
const maxRounds = 20

/** Gives the committed rows without a number the next ones. A row that is committed meanwhile gets a later number. */
async function numberPending(context: StoreContext): Promise<void> {
  const { db, dialect, parts, tables } = context
  await lockNumbering(context)
  let seq = await headOf(context)
  for (let round = 1; round <= maxRounds; round++) {
    const pending = await db
      .selectFrom(tables.changes)
      .select('id')
      .where('pending', '=', 1)
      .orderBy('id')
      .limit(rowsPerStatement)
      .execute()
    if (pending.length === 0) return
    const rows = pending.map(({ id }) => [Number(id), ++seq] as const)
    await dialect.updateByIds(parts.changes, { keepsVersion: true, shared: { pending: null }, columns: ['id', 'seq'], rows }).execute(db)
    if (pending.length < rowsPerStatement) return
  }
}

/** Waits until no other process numbers rows. */
async function lockNumbering({ db, dialect, tables }: StoreContext): Promise<void> {
  const insert = db.insertInto(tables.name_locks).values({ slot: numberingSlot })
  const locking = dialect.supportsOnConflict
    ? insert.onConflict((conflict) => conflict.column('slot').doUpdateSet({ slot: numberingSlot }))
    : insert.onDuplicateKeyUpdate({ slot: numberingSlot })
  await locking.execute()
}

/** The column with the numbers. */
const numberColumn = ({ dialect }: StoreContext): 'id' | 'seq' => (dialect.hasOneWriter ? 'id' : 'seq')

async function headOf(context: StoreContext): Promise<number> {
  const { db, tables } = context
  const column = numberColumn(context)
  const { rows } = await runPrepared(context, 'head of changes', [1], () =>
    db.selectFrom(tables.changes).select(column).where(column, 'is not', null).orderBy(column, 'desc').limit(1),
  )
  return Number(rows[0]?.[column] ?? 0)
}

async function readRows(context: StoreContext, { after, kinds, limit }: LogQuery): Promise<readonly LoggedChange[]> {
  if (kinds?.length === 0) return []
  const { db, tables } = context
  const column = numberColumn(context)
  const { rows } = await runPrepared(context, `changes of ${kinds?.length ?? 'all'}`, [after, ...(kinds ?? []), limit], () => {
    const all = db.selectFrom(tables.changes).selectAll().where(column, '>', after)
    return (kinds === undefined ? all : all.where('kind', 'in', kinds)).orderBy(column).limit(limit)
  })
  return rows.map((row) => toLoggedChange(row, Number(row[column])))
}

/** The columns hold what this package has written, which their types do not express. */
function toLoggedChange(row: Selectable<ChangeTable>, seq: number): LoggedChange {
  return {
    seq,
    kind: row.kind as Kind,
    id: Number(row.record_id),
    verb: row.verb as LoggedVerb,
    atMs: Number(row.at_ms),
    partOf: Number(row.part_of),
    scope: row.scope as WriteScope | null,
    was:
      row.was_status === null
        ? null
        : {
            status: row.was_status as StoredStatus,
            statusBeforeTrash: row.was_before_trash as StoredStatus | null,
            authorId: row.was_author ?? '',
            publishedMs: Number(row.was_published_ms),
            hidden: isHiddenColumn(row.was_hidden ?? 0),
            terms: row.was_terms === null ? null : toTerms(row.was_terms),
          },
  }
}

/**
 * Deletes old rows by their ids, so that MariaDB locks no others, and skips those that another process is deleting. Rows without
 * a number become old, too, where the log is never read.
 */
async function prune(context: StoreContext, { beforeMs, keptRows }: LogLimits): Promise<number> {
  const { db, dialect, parts, tables } = context
  const last = await db.selectFrom(tables.changes).select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  if (last === undefined) return 0
  const head = await headOf(context)
  const oldest = db
    .selectFrom(tables.changes)
    .select(['id', 'seq', 'at_ms'])
    .where('id', '<', Number(last.id))
    .orderBy('id')
    .limit(prunedRows)
  const rows = await (dialect.supportsSkipLocked ? oldest.forUpdate().skipLocked() : oldest).execute()
  const ids: number[] = []
  for (const { id, seq, at_ms } of rows) {
    // The row with the highest number tells the next one.
    if (seq !== null && Number(seq) === head) break
    const newer = seq === null ? Number(last.id) - Number(id) : head - Number(seq)
    if (newer < keptRows && Number(at_ms) >= beforeMs) break
    ids.push(Number(id))
  }
  if (ids.length > 0) await dialect.deleteByIds(parts.changes, ids).execute(db)
  return ids.length
}
