import { type EntityId, type RecordVersion, requireDistinctIds, type StoredRecord } from '@kalends/core/store'
import { recordCounts } from '../counts/count-key.ts'
import { isUniqueViolation } from '../drivers/driver-errors.ts'
import { inChunks } from '../engine/chunks.ts'
import { undoOnError } from '../engine/savepoint.ts'
import { anyTables, type StoreContext } from '../engine/store-context.ts'
import type { RecordTableName } from '../schema/tables.ts'
import { type Change, type KeyRow, readClaims } from './bulk-keys.ts'
import { recordChanges } from './changes.ts'
import { type RecordKind, uniqueColumnsOf } from './record-kind.ts'
import { throwRefusal } from './refusal.ts'
import { missedVersion, type NamedKind, versionColumns } from './stored-version.ts'

/** Rows in one `update`: PostgreSQL parses a union recursively, and MariaDB takes a moment for each part. */
const rowsPerUpdate = 100

/** Retries after a unique conflict with a row that another transaction has written meanwhile. */
const maxTries = 5

/** The rows of records by id, locked until the end of the transaction. */
async function lockRows(
  { db, dialect, parts }: StoreContext,
  table: RecordTableName,
  columns: readonly string[],
  records: readonly RecordVersion[],
): Promise<ReadonlyMap<EntityId, KeyRow>> {
  const rows = await inChunks(records, async (chunk) => {
    const ids = chunk.map(({ id }) => id)
    return (await dialect.selectLocked(parts[table], columns, ids).execute(db)).rows
  })
  return new Map(rows.map((row) => [Number(row['id']), row]))
}

/** @throws not_found, version_conflict */
function requireVersion(kind: NamedKind, rows: ReadonlyMap<EntityId, KeyRow>, { id, version }: RecordVersion): void {
  const row = rows.get(id)
  if (row === undefined || Number(row['version']) !== version) throw missedVersion(kind, id, row)
}

/** Replaces all records or none, in a few statements per chunk. */
export async function updateRecords<R extends StoredRecord, F, S>(
  context: StoreContext,
  kind: RecordKind<R, F, S>,
  records: readonly R[],
): Promise<readonly R[]> {
  requireDistinctIds(records)
  const changes = records.map((record) => ({ id: record.id, record, row: kind.toRow(record) }))
  const stored = await lockRows(context, kind.table, [...new Set([...versionColumns(kind), ...uniqueColumnsOf(kind)])], records)
  for (let tries = 1; ; tries++) {
    const { takenBy, exchanging } = await readClaims(context, kind, changes, stored)
    for (const { id, record, row } of changes) {
      requireVersion(kind, stored, record)
      const taken = takenBy(id, row)
      if (taken !== undefined) throw kind.takenIn(record, taken)
    }
    try {
      return await undoOnError(context, async () => {
        await clearExchanged(context, kind, exchanging)
        return inChunks(changes, (chunk) => updateChunk(context, kind, chunk))
      })
    } catch (error) {
      // Another transaction has taken a slug or a name since the claims were read.
      if (!isUniqueViolation(error) || tries === maxTries) throw error
    }
  }
}

/** Clears the keys that the records of the call exchange: null equals nothing. */
async function clearExchanged<R extends StoredRecord, F, S>(
  context: StoreContext,
  { table, exchanged }: RecordKind<R, F, S>,
  ids: readonly EntityId[],
): Promise<void> {
  if (exchanged === undefined) return
  await inChunks(ids, async (chunk) => {
    await anyTables(context)
      .updateTable(context.tables[table])
      .set({ [exchanged]: null })
      .where('id', 'in', chunk)
      .execute()
    return []
  })
}

async function updateChunk<R extends StoredRecord, F, S>(
  context: StoreContext,
  kind: RecordKind<R, F, S>,
  changes: readonly Change<R>[],
): Promise<readonly R[]> {
  const { db, dialect, parts } = context
  const ids = changes.map(({ id }) => id)
  const countedBefore = await kind.storedCountKeys(context, ids)
  const columns = ['id', 'version', ...Object.keys(changes[0]?.row ?? {})]
  const values = changes.map(({ id, record, row }) => [id, record.version + 1, ...Object.values(row)])
  for (let from = 0; from < values.length; from += rowsPerUpdate)
    await dialect.updateByIds(parts[kind.table], columns, values.slice(from, from + rowsPerUpdate)).execute(db)
  await kind.writeLinks(context, changes, false)
  const countedAfter = changes.flatMap(({ record }) => kind.counted(record))
  await recordCounts(context, countedBefore, countedAfter)
  await recordChanges(context, kind.changedKind, ids)
  return changes.map(({ id, record }) => kind.stored(record, id, record.version + 1))
}

/** Deletes all records or none, in a few statements per chunk. */
export async function deleteRecords<R extends StoredRecord, F, S>(
  context: StoreContext,
  kind: RecordKind<R, F, S>,
  records: readonly RecordVersion[],
): Promise<void> {
  requireDistinctIds(records)
  const { db, dialect, parts } = context
  const stored = await lockRows(context, kind.table, versionColumns(kind), records)
  for (const record of records) requireVersion(kind, stored, record)
  await undoOnError(context, () =>
    inChunks(records, async (chunk) => {
      const ids = chunk.map(({ id }) => id)
      const countedBefore = await kind.storedCountKeys(context, ids)
      await dialect.deleteByIds(parts[kind.table], ids).execute(db).catch(throwRefusal)
      await kind.deleteLinks(context, ids)
      await recordCounts(context, countedBefore, [])
      await recordChanges(context, kind.changedKind, ids)
      return []
    }),
  )
}
