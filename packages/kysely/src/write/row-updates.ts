import type { EntityId } from '@kalends/core/store'
import { rowsPerStatement, rowsWithin } from '../engine/chunks.ts'
import type { RowsUpdate, SqlDialect } from '../engine/dialect.ts'
import type { Row } from '../engine/prepared.ts'
import type { StoredRows } from './record-kind.ts'
import { changedColumns } from './stored-rows.ts'

/**
 * The maximum number of rows with values of their own in one `update`: these are the parts of a union, which PostgreSQL parses recursively
 * and MariaDB one by one. A weekly series of two years needs one statement.
 */
const rowsPerUnion = 125

/**
 * Rows that change different columns get different statements. If there are more than this many, each row gets all changed columns instead.
 */
const maxShapes = 4

/** A row to write, by the id of the stored one. */
export interface RowChange {
  /** The id. */
  readonly id: EntityId
  /** Its columns. */
  readonly row: Row
}

/** Plans the updates of stored rows, which write only the columns that change. */
export function planRowUpdates(
  dialect: Pick<SqlDialect, 'maxParameters'>,
  changes: readonly RowChange[],
  stored: StoredRows,
): readonly RowsUpdate[] {
  const changed = changes.map(({ id, row }) => ({ id, row, columns: changedColumns(row, stored.get(id) ?? {}) }))
  const shapes = [...new Set(changed.map(({ columns }) => columns.join()))]
  const groups = shapes.length > maxShapes ? [changed] : shapes.map((shape) => changed.filter(({ columns }) => columns.join() === shape))
  return groups.flatMap((group) => updatesOf(dialect, group, [...new Set(group.flatMap(({ columns }) => columns))]))
}

function updatesOf(
  dialect: Pick<SqlDialect, 'maxParameters'>,
  changes: readonly RowChange[],
  changed: readonly string[],
): readonly RowsUpdate[] {
  const [first] = changes
  if (first === undefined) return []
  const isShared = (column: string): boolean => changes.every(({ row }) => row[column] === first.row[column])
  const shared = Object.fromEntries(changed.filter(isShared).map((column) => [column, first.row[column] ?? null]))
  const own = changed.filter((column) => !isShared(column))
  const rows = changes.map(({ id, row }) => [id, ...own.map((column) => row[column] ?? null)])
  const size = own.length === 0 ? rowsPerStatement : Math.min(rowsPerUnion, rowsWithin(dialect, own.length + 1))
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, i) => ({
    shared,
    columns: ['id', ...own],
    rows: rows.slice(i * size, (i + 1) * size),
  }))
}
