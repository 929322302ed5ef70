import { type HistoryQuery, type HistoryRow, type Kind, type LoggedChange, prunedRows, type WriteScope } from '@kalends/core/store'
import { sql } from 'kysely'
import { forChunks } from '../engine/chunks.ts'
import { runPrepared } from '../engine/prepared.ts'
import type { StoreContext } from '../engine/store-context.ts'

/**
 * The history of records: the rows of the log, and those that pruning has moved into a table of their own, so that the log has no row that is pruned.
 */

/** The columns that both tables have under one name. */
const columns = sql`kind, record_id, verb, at_ms, scope, version, actor, changed`

/** The columns of a row of the log that its history needs. */
interface HistoryColumns {
  readonly part_of: unknown
  readonly kind: string
  readonly record_id: unknown
  readonly verb: string
  readonly at_ms: unknown
  readonly scope: string | null
  readonly version: unknown
  readonly actor: string
  readonly changed: string | null
}

type Row = HistoryColumns & { readonly seq: unknown }

/** Rows of one record with a version, newest first. The order is that of the versions: a row of the log may have no number yet. */
export async function readHistory(
  context: StoreContext,
  { kind, id, beforeVersion = Number.MAX_SAFE_INTEGER, limit }: HistoryQuery,
): Promise<readonly HistoryRow[]> {
  const { db, dialect, parts } = context
  const seq = dialect.hasOneWriter ? sql`id` : sql`coalesce(seq, 0)`
  const wanted = sql`where record_id = ${id} and kind = ${kind} and version > 0 and version < ${beforeVersion}`
  // Without a limit of their own, both parts are read whole: of 20,000 versions, a page of 50 took 12 to 200 ms instead of 0.2 to 3.
  const newest = sql`${wanted} order by version desc limit ${limit}`
  const statement = sql<Row>`select * from (
    select * from (select ${seq} as seq, part_of, ${columns} from ${parts.changes} ${newest}) as c
    union all select * from (select id as seq, 0 as part_of, ${columns} from ${parts.history} ${newest}) as p) as h
    order by version desc limit ${limit}`
  const parameters = [id, kind, beforeVersion, limit]
  const { rows } = await runPrepared(context, 'history', [...parameters, ...parameters, limit], () => ({
    compile: () => statement.compile(db),
  }))
  return rows.map((row) => toHistoryRow(row, Number(row.seq)))
}

/** A row of the log or of the history. Its columns hold what this package has written, which their types do not express. */
export const toHistoryRow = (row: HistoryColumns, seq: number): HistoryRow => ({
  seq,
  kind: row.kind as Kind,
  id: Number(row.record_id),
  verb: row.verb as LoggedChange['verb'],
  atMs: Number(row.at_ms),
  partOf: Number(row.part_of),
  scope: row.scope as WriteScope | null,
  version: Number(row.version),
  actor: row.actor,
  changed: row.changed,
})

/** Clears the old values of deleted records, by the ids of their rows, so that MariaDB locks no others. */
export async function clearHistory(context: StoreContext, deleted: readonly Pick<HistoryTarget, 'kind' | 'record_id'>[]): Promise<void> {
  const { db, dialect, parts, tables } = context
  const kinds = [...new Set(deleted.map(({ kind }) => kind))]
  const ids = deleted.map(({ record_id }) => record_id)
  for (const table of ['changes', 'history'] as const) {
    const found = await db
      .selectFrom(tables[table])
      .select('id')
      .where('record_id', 'in', ids)
      .where('kind', 'in', kinds)
      .where('changed', 'is not', null)
      .execute()
    const rows = found.map((row) => [Number(row.id)])
    await forChunks(rows, (chunk) =>
      dialect.updateByIds(parts[table], { keepsVersion: true, shared: { changed: null }, columns: ['id'], rows: chunk }).execute(db),
    )
  }
}

interface HistoryTarget {
  readonly kind: Kind
  readonly record_id: number
}

/**
 * Copies rows of the log that stay for the history, before they are deleted. They are locked first: otherwise the deletion of their record could
 * clear them meanwhile, and the copies would keep what they said.
 */
export async function keepForHistory({ db, dialect, parts }: StoreContext, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const number = dialect.hasOneWriter ? sql`id` : sql`seq`
  await dialect.selectLocked(parts.changes, sql`e.id`, ids).execute(db)
  await sql`insert into ${parts.history} (id, ${columns})
    select ${number}, ${columns} from ${parts.changes} where id in (${sql.join(ids)})`.execute(db)
}

/** Deletes the oldest rows of the history before an instant. @returns how many */
export async function pruneHistory({ db, dialect, parts, tables }: StoreContext, beforeMs: number, removed: number): Promise<number> {
  const limit = prunedRows - removed
  if (limit === 0) return 0
  const old = await db.selectFrom(tables.history).select('id').where('at_ms', '<', beforeMs).orderBy('at_ms').limit(limit).execute()
  const ids = old.map(({ id }) => Number(id))
  if (ids.length > 0) await dialect.deleteByIds(parts.history, ids).execute(db)
  return ids.length
}
