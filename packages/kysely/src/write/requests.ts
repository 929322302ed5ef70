import { deletedRequests, type RequestTable, type StoredRequest } from '@kalends/core/store'
import { sql } from 'kysely'
import { runPrepared } from '../engine/prepared.ts'
import type { StoreContext } from '../engine/store-context.ts'
import { guarded } from '../engine/transaction.ts'

/** The responses to requests. All statements use the database for writes: a replica could lack the row that an insert has met. */
export function requestTable(context: StoreContext): RequestTable {
  return {
    insert: (row) => guarded(context, (inside) => insertRequest(inside, row)),
    get: (keyHash) => guarded(context, (inside) => findRequest(inside, keyHash)),
    deleteBefore: (atMs) => guarded(context, (inside) => deleteRequests(inside, atMs)),
  }
}

/**
 * Inserts a row unless its key is taken. The engine waits for a transaction that has inserted the same key. On MariaDB the assignment
 * changes nothing in the stored row, but it sets the insert id to 0, which is no valid id: its drivers count such a row as affected.
 */
async function insertRequest(context: StoreContext, row: StoredRequest): Promise<boolean> {
  const { db, dialect, tables } = context
  const values = {
    key_hash: row.keyHash,
    fingerprint: row.fingerprint,
    at_ms: row.atMs,
    status: row.status,
    headers: row.headers,
    body: row.body,
  }
  const { rows, insertId } = await runPrepared(context, 'insert request', Object.values(values), () => {
    const insert = db.insertInto(tables.requests).values(values).$castTo<{ id: unknown }>()
    return dialect.supportsReturning
      ? insert.onConflict((conflict) => conflict.column('key_hash').doNothing()).returning('id')
      : insert.onDuplicateKeyUpdate({ at_ms: sql<number>`if(last_insert_id(0), at_ms, at_ms)` })
  })
  return dialect.supportsReturning ? rows.length > 0 : insertId !== undefined && insertId !== 0n
}

async function findRequest(context: StoreContext, keyHash: string): Promise<StoredRequest | undefined> {
  const { db, tables } = context
  const { rows } = await runPrepared(context, 'find request', [keyHash], () =>
    db
      .selectFrom(tables.requests)
      .select(['key_hash', 'fingerprint', 'at_ms', 'status', 'headers', 'body'])
      .where('key_hash', '=', keyHash),
  )
  const [row] = rows
  if (row === undefined) return undefined
  const { key_hash, fingerprint, at_ms, status, headers, body } = row
  return { keyHash: key_hash, fingerprint, atMs: Number(at_ms), status: Number(status), headers, body }
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
