import { CalendarError } from '@kalends/core'
import type { Collection, Draft, EntityId, RecordVersion, StoredRecord, WriteScope } from '@kalends/core/store'
import type { ExpressionBuilder } from 'kysely'
import { isUniqueViolation, throwRefusal } from '../drivers/driver-errors.ts'
import { inChunks } from '../engine/chunks.ts'
import type { Row } from '../engine/prepared.ts'
import { withSavepoint } from '../engine/savepoint.ts'
import { anyTables, type StoreContext, withSignal } from '../engine/store-context.ts'
import { atomically, guarded, guardedRead } from '../engine/transaction.ts'
import type { AnyTables } from '../schema/tables.ts'
import { deleteRecords, toDeletedRows, updateRecords } from './bulk-change.ts'
import { insertRows } from './bulk-insert.ts'
import { insertRow } from './insert-row.ts'
import { recordChanges, writtenRow } from './log-rows.ts'
import { type RecordKind, type StoredRows, uniqueColumnsOf } from './record-kind.ts'
import { replaceKeys } from './replace-keys.ts'
import { changedColumns, missedVersion, readRow, versionColumns } from './stored-rows.ts'

/** Insert retries after a unique conflict whose other row has meanwhile disappeared. */
const maxTries = 5

async function insertRecord<R extends StoredRecord, F, S>(
  context: StoreContext,
  kind: RecordKind<R, F, S>,
  draft: Draft<R>,
  scope: WriteScope | undefined,
): Promise<R> {
  const row = { ...kind.toRow(draft), version: 1 }
  for (let tries = 1; ; tries++) {
    const id = await insertRow(context, context.tables[kind.table], row, kind.uniqueKeys)
    if (id !== undefined) {
      await kind.writeLinks(context, [{ id, record: draft, row }], undefined)
      const logged = writtenRow(context, { kind: kind.kindOf(draft), id, before: undefined, row, isBulk: false, scope })
      await recordChanges(context, [logged])
      return kind.stored(draft, id, 1)
    }
    const taken = await kind.taken(context, draft, undefined)
    if (taken !== undefined) throw taken
    if (tries === maxTries) throw new CalendarError('slug_taken', { kind: kind.kindOf(draft), slug: draft.slug })
  }
}

/** Inserts the records whose slugs, names and uids are free, in a few statements. */
async function insertRecords<R extends StoredRecord, F, S>(
  context: StoreContext,
  kind: RecordKind<R, F, S>,
  drafts: readonly Draft<R>[],
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
    written.map(({ id, record, row }) => writtenRow(context, { kind: kind.kindOf(record), id, before: undefined, row, isBulk: true })),
  )
  return drafts.map((draft, index) => {
    const id = ids[index]
    return id === undefined ? null : kind.stored(draft, id, 1)
  })
}

/** The condition that a row has the version, and these values already. */
const isUnchanged =
  ({ id, version }: { readonly id: EntityId; readonly version: number }, unchanged: Row) =>
  ({ and, eb }: ExpressionBuilder<AnyTables, string>) => {
    const same = Object.entries(unchanged).map(([column, value]) => eb(column, value === null ? 'is' : '=', value))
    return and([eb('id', '=', id), eb('version', '=', version), ...same])
  }

/**
 * Updates the row if it still has the version.
 * @param unchanged the columns that must also have these values already
 * @returns whether the row was updated
 */
async function updateRow(
  context: StoreContext,
  table: string,
  before: { readonly id: EntityId; readonly version: number },
  row: Row,
  unchanged: Row,
): Promise<boolean> {
  const { numUpdatedRows } = await anyTables(context)
    .updateTable(table)
    .set({ ...row, version: before.version + 1 })
    .where(isUnchanged(before, unchanged))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** The error `not_found` or `version_conflict` for a compare-and-set that found no row. */
async function missedVersionOf<R extends StoredRecord, F, S>(
  context: StoreContext,
  kind: RecordKind<R, F, S>,
  id: EntityId,
): Promise<CalendarError> {
  const stored = anyTables(context).selectFrom(context.tables[kind.table]).select(versionColumns(kind)).where('id', '=', id)
  return missedVersion(kind, id, await stored.executeTakeFirst())
}

async function updateRecord<R extends StoredRecord, F, S>(context: StoreContext, kind: RecordKind<R, F, S>, record: R): Promise<R> {
  const { id, version } = record
  const given = kind.toRow(record)
  const read = await readBeforeUpdate(context, kind, record, Object.keys(given))
  const before = read.get(id)
  const maintained = kind.maintained?.(given, before) ?? {}
  const row = { ...given, ...maintained }
  const changed = changedColumns(row, before ?? {})
  // Only what has changed, so that an update keeps what a reindex of declared fields writes to the same record meanwhile.
  const written = before === undefined ? row : withColumns(row, changed)
  const hadNoFields = await replaceRow(context, kind, record, written, maintained)
  const stored = before === undefined ? unreadRow(id, hadNoFields) : read
  await kind.writeLinks(context, [{ id, record, row }], stored)
  const terms = kind.termsOf?.(record)
  const logged = writtenRow(context, { kind: kind.kindOf(record), id, before: before ?? {}, row, terms, isBulk: false })
  await recordChanges(context, [logged])
  return kind.stored(record, id, version + 1)
}

/** The row before an update; nothing for terms. */
function readBeforeUpdate<R extends StoredRecord, F, S>(
  context: StoreContext,
  kind: RecordKind<R, F, S>,
  record: R,
  columns: readonly string[],
): Promise<StoredRows> {
  if (kind.linked !== undefined) return readRow(context, kind, columns, record)
  return kind.kind === undefined ? Promise.resolve(new Map()) : readRow(context, kind, [...columns, ...kind.loggedColumns], record)
}

/** The stored row of a kind whose rows are not read before they are written. */
const unreadRow = (id: EntityId, hadNoFields: boolean): StoredRows => new Map([[id, hadNoFields ? { fields: null } : {}]])

const withColumns = (row: Row, columns: readonly string[]): Row =>
  Object.fromEntries(columns.map((column) => [column, row[column] ?? null]))

/** Without fields in the stored row, there are no keys to look for in another statement. */
const noFieldsColumn: Row = { fields: null }

/**
 * Updates the row of a record.
 * @param row the columns that change, or may change
 * @param unchanged the columns that must have these values already
 * @returns whether the stored row had no fields, if it is of a kind whose rows are not read before
 * @throws not_found, version_conflict, name_taken, uid_taken, slug_taken
 */
async function replaceRow<R extends StoredRecord, F, S>(
  context: StoreContext,
  kind: RecordKind<R, F, S>,
  record: R,
  row: Row,
  unchanged: Row,
): Promise<boolean> {
  const { id } = record
  const table = context.tables[kind.table]
  const unique = uniqueColumnsOf(kind).filter((column) => column in row)
  const mayFail = unique.length > 0
  const { errorEndsTransaction } = context.dialect
  const isWithoutFields = kind.linked === undefined && row['fields'] === null
  const required = { ...unchanged, ...(isWithoutFields && noFieldsColumn) }
  // The unique columns seldom change; without a change there is no unique conflict, and the update needs no savepoint.
  if (
    kind.linked === undefined &&
    errorEndsTransaction &&
    (await updateRow(context, table, record, row, { ...withColumns(row, unique), ...required }))
  )
    return isWithoutFields
  const update = async (): Promise<boolean | undefined> => {
    if (await updateRow(context, table, record, row, required)) return isWithoutFields
    return isWithoutFields && (await updateRow(context, table, record, row, unchanged)) ? false : undefined
  }
  for (let tries = 1; ; tries++) {
    try {
      const hadNoFields = await (mayFail ? withSavepoint(context, update) : update())
      if (hadNoFields === undefined) throw await missedVersionOf(context, kind, id)
      return hadNoFields
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      const taken = await kind.taken(context, record, id)
      if (taken !== undefined) throw taken
      if (tries === maxTries) throw new CalendarError('slug_taken', { kind: kind.kindOf(record), slug: record.slug }, { cause: error })
    }
  }
}

async function deleteRecord<R extends StoredRecord, F, S>(
  context: StoreContext,
  kind: RecordKind<R, F, S>,
  { id, version }: RecordVersion,
  atMs: number | undefined,
): Promise<void> {
  const read = await readRow(context, kind, kind.loggedColumns, { id, version })
  const remove = async (unchanged: Row): Promise<boolean> => {
    const deletion = anyTables(context).deleteFrom(context.tables[kind.table]).where(isUnchanged({ id, version }, unchanged))
    return (await deletion.executeTakeFirstOrThrow()).numDeletedRows > 0n
  }
  // A foreign key of the host may forbid the deletion, and the caller may continue in the same transaction.
  const hadNoFields = await withSavepoint(context, async () => {
    if (kind.linked === undefined && (await remove(noFieldsColumn))) return true
    return (await remove({})) ? false : undefined
  }).catch(throwRefusal)
  if (hadNoFields === undefined) throw await missedVersionOf(context, kind, id)
  const logged = await toDeletedRows(context, kind, [id], read, { atMs, isBulk: false })
  await kind.deleteLinks(context, [id], kind.linked === undefined ? unreadRow(id, hadNoFields) : read)
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
    insert: (draft, scope) => written((inside) => insertRecord(inside, kind, draft, scope)),
    insertMany: (drafts) => written((inside) => inChunks(drafts, (chunk) => insertRecords(inside, kind, chunk))),
    update: (record) => written((inside) => updateRecord(inside, kind, record)),
    updateMany: (records, scope) => written((inside) => updateRecords(inside, kind, records, scope)),
    delete: (id, version, atMs) => written((inside) => deleteRecord(inside, kind, { id, version }, atMs)),
    deleteMany: (records, atMs, scope) => written((inside) => deleteRecords(inside, kind, records, atMs, scope)),
    replaceKeys: (records, atMs) => written((inside) => replaceKeys(inside, kind, records, atMs)),
  }
}
