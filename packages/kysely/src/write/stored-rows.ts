import { CalendarError } from '@kalends/core'
import type { EntityId, Kind, StoredRecord } from '@kalends/core/store'
import { type RawBuilder, sql } from 'kysely'
import { inChunks } from '../engine/chunks.ts'
import type { Row } from '../engine/prepared.ts'
import type { StoreContext } from '../engine/store-context.ts'
import { rowsById } from '../query/rows-by-id.ts'
import { selectColumns } from '../schema/plain-columns.ts'
import type { StoredRow, StoredRows, WrittenKind } from './record-kind.ts'

/** The parts of a kind by which its stored rows are read. */
type ReadKind = Pick<WrittenKind<StoredRecord>, 'table' | 'kind' | 'linked'>

/** The columns that {@link missedVersion} reads. */
export const versionColumns = ({ kind }: Pick<ReadKind, 'kind'>): readonly string[] =>
  kind === undefined ? ['id', 'version', 'taxonomy'] : ['id', 'version']

/** The kind of a record, from its stored row. */
export const kindOfRow = ({ kind }: Pick<ReadKind, 'kind'>, row: StoredRow | undefined): Kind =>
  kind ?? (row?.['taxonomy'] === 'tag' ? 'tag' : 'category')

/** The columns of a `select` of rows called `e`: those of the given names, and those that a write of links needs. */
function storedColumns(context: StoreContext, kind: ReadKind, names: readonly string[]): RawBuilder<unknown> {
  const { copied = [], columns } = kind.linked ?? {}
  const own: Record<string, true> = {}
  for (const name of [...versionColumns(kind), ...copied, ...names]) own[name] = true
  const selected = selectColumns('e', own)
  return columns === undefined ? selected : sql`${selected}, ${columns(context)}`
}

/** Reads rows by id and locks them until the end of the transaction. */
export async function lockRows(
  context: StoreContext,
  kind: ReadKind,
  names: readonly string[],
  ids: readonly EntityId[],
): Promise<StoredRows> {
  const { db, dialect, parts } = context
  const columns = storedColumns(context, kind, names)
  const rows = await inChunks(ids, async (chunk) => (await dialect.selectLocked(parts[kind.table], columns, chunk).execute(db)).rows)
  return new Map(rows.map((row) => [Number(row['id']), row]))
}

/**
 * Reads the row of a record that is then written or deleted if it still has the same version. Links change only with the version, or when a
 * linked record is deleted. So the row is still right if the version is the same, and a link that was deleted meanwhile is not written again.
 * @returns the row by its id
 * @throws not_found, version_conflict
 */
export async function readRow(
  context: StoreContext,
  kind: ReadKind,
  names: readonly string[],
  record: { readonly id: EntityId; readonly version: number },
): Promise<StoredRows> {
  const columns = storedColumns(context, kind, names)
  const rows = await rowsById(
    context,
    `stored ${kind.table} ${names.join()}`,
    [record.id],
    (ids) => sql<StoredRow>`select ${columns} from ${context.parts[kind.table]} as e where e.id in (${sql.join(ids)})`,
  )
  const stored = new Map(rows.map((row) => [Number(row['id']), row]))
  requireVersion(kind, stored, record)
  return stored
}

/** Those columns of a row to write that differ from the stored row, or that were not read. */
export function changedColumns(row: Row, stored: StoredRow, columns: readonly string[] = Object.keys(row)): readonly string[] {
  const changed: string[] = []
  for (const column of columns) {
    const value = row[column] ?? null
    const before = stored[column]
    // Some drivers return 64-bit integers as texts.
    const isSame = value === before || (value !== null && before !== null && before !== undefined && String(value) === String(before))
    if (!isSame) changed.push(column)
  }
  return changed
}

/** @throws not_found, version_conflict */
export function requireVersion(
  kind: Pick<ReadKind, 'kind'>,
  stored: StoredRows,
  { id, version }: { readonly id: EntityId; readonly version: number },
): void {
  const row = stored.get(id)
  if (row === undefined || Number(row['version']) !== version) throw missedVersion(kind, id, row)
}

/**
 * The error for a record that is missing, or stored in another version than the expected one.
 * @param row the stored row; undefined if there is none
 */
export function missedVersion({ kind }: Pick<ReadKind, 'kind'>, id: EntityId, row: StoredRow | undefined): CalendarError {
  const name = kind ?? taxonomyOf(row)
  return new CalendarError(row === undefined ? 'not_found' : 'version_conflict', { ...(name !== undefined && { kind: name }), id })
}

const taxonomyOf = (row: StoredRow | undefined): Kind | undefined =>
  row === undefined ? undefined : row['taxonomy'] === 'tag' ? 'tag' : 'category'
