import { CalendarError } from '@kalends/core'
import type { Collection, DeletionNote, Draft, EntityId, RecordVersion, StoredRecord, WriteNote } from '@kalends/core/store'
import { isUniqueViolation, throwRefusal } from '../drivers/driver-errors.ts'
import { inChunks } from '../engine/chunks.ts'
import type { Row } from '../engine/prepared.ts'
import { withSavepoint } from '../engine/savepoint.ts'
import { anyTables, type StoreContext, withSignal } from '../engine/store-context.ts'
import { atomically, guarded, guardedRead } from '../engine/transaction.ts'
import { addAliases, readAliases } from './aliases.ts'
import { deleteBelongings } from './belongings.ts'
import { deleteRecords, toDeletedRows, updateRecords } from './bulk-change.ts'
import { insertRows } from './bulk-insert.ts'
import { insertRow } from './insert-row.ts'
import { recordChanges, writtenRow } from './log-rows.ts'
import { type RecordKind, uniqueColumnsOf, type WrittenKind } from './record-kind.ts'
import { replaceKeys } from './replace-keys.ts'
import { changedColumns, missedVersion, readRow, versionColumns } from './stored-rows.ts'

/** Insert retries after a unique conflict whose other row has meanwhile disappeared. */
const maxTries = 5

async function insertRecord<R extends StoredRecord>(
  context: StoreContext,
  kind: WrittenKind<R>,
  draft: Draft<R>,
  note: WriteNote | undefined,
): Promise<R> {
  const row = { ...kind.toRow(draft), version: 1 }
  for (let tries = 1; ; tries++) {
    const id = await insertRow(context, context.tables[kind.table], row, kind.uniqueKeys)
    if (id !== undefined) {
      await kind.writeLinks(context, [{ id, record: draft, row }], undefined)
      const logged = writtenRow(context, { kind: kind.kindOf(draft), id, before: undefined, row, isBulk: false, ...note })
      await recordChanges(context, [logged])
      return kind.stored(draft, id, 1)
    }
    const taken = await kind.taken(context, draft, undefined)
    if (taken !== undefined) throw taken
    if (tries === maxTries) throw new CalendarError('slug_taken', { kind: kind.kindOf(draft), slug: draft.slug })
  }
}

/** Inserts the records whose slugs, names and uids are free, in a few statements. */
async function insertRecords<R extends StoredRecord>(
  context: StoreContext,
  kind: WrittenKind<R>,
  drafts: readonly Draft<R>[],
  note: WriteNote | undefined,
): Promise<readonly (R | null)[]> {
  const rows = drafts.map((record) => ({ record, row: kind.toRow(record) }))
  const ids = await insertRows(
    context,
    context.tables[kind.table],
    rows.map(({ row }) => row),
    uniqueColumnsOf(kind),
  )
  const written = rows.flatMap((one, index) => {
    const id = ids[index]
    return id === undefined ? [] : [{ ...one, id }]
  })
  if (written.length === 0) return drafts.map(() => null)
  await kind.writeLinks(context, written, undefined)
  await recordChanges(
    context,
    written.map(({ id, record, row }) =>
      writtenRow(context, { kind: kind.kindOf(record), id, before: undefined, row, isBulk: true, ...note }),
    ),
  )
  return drafts.map((draft, index) => {
    const id = ids[index]
    return id === undefined ? null : kind.stored(draft, id, 1)
  })
}

/**
 * Updates the row if it still has the version.
 * @param unchanged the columns that must also have these values already
 * @returns whether the row was updated
 */
async function updateRow(context: StoreContext, table: string, { id, version }: RecordVersion, row: Row, unchanged: Row): Promise<boolean> {
  let update = anyTables(context)
    .updateTable(table)
    .set({ ...row, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
  for (const [column, value] of Object.entries(unchanged)) update = update.where(column, value === null ? 'is' : '=', value)
  return (await update.executeTakeFirstOrThrow()).numUpdatedRows > 0n
}

/** The error `not_found` or `version_conflict` for a compare-and-set that found no row. */
async function missedVersionOf<R extends StoredRecord>(context: StoreContext, kind: WrittenKind<R>, id: EntityId): Promise<CalendarError> {
  const stored = anyTables(context).selectFrom(context.tables[kind.table]).select(versionColumns(kind)).where('id', '=', id)
  return missedVersion(kind, id, await stored.executeTakeFirst())
}

async function updateRecord<R extends StoredRecord>(
  context: StoreContext,
  kind: WrittenKind<R>,
  record: R,
  note: WriteNote | undefined,
): Promise<R> {
  const { id, version } = record
  const given = kind.toRow(record)
  const stored = await readRow(context, kind, [...Object.keys(given), ...kind.loggedColumns], record)
  const before = stored.get(id) ?? {}
  const maintained = kind.maintained?.(given, before) ?? {}
  const row = { ...given, ...maintained }
  // Only what has changed, so that an update keeps what a reindex of declared fields writes to the same record meanwhile.
  const changed = Object.fromEntries(changedColumns(row, before).map((column) => [column, row[column] ?? null]))
  await replaceRow(context, kind, record, changed, maintained)
  await kind.writeLinks(context, [{ id, record, row }], stored)
  const links = kind.linksOf?.(record)
  await recordChanges(context, [writtenRow(context, { kind: kind.kindOf(record), id, before, row, links, isBulk: false, ...note })])
  return kind.stored(record, id, version + 1)
}

/**
 * Updates the row of a record.
 * @param row the columns that change
 * @param unchanged the columns that must have these values already
 * @throws not_found, version_conflict, name_taken, uid_taken, slug_taken
 */
async function replaceRow<R extends StoredRecord>(
  context: StoreContext,
  kind: WrittenKind<R>,
  record: R,
  row: Row,
  unchanged: Row,
): Promise<void> {
  const update = (): Promise<boolean> => updateRow(context, context.tables[kind.table], record, row, unchanged)
  const mayFail = uniqueColumnsOf(kind).some((column) => column in row)
  for (let tries = 1; ; tries++) {
    try {
      if (!(await (mayFail ? withSavepoint(context, update) : update()))) throw await missedVersionOf(context, kind, record.id)
      return
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      const taken = await kind.taken(context, record, record.id)
      if (taken !== undefined) throw taken
      if (tries === maxTries) throw new CalendarError('slug_taken', { kind: kind.kindOf(record), slug: record.slug }, { cause: error })
    }
  }
}

async function deleteRecord<R extends StoredRecord>(
  context: StoreContext,
  kind: WrittenKind<R>,
  { id, version }: RecordVersion,
  note: DeletionNote | undefined,
): Promise<void> {
  const stored = await readRow(context, kind, ['fields', ...kind.loggedColumns], { id, version })
  const deletion = anyTables(context).deleteFrom(context.tables[kind.table]).where('id', '=', id).where('version', '=', version)
  // A foreign key of the host may forbid the deletion, and the caller may continue in the same transaction.
  const { numDeletedRows } = await withSavepoint(context, () => deletion.executeTakeFirstOrThrow()).catch(throwRefusal)
  if (numDeletedRows === 0n) throw await missedVersionOf(context, kind, id)
  const logged = await toDeletedRows(context, kind, [id], stored, { ...note, isBulk: false })
  await kind.deleteLinks(context, [id], stored)
  await deleteBelongings(context, kind.table, [id])
  await recordChanges(context, logged)
}

/**
 * Makes a collection of the store for a kind of record.
 * @param reading the context of reads; writes use the store's own
 */
export function collection<R extends StoredRecord, F, S>(
  context: StoreContext,
  kind: RecordKind<R, F, S>,
  reading: StoreContext,
): Collection<R, F, S> {
  const written = <T>(work: (inside: StoreContext) => Promise<T>): Promise<T> => atomically(context, (inside) => guarded(inside, work))
  return {
    getMany: (ids) => (ids.length === 0 ? Promise.resolve([]) : guarded(reading, (inside) => kind.getMany(inside, ids))),
    find: (query) => guardedRead(reading, () => kind.find(withSignal(reading, query.signal), query)),
    count: (filter, signal) => guardedRead(reading, () => kind.count(withSignal(reading, signal), filter)),
    insert: (draft, note) => written((inside) => insertRecord(inside, kind, draft, note)),
    insertMany: (drafts, note) => written((inside) => inChunks(drafts, (chunk) => insertRecords(inside, kind, chunk, note))),
    update: (record, note) => written((inside) => updateRecord(inside, kind, record, note)),
    updateMany: (records, note) => written((inside) => updateRecords(inside, kind, records, note)),
    delete: (id, version, note) => written((inside) => deleteRecord(inside, kind, { id, version }, note)),
    deleteMany: (records, note) => written((inside) => deleteRecords(inside, kind, records, note)),
    replaceKeys: (records, atMs) => written((inside) => replaceKeys(inside, kind, records, atMs)),
    getAliases: (ids) => guarded(reading, (inside) => readAliases(inside, kind.table, ids)),
    addAliases: (aliases) => written((inside) => addAliases(inside, kind.table, aliases)),
  }
}
