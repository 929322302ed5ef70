import { isCalendarError } from '@kalends/core'
import {
  type ChangeLog,
  type Kind,
  type LoggedChange,
  type LogHold,
  type LogMark,
  prunedRows,
  type StoredStatus,
  type WrittenRecord,
} from '@kalends/core/store'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { isConflict } from '../drivers/driver-errors.ts'
import { rowsPerStatement } from '../engine/chunks.ts'
import { withLockLimit } from '../engine/lock-limit.ts'
import { runPrepared } from '../engine/prepared.ts'
import type { StoreContext } from '../engine/store-context.ts'
import { atomically, guarded } from '../engine/transaction.ts'
import { idsOf } from '../query/links.ts'
import { isHiddenColumn } from '../schema/event-role.ts'
import type { ChangeTable } from '../schema/log-tables.ts'
import { keepForHistory, pruneHistory, readHistory, toHistoryRow } from './history.ts'
import { lockSlots, numberingSlot } from './lock-names.ts'
import { isWrite, toTerms } from './log-rows.ts'

/**
 * The log of writes. On engines with several writers its rows get their numbers after the commit, under the lock of one row that no writer
 * takes: so no transaction of a host is waited for. With ids as numbers, a reader of `id > last` missed 238 of 437 rows of 12 writers on
 * PostgreSQL, because a transaction that began earlier committed later.
 * @param reading the context of reads: rows must not be newer than the records, which may come from a replica
 * @param numberInBackground of {@link backgroundNumbering}
 */
export function changeLog(context: StoreContext, reading: StoreContext, numberInBackground: () => void): ChangeLog {
  return {
    number: async () => {
      await number(context)
    },
    head: async () => (await guarded(reading, headOf)).seq,
    read: (query) => guarded(reading, (inside) => readRows(inside, query)),
    history: (query) => guarded(reading, (inside) => readHistory(inside, query)),
    prune: async (limits) => {
      // The deletion of a transaction would make those of others wait for its end.
      if (context.transaction !== undefined) return 0
      while (await number(context));
      return atomically(context, (inside) => guarded(inside, () => prune(inside, limits)))
    },
    hold: (name, hold) => guarded(context, (inside) => setHold(inside, name, hold)),
    writtenSince: async (mark) => {
      const { written, pending, isWhole } = await guarded(reading, (inside) => writtenSince(inside, mark))
      if (pending > maxPending || (pending > 0 && !isWhole)) numberInBackground()
      return written
    },
  }
}

/** Numbers rows in the background, one run at a time: readers need no numbers, and another process may keep the lock for long. */
export function backgroundNumbering(context: StoreContext): () => void {
  let isNumbering = false
  const end = (): void => {
    isNumbering = false
  }
  return () => {
    if (isNumbering) return
    isNumbering = true
    // After a failure, a later reader tries again.
    number(context).then(end, end)
  }
}

/** Numbers committed rows, up to a limit. @returns whether more of them may be left */
async function number(context: StoreContext): Promise<boolean> {
  if (context.dialect.hasOneWriter || context.transaction !== undefined) return false
  if (!(await guarded(context, hasPending))) return false
  try {
    return await atomically(context, (inside) => guarded(inside, numberPending))
  } catch (error) {
    // Another process numbers, or on a Galera cluster another server. What it leaves is for the next call.
    if (isCalendarError(error, 'request_in_progress') || (isCalendarError(error, 'unavailable') && isConflict(error.cause))) return false
    throw error
  }
}

async function hasPending(context: StoreContext): Promise<boolean> {
  const { db, tables } = context
  const { rows } = await runPrepared(context, 'pending changes', [1, 1], () =>
    db.selectFrom(tables.changes).select('id').where('pending', '=', 1).limit(1),
  )
  return rows.length > 0
}

/** How long a numbering waits for that of another process, in milliseconds. That process may be frozen, and each wait holds a connection. */
const maxWaitMs = 5_000

/** One transaction numbers at most this many times {@link rowsPerStatement} rows, so that others do not wait for it for long. */
const maxRounds = 20

/**
 * Gives the committed rows without a number the next ones. A row that is committed meanwhile gets a later number.
 * @returns whether more of them may be left
 */
async function numberPending(context: StoreContext): Promise<boolean> {
  const { db, dialect, parts, tables } = context
  await withLockLimit(context, maxWaitMs, () => lockSlots(context, [numberingSlot]))
  let { seq, writes } = await headOf(context)
  for (let round = 1; round <= maxRounds; round++) {
    const pending = await db
      .selectFrom(tables.changes)
      .select(['id', 'part_of', 'verb'])
      .where('pending', '=', 1)
      .orderBy('id')
      .limit(rowsPerStatement)
      .execute()
    if (pending.length === 0) return false
    const rows = pending.map((row) => [Number(row.id), ++seq, isWrite(row) ? ++writes : writes] as const)
    const columns = ['id', 'seq', 'writes'] as const
    await dialect.updateByIds(parts.changes, { keepsVersion: true, shared: { pending: null }, columns, rows }).execute(db)
    if (pending.length < rowsPerStatement) return false
  }
  return true
}

/** The column with the numbers. */
const numberColumn = ({ dialect }: StoreContext): 'id' | 'seq' => (dialect.hasOneWriter ? 'id' : 'seq')

/** The column with the numbers, as a part of written statements. */
export const numberPart = ({ dialect }: StoreContext): RawBuilder<unknown> => (dialect.hasOneWriter ? sql`id` : sql`seq`)

/** The highest number, and the number of writes up to its row; 0 and 0 if no row has a number. */
export async function headOf(context: StoreContext): Promise<{ readonly seq: number; readonly writes: number }> {
  const { db, tables } = context
  const column = numberColumn(context)
  const { rows } = await runPrepared(context, 'head of changes', [1], () =>
    db.selectFrom(tables.changes).select([column, 'writes']).where(column, 'is not', null).orderBy(column, 'desc').limit(1),
  )
  return { seq: Number(rows[0]?.[column] ?? 0), writes: Number(rows[0]?.writes ?? 0) }
}

async function readRows(
  context: StoreContext,
  { after, kinds, limit }: Parameters<ChangeLog['read']>[0],
): Promise<readonly LoggedChange[]> {
  if (kinds?.length === 0) return []
  const { db, tables } = context
  const column = numberColumn(context)
  const { rows } = await runPrepared(context, `changes of ${kinds?.length ?? 'all'}`, [after, ...(kinds ?? []), limit], () => {
    const all = db.selectFrom(tables.changes).selectAll().where(column, '>', after)
    return (kinds === undefined ? all : all.where('kind', 'in', kinds)).orderBy(column).limit(limit)
  })
  return rows.map((row) => toLoggedChange(row, Number(row[column])))
}

/** The members have an order because archives write them in it. */
function toLoggedChange(row: Selectable<ChangeTable>, seq: number): LoggedChange {
  const { version, actor, changed, ...write } = toHistoryRow(row, seq)
  return {
    ...write,
    was:
      row.was_status === null
        ? null
        : {
            // The columns hold what this package has written, which their types do not express.
            status: row.was_status as StoredStatus,
            statusBeforeTrash: row.was_before_trash as StoredStatus | null,
            authorId: row.was_author ?? '',
            publishedMs: Number(row.was_published_ms),
            hidden: isHiddenColumn(row.was_hidden ?? 0),
            terms: row.was_terms === null ? null : toTerms(row.was_terms),
            venueIds: idsOf(row.was_venues),
            organizerIds: idsOf(row.was_organizers),
            categoryIds: idsOf(row.was_categories),
          },
    version,
    actor,
    changed,
  }
}

/**
 * Deletes old rows, by their ids, so that MariaDB locks no others. Each row knows how many writes there were up to it, so the newer ones are
 * counted by a subtraction. The row with the highest number gives the next one, and the revision is made of it and of the row with the
 * highest id; rows after that one are young.
 */
async function prune(
  context: StoreContext,
  { beforeMs, keptRows, historyBeforeMs = Number.MAX_SAFE_INTEGER }: Parameters<ChangeLog['prune']>[0],
): Promise<number> {
  const { db, dialect, parts, tables } = context
  const column = numberColumn(context)
  const head = await headOf(context)
  await db.deleteFrom(tables.log_holds).where('at_ms', '<', beforeMs).execute()
  const holds = db.selectFrom(tables.log_holds).select(({ fn }) => fn.min('seq').as('seq'))
  const hold = await holds.executeTakeFirst()
  const firstHeld = Number(hold?.seq ?? head.seq)
  const oldest = await db
    .selectFrom(tables.changes)
    .select(['id', column, 'at_ms', 'writes', 'part_of', 'version'])
    .where(column, '<', head.seq)
    .orderBy(column)
    .limit(prunedRows)
    .execute()
  const { newest } = await db
    .selectFrom(tables.changes)
    .select(({ fn }) => fn.max('id').as('newest'))
    .executeTakeFirstOrThrow()
  const isKept = (row: (typeof oldest)[number]): boolean =>
    Number(row.id) === Number(newest) ||
    (Number(row.at_ms) >= beforeMs && (head.writes - Number(row.writes) < keptRows || Number(row[column]) >= firstHeld))
  const kept = oldest.findIndex(isKept)
  const old = oldest.slice(0, kept === -1 ? undefined : kept)
  const ids = old.map(({ id }) => Number(id))
  const isOfHistory = ({ at_ms, part_of, version }: (typeof old)[number]): boolean =>
    Number(at_ms) >= historyBeforeMs && Number(part_of) === 0 && Number(version) > 0
  await keepForHistory(
    context,
    old.filter(isOfHistory).map(({ id }) => Number(id)),
  )
  if (ids.length > 0) await dialect.deleteByIds(parts.changes, ids).execute(db)
  return ids.length + (await pruneHistory(context, historyBeforeMs, ids.length))
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

/** In place of a number. */
const unnumbered = Number.POSITIVE_INFINITY

/**
 * After more rows without a number than this they are numbered, and at once after one that names no record. Until then each call reports them
 * again; a numbering takes ten statements.
 */
const maxPending = 20

/** After more rows than this, everything may have been written. */
const maxWritten = 1_000

type WrittenRow = {
  readonly id: unknown
  readonly seq: unknown
  readonly at_ms: unknown
  readonly kind: string
  readonly record_id: unknown
  readonly verb: string
}

/**
 * The records of the rows with greater numbers, and of those that have none yet: whatever the mark's revision has not seen gets a greater
 * number. The sum in the token would not do: a transaction that began earlier and commits later is lost.
 *
 * The rows that the mark's revision has seen without a number are among them. A database that was restored from a backup, or a replica that
 * has become the main server, may lack the last ones while the mark's row is still there; ids are assigned again to other rows.
 * @returns the records, how many rows have no number, and whether each row names the record that it has changed
 */
async function writtenSince(
  context: StoreContext,
  mark: LogMark,
): Promise<{ readonly written: readonly WrittenRecord[] | null; readonly pending: number; readonly isWhole: boolean }> {
  const { db, dialect, parts } = context
  const number = numberPart(context)
  const most = maxWritten + 2
  const numbered = sql`select id, ${number} as seq, at_ms, kind, record_id, verb from ${parts.changes} where ${number} >= ${mark.seq}
    order by ${number} limit ${most}`
  const others = sql`select id, seq, at_ms, kind, record_id, verb from ${parts.changes} where pending = 1 limit ${most}`
  const statement = dialect.hasOneWriter ? sql<WrittenRow>`${numbered}` : sql<WrittenRow>`(${numbered}) union all (${others})`
  const parameters = dialect.hasOneWriter ? [mark.seq, most] : [mark.seq, most, most]
  const { rows } = await runPrepared(context, 'written since', parameters, () => ({ compile: () => statement.compile(db) }))
  const later: WrittenRecord[] = []
  let [pending, isWhole] = [0, true]
  let first: LogMark = { seq: unnumbered, atMs: 0 }
  const { count = 0, lastId = 0, lastAtMs = 0 } = mark.unnumbered ?? {}
  let [found, hasLast] = [0, count === 0]
  for (const { at_ms, kind, record_id, verb, ...row } of rows) {
    const seq = row.seq === null ? unnumbered : Number(row.seq)
    if (seq < first.seq) first = { seq, atMs: Number(at_ms) }
    if (seq === unnumbered) pending++
    if (seq === mark.seq) continue
    const id = Number(row.id)
    if (id <= lastId) found++
    if (id === lastId) hasLast = Number(at_ms) === lastAtMs
    isWhole &&= verb !== 'indexed'
    // The column holds what this package has written.
    later.push({ kind: kind as Kind, id: Number(record_id) })
  }
  const hasMark = mark.seq === 0 ? first.seq === 1 || first.seq === unnumbered : first.seq === mark.seq && first.atMs === mark.atMs
  const isComplete = hasMark && found >= count && hasLast
  return { written: isComplete && isWhole && later.length <= maxWritten ? later : null, pending, isWhole }
}
