import {
  type ChangeLog,
  type Kind,
  type LoggedChange,
  type LoggedVerb,
  type LogHold,
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
import type { ChangeTable } from '../schema/log-tables.ts'
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
      await number(context)
    },
    head: async () => (await guarded(reading, headOf)).seq,
    read: (query) => guarded(reading, (inside) => readRows(inside, query)),
    prune: async (limits) => {
      // The deletion of a transaction would make those of others wait for its end.
      if (context.transaction !== undefined) return 0
      while (await number(context));
      return guarded(context, (inside) => prune(inside, limits))
    },
    hold: (name, hold) => guarded(context, (inside) => setHold(inside, name, hold)),
  }
}

/** Numbers committed rows, up to a limit. @returns whether more of them may be left */
async function number(context: StoreContext): Promise<boolean> {
  if (context.dialect.hasOneWriter || context.transaction !== undefined) return false
  if (!(await guarded(context, hasPending))) return false
  return atomically(context, (inside) => guarded(inside, numberPending))
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

/**
 * Gives the committed rows without a number the next ones. A row that is committed meanwhile gets a later number.
 * @returns whether more of them may be left
 */
async function numberPending(context: StoreContext): Promise<boolean> {
  const { db, dialect, parts, tables } = context
  await lockNumbering(context)
  let { seq, writes } = await headOf(context)
  for (let round = 1; round <= maxRounds; round++) {
    const pending = await db
      .selectFrom(tables.changes)
      .select(['id', 'part_of'])
      .where('pending', '=', 1)
      .orderBy('id')
      .limit(rowsPerStatement)
      .execute()
    if (pending.length === 0) return false
    const rows = pending.map((row) => [Number(row.id), ++seq, Number(row.part_of) === 0 ? ++writes : writes] as const)
    const columns = ['id', 'seq', 'writes'] as const
    await dialect.updateByIds(parts.changes, { keepsVersion: true, shared: { pending: null }, columns, rows }).execute(db)
    if (pending.length < rowsPerStatement) return false
  }
  return true
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

/** The highest number, and the number of writes up to its row; 0 and 0 if no row has a number. */
async function headOf(context: StoreContext): Promise<{ readonly seq: number; readonly writes: number }> {
  const { db, tables } = context
  const column = numberColumn(context)
  const { rows } = await runPrepared(context, 'head of changes', [1], () =>
    db.selectFrom(tables.changes).select([column, 'writes']).where(column, 'is not', null).orderBy(column, 'desc').limit(1),
  )
  return { seq: Number(rows[0]?.[column] ?? 0), writes: Number(rows[0]?.writes ?? 0) }
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
 * Deletes old rows, by their ids, so that MariaDB locks no others. Each row knows how many writes there were up to it, so the newer ones are
 * counted by a subtraction.
 */
async function prune(context: StoreContext, { beforeMs, keptRows }: LogLimits): Promise<number> {
  const { db, dialect, parts, tables } = context
  const column = numberColumn(context)
  const head = await headOf(context)
  await db.deleteFrom(tables.log_holds).where('at_ms', '<', beforeMs).execute()
  const holds = db.selectFrom(tables.log_holds).select(({ fn }) => fn.min('seq').as('seq'))
  const hold = await holds.executeTakeFirst()
  const firstHeld = Number(hold?.seq ?? head.seq)
  const oldest = await db
    .selectFrom(tables.changes)
    .select(['id', column, 'at_ms', 'writes'])
    // The row with the highest number tells the next one.
    .where(column, '<', head.seq)
    .orderBy(column)
    .limit(prunedRows)
    .execute()
  const isKept = (row: (typeof oldest)[number]): boolean =>
    Number(row.at_ms) >= beforeMs && (head.writes - Number(row.writes) < keptRows || Number(row[column]) >= firstHeld)
  const kept = oldest.findIndex(isKept)
  const ids = oldest.slice(0, kept === -1 ? undefined : kept).map(({ id }) => Number(id))
  if (ids.length > 0) await dialect.deleteByIds(parts.changes, ids).execute(db)
  return ids.length
}

async function setHold({ db, dialect, tables }: StoreContext, name: string, hold: LogHold | null): Promise<void> {
  if (hold === null) {
    await db.deleteFrom(tables.log_holds).where('name', '=', name).execute()
    return
  }
  const place = { seq: hold.seq, at_ms: hold.atMs }
  const insert = db.insertInto(tables.log_holds).values({ name, ...place })
  const upsert = dialect.supportsOnConflict
    ? insert.onConflict((conflict) => conflict.column('name').doUpdateSet(place))
    : insert.onDuplicateKeyUpdate(place)
  await upsert.execute()
}
