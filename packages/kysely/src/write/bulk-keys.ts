import type { EntityId, StoredRecord } from '@kalends/core/store'
import { forChunks, rowsWithin } from '../engine/chunks.ts'
import type { Row } from '../engine/prepared.ts'
import { anyTables, type StoreContext } from '../engine/store-context.ts'
import type { StoredRow, StoredRows, WrittenKind } from './record-kind.ts'
import type { RowChange } from './row-updates.ts'
import { changedColumns } from './stored-rows.ts'

/** Finds unique keys that a bulk update would take from another record. */

/** A record to replace, with its row. */
export interface Change<R> extends RowChange {
  /** The record. */
  readonly record: R
}

/** The values of a row in the columns of a unique key, as a text; undefined if one is null, which equals nothing. */
function toKey(columns: readonly string[], row: StoredRow): string | undefined {
  const values = columns.map((column) => row[column] ?? null)
  // Some drivers return 64-bit integers as texts.
  return values.includes(null) ? undefined : JSON.stringify(values.map(String))
}

/** The maximum number of values in one statement: an `or` of more conditions exceeds SQLite's limit on the depth of an expression. */
const keysPerStatement = 200

/** The rows that have one of the values, by these values. */
async function findOwners(
  context: StoreContext,
  table: string,
  columns: readonly string[],
  wanted: readonly Row[],
): Promise<ReadonlyMap<string, EntityId>> {
  const owners = new Map<string, EntityId>()
  const size = Math.min(keysPerStatement, rowsWithin(context.dialect, 2))
  await forChunks(
    wanted,
    async (chunk) => {
      const rows = await anyTables(context)
        .selectFrom(table)
        .select(['id', ...columns])
        .where(({ and, or, eb }) => or(chunk.map((row) => and(columns.map((column) => eb(column, '=', row[column] ?? null))))))
        .execute()
      for (const row of rows) owners.set(toKey(columns, row) ?? '', Number(row['id']))
    },
    size,
  )
  return owners
}

/** The unique keys that the records of a bulk update get. */
export interface Claims {
  /**
   * Returns the columns of a record's first unique key that another record has; undefined if there is none. Call it for each record, in order:
   * the keys of a record then count as taken for the next ones.
   */
  takenBy(id: EntityId, row: Row): readonly string[] | undefined
  /** The records whose stored key another record of the update gets: it has to be cleared first, because engines check row by row. */
  readonly exchanging: readonly EntityId[]
}

/** The keys of an update, compared only with those of its own stored records: `takenBy` misses the keys of all others. */
export function claimsWithinUpdate<R extends StoredRecord>(
  kind: WrittenKind<R>,
  changes: readonly Change<R>[],
  stored: StoredRows,
): Claims {
  return toClaims(
    kind,
    stored,
    keysThatChange(kind, changes, stored).map(({ columns, rows }) => {
      const keys = new Set(rows.map((row) => toKey(columns, row)))
      const owned = [...stored].map(([id, row]) => [toKey(columns, row) ?? '', id] as const)
      return { columns, owners: new Map(owned.filter(([key]) => keys.has(key))) }
    }),
  )
}

/** The keys of an update, compared with those of all stored records, in one statement for each unique key and chunk. */
export async function lookUpClaims<R extends StoredRecord>(
  context: StoreContext,
  kind: WrittenKind<R>,
  changes: readonly Change<R>[],
  stored: StoredRows,
): Promise<Claims> {
  const keys: OwnedKeys[] = []
  for (const { columns, rows } of keysThatChange(kind, changes, stored))
    keys.push({ columns, owners: await findOwners(context, context.tables[kind.table], columns, rows) })
  return toClaims(kind, stored, keys)
}

/** A unique key, and the stored records that have the wanted values, by these values. */
interface OwnedKeys {
  readonly columns: readonly string[]
  readonly owners: ReadonlyMap<string, EntityId>
}

/** The unique keys that change, each with the rows to write in which it changes. */
const keysThatChange = <R extends StoredRecord>(
  { uniqueKeys }: WrittenKind<R>,
  changes: readonly Change<R>[],
  stored: StoredRows,
): readonly { readonly columns: readonly string[]; readonly rows: readonly Row[] }[] =>
  uniqueKeys.flatMap((columns) => {
    const isChanged = ({ id, row }: Change<R>): boolean => {
      const before = stored.get(id) ?? {}
      return changedColumns(row, before, columns).length > 0 && toKey(columns, row) !== undefined
    }
    const rows = changes.filter(isChanged).map(({ row }) => row)
    return rows.length === 0 ? [] : [{ columns, rows }]
  })

function toClaims<R extends StoredRecord>({ exchanged }: WrittenKind<R>, stored: StoredRows, owned: readonly OwnedKeys[]): Claims {
  const isExchanged = (columns: readonly string[], id: EntityId): boolean =>
    exchanged !== undefined && columns.includes(exchanged) && stored.has(id)
  const exchanging = owned.flatMap(({ columns, owners }) => [...owners.values()].filter((id) => isExchanged(columns, id)))
  const keys = owned.map(({ columns, owners }) => ({
    columns,
    owners: new Map([...owners].filter(([, id]) => !isExchanged(columns, id))),
    claimed: new Set<string>(),
  }))
  const takenBy = (id: EntityId, row: Row) =>
    keys.find(({ columns, owners, claimed }) => {
      const key = toKey(columns, row)
      if (key === undefined) return false
      const isTaken = claimed.has(key) || (owners.get(key) ?? id) !== id
      claimed.add(key)
      return isTaken
    })?.columns
  return { takenBy, exchanging }
}
