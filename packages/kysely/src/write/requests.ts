import { deletedRequests, type Kind, type RequestTable, type StoredRequest } from '@kalends/core/store'
import { type Insertable, type QueryResult, sql } from 'kysely'
import { withLockLimit } from '../engine/lock-limit.ts'
import { runPrepared } from '../engine/prepared.ts'
import type { StoreContext } from '../engine/store-context.ts'
import { atomically, guarded } from '../engine/transaction.ts'
import type { RequestsTable } from '../schema/tables.ts'

/** The requests with keys. All statements use the database for writes: a replica could lack the row that an insert has met. */
export function requestTable(context: StoreContext): RequestTable {
  return {
    insert: (row, limits) => atomically(context, (inside) => guarded(inside, (tx) => insertRequest(tx, row, limits))),
    complete: (keyHash, id) => guarded(context, (inside) => completeRequest(inside, keyHash, id)),
    get: (keyHash) => guarded(context, (inside) => findRequest(inside, keyHash)),
    deleteBefore: (atMs) => guarded(context, (inside) => deleteRequests(inside, atMs)),
  }
}

/** Inserts a row unless its key is taken. The engine waits for a transaction that has inserted the same key. */
async function insertRequest(
  context: StoreContext,
  row: StoredRequest,
  { firstKeptMs, maxWaitMs }: Parameters<RequestTable['insert']>[1],
): Promise<boolean> {
  const { dialect } = context
  const values: Values = { key_hash: row.keyHash, fingerprint: row.fingerprint, kind: row.kind, record_id: row.id, at_ms: row.atMs }
  const insert = dialect.supportsReturning ? insertReturning : insertWithId
  const { rows, insertId } = await withLockLimit(context, maxWaitMs, () => insert(context, values, firstKeptMs))
  return dialect.supportsReturning ? rows.length > 0 : insertId !== undefined && insertId !== 0n
}

type Values = Insertable<Omit<RequestsTable, 'id'>>

const insertReturning = (context: StoreContext, values: Values, firstKeptMs: number): Promise<QueryResult<unknown>> =>
  runPrepared(context, 'insert request', [...Object.values(values), firstKeptMs], () =>
    context.db
      .insertInto(context.tables.requests)
      .values(values)
      .onConflict((conflict) =>
        conflict
          .column('key_hash')
          .doUpdateSet(({ ref }) => ({
            fingerprint: ref('excluded.fingerprint'),
            kind: ref('excluded.kind'),
            record_id: ref('excluded.record_id'),
            at_ms: ref('excluded.at_ms'),
          }))
          .where(sql`${context.parts.requests}.at_ms`, '<', firstKeptMs),
      )
      .returning('id'),
  )

/**
 * On MariaDB and MySQL the insert id shows the outcome: that of the new row, that of the replaced row, or 0, which is no valid id. The
 * columns are assigned in this order, so the time, which decides about all of them, is the last.
 */
const insertWithId = (context: StoreContext, values: Values, firstKeptMs: number): Promise<QueryResult<unknown>> => {
  const isOld = sql`at_ms < ${firstKeptMs}`
  return runPrepared(context, 'insert request', [...Object.values(values), firstKeptMs, firstKeptMs, firstKeptMs, firstKeptMs], () =>
    context.db
      .insertInto(context.tables.requests)
      .values(values)
      .onDuplicateKeyUpdate({
        fingerprint: sql<string>`if(last_insert_id(if(${isOld}, id, 0)) > 0, values(fingerprint), fingerprint)`,
        kind: sql<Kind>`if(${isOld}, values(kind), kind)`,
        record_id: sql<number>`if(${isOld}, values(record_id), record_id)`,
        at_ms: sql<number>`if(${isOld}, values(at_ms), at_ms)`,
      }),
  )
}

async function completeRequest(context: StoreContext, keyHash: string, id: number): Promise<void> {
  await runPrepared(context, 'complete request', [id, keyHash], () =>
    context.db.updateTable(context.tables.requests).set({ record_id: id }).where('key_hash', '=', keyHash),
  )
}

async function findRequest(context: StoreContext, keyHash: string): Promise<StoredRequest | undefined> {
  const { db, tables } = context
  const { rows } = await runPrepared(context, 'find request', [keyHash], () =>
    db.selectFrom(tables.requests).select(['key_hash', 'fingerprint', 'kind', 'record_id', 'at_ms']).where('key_hash', '=', keyHash),
  )
  const [row] = rows
  if (row === undefined) return undefined
  const { key_hash, fingerprint, kind, record_id, at_ms } = row
  return { keyHash: key_hash, fingerprint, kind, id: Number(record_id), atMs: Number(at_ms) }
}

/** Deletes by id, so that MariaDB locks no other rows. It skips the rows that another process is deleting. */
async function deleteRequests({ db, dialect, parts, tables }: StoreContext, atMs: number): Promise<number> {
  const old = db.selectFrom(tables.requests).select('id').where('at_ms', '<', atMs).orderBy('at_ms').limit(deletedRequests)
  const rows = await (dialect.supportsSkipLocked ? old.forUpdate().skipLocked() : old).execute()
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => Number(id))
  const { numAffectedRows } = await dialect.deleteByIds(parts.requests, ids).execute(db)
  return Number(numAffectedRows ?? ids.length)
}
