import type { CalendarError } from '@kalends/core'
import {
  type DeletionNote,
  type EntityId,
  type RecordVersion,
  type Removal,
  requireDistinctIds,
  type StoredRecord,
  type WriteNote,
} from '@kalends/core/store'
import { isUniqueViolation, throwRefusal } from '../drivers/driver-errors.ts'
import { forChunks, inChunks, rowsPerStatement } from '../engine/chunks.ts'
import { undoOnError, withSavepoint } from '../engine/savepoint.ts'
import { anyTables, type StoreContext } from '../engine/store-context.ts'
import { deleteBelongings } from './belongings.ts'
import { type Change, type Claims, claimsWithinUpdate, lookUpClaims } from './bulk-keys.ts'
import { deletedRow, type LogRow, recordChanges, writtenRow } from './log-rows.ts'
import { type StoredRow, type StoredRows, uniqueColumnsOf, type WrittenKind } from './record-kind.ts'
import { planRowUpdates } from './row-updates.ts'
import { kindOfRow, lockRows, missedVersion, requireVersion } from './stored-rows.ts'

/** The maximum number of tries of an update that fails with unique conflicts. */
const maxTries = 5

/** Replaces all records or none, in a few statements per chunk. */
export async function updateRecords<R extends StoredRecord>(
  context: StoreContext,
  kind: WrittenKind<R>,
  records: readonly R[],
  note: WriteNote | undefined,
): Promise<readonly R[]> {
  requireDistinctIds(records)
  const given = records.map((record) => ({ id: record.id, record, row: kind.toRow(record) }))
  const ids = given.map(({ id }) => id)
  const ownNames = [...uniqueColumnsOf(kind), 'fields', ...kind.loggedColumns]
  const names = kind.linked === undefined ? ownNames : Object.keys(given[0]?.row ?? {})
  const stored = await lockRows(context, kind, names, ids)
  const changes = given.map((change) => ({ ...change, row: { ...change.row, ...kind.maintained?.(change.row, stored.get(change.id)) } }))
  await updateRows(context, kind, changes, stored)
  return inChunks(changes, async (chunk) => {
    await kind.writeLinks(context, chunk, stored)
    await recordChanges(
      context,
      chunk.map(({ id, record, row }) =>
        writtenRow(context, {
          kind: kind.kindOf(record),
          id,
          before: stored.get(id) ?? {},
          row,
          links: kind.linksOf?.(record),
          isBulk: true,
          ...note,
        }),
      ),
    )
    return chunk.map(({ id, record }) => kind.stored(record, id, record.version + 1))
  })
}

/**
 * Updates the rows. The core has already checked the unique keys. So other records with these keys are looked up only if a comparison of
 * the given with their stored records finds an error, or if the update fails.
 * @throws not_found, version_conflict, name_taken, uid_taken, slug_taken
 */
async function updateRows<R extends StoredRecord>(
  context: StoreContext,
  kind: WrittenKind<R>,
  changes: readonly Change<R>[],
  stored: StoredRows,
): Promise<void> {
  const ownClaims = claimsWithinUpdate(kind, changes, stored)
  let isDoubtful = firstError(kind, changes, stored, ownClaims) !== undefined
  for (let tries = 1; ; tries++) {
    const claims = isDoubtful ? await lookUpClaims(context, kind, changes, stored) : ownClaims
    const error = isDoubtful ? firstError(kind, changes, stored, claims) : undefined
    if (error !== undefined) throw error
    try {
      return await runUpdates(context, kind, changes, stored, claims.exchanging)
    } catch (error) {
      // Another record has the slug, the uid or the name: unknown before the first lookup, or written by another transaction since.
      if (!isUniqueViolation(error) || tries === maxTries) throw error
      isDoubtful = true
    }
  }
}

/** The error of the first record that is not stored in its version, or whose key is taken. */
function firstError<R extends StoredRecord>(
  kind: WrittenKind<R>,
  changes: readonly Change<R>[],
  stored: StoredRows,
  { takenBy }: Claims,
): CalendarError | undefined {
  for (const { id, record, row } of changes) {
    const before = stored.get(id)
    if (before === undefined || Number(before['version']) !== record.version) return missedVersion(kind, id, before)
    const taken = takenBy(id, row)
    if (taken !== undefined) return kind.takenIn(record, taken)
  }
  return undefined
}

/** Runs all updates or none: if a statement fails after others have written, a savepoint undoes these. */
async function runUpdates<R extends StoredRecord>(
  context: StoreContext,
  kind: WrittenKind<R>,
  changes: readonly Change<R>[],
  stored: StoredRows,
  exchanging: readonly EntityId[],
): Promise<void> {
  const { db, dialect, parts } = context
  const updates = planRowUpdates(dialect, changes, withCleared(kind, stored, exchanging))
  const run = async (): Promise<void> => {
    await clearExchanged(context, kind, exchanging)
    for (const update of updates) await dialect.updateByIds(parts[kind.table], update).execute(db)
  }
  const unique = uniqueColumnsOf(kind)
  const mayFail = updates.some(({ shared, columns }) => unique.some((column) => column in shared || columns.includes(column)))
  if (!mayFail) return run()
  return updates.length === 1 && exchanging.length === 0 ? withSavepoint(context, run) : undoOnError(context, run)
}

/** The stored rows after {@link clearExchanged}. */
function withCleared<R extends StoredRecord>({ exchanged }: WrittenKind<R>, stored: StoredRows, ids: readonly EntityId[]): StoredRows {
  if (exchanged === undefined || ids.length === 0) return stored
  const cleared = new Set(ids)
  return new Map([...stored].map(([id, row]) => [id, cleared.has(id) ? { ...row, [exchanged]: null } : row]))
}

/** Clears the keys that the records of the call exchange among each other: null conflicts with nothing. */
async function clearExchanged<R extends StoredRecord>(
  context: StoreContext,
  { table, exchanged }: WrittenKind<R>,
  ids: readonly EntityId[],
): Promise<void> {
  if (exchanged === undefined) return
  const set = { [exchanged]: null }
  await forChunks(ids, (chunk) => anyTables(context).updateTable(context.tables[table]).set(set).where('id', 'in', chunk).execute())
}

/** Deletes all records or none, in a few statements per chunk. */
export async function deleteRecords<R extends StoredRecord>(
  context: StoreContext,
  kind: WrittenKind<R>,
  records: readonly RecordVersion[],
  note: DeletionNote | undefined,
): Promise<void> {
  requireDistinctIds(records)
  const { db, dialect, parts } = context
  const all = records.map(({ id }) => id)
  const stored = await lockRows(context, kind, ['fields', ...kind.loggedColumns], all)
  for (const record of records) requireVersion(kind, stored, record)
  const undo = all.length <= rowsPerStatement ? withSavepoint : undoOnError
  await undo(context, () => forChunks(all, (ids) => dialect.deleteByIds(parts[kind.table], ids).execute(db).catch(throwRefusal)))
  await forChunks(all, async (ids) => {
    const logged = await toDeletedRows(context, kind, ids, stored, { ...note, isBulk: true })
    await kind.deleteLinks(context, ids, stored)
    await deleteBelongings(context, kind.table, ids)
    await recordChanges(context, logged)
  })
}

/** The rows of the log for deleted records. Logs the events that link them before. */
export async function toDeletedRows<R extends StoredRecord>(
  context: StoreContext,
  kind: WrittenKind<R>,
  ids: readonly EntityId[],
  stored: StoredRows,
  { atMs, ...how }: Removal,
): Promise<readonly LogRow[]> {
  const rowOf = (id: EntityId): StoredRow => stored.get(id) ?? {}
  // Records of one call that are deleted without a time may have several last changes; their events get the latest of them.
  const latestMs = atMs ?? Math.max(...ids.map((id) => Number(rowOf(id)['updated_ms'])))
  const published = await kind.logUnlinked(context, ids, stored, latestMs)
  return ids.map((id) => {
    const before = rowOf(id)
    return deletedRow(context, { kind: kindOfRow(kind, before), id, before, atMs, ...how, publishedMs: published?.get(id) })
  })
}
