import type { EntityId, StoredRecord } from '@kalends/core/store'
import { anyTables, type StoreContext } from '../engine/store-context.ts'
import type { SqlValue } from '../schema/tables.ts'
import type { RecordKind } from './record-kind.ts'

/** A row of the table, or one to write: its columns by name. */
export type KeyRow = Readonly<Record<string, SqlValue>>

/** A record to replace, with its row. */
export interface Change<R> {
  /** The id. */
  readonly id: EntityId
  /** The record. */
  readonly record: R
  /** Its row. */
  readonly row: KeyRow
}

/** The values of a row in the columns of a unique key, as a text; undefined if one is null, which equals nothing. */
function toKey(columns: readonly string[], row: KeyRow): string | undefined {
  const values = columns.map((column) => row[column] ?? null)
  // Some drivers return 64-bit integers as texts.
  return values.includes(null) ? undefined : JSON.stringify(values.map(String))
}

/** Values in one statement: an `or` of more conditions exceeds SQLite's limit on the depth of an expression. */
const keysPerStatement = 200

/** The rows that have one of the values, by these values. */
async function findOwners(
  context: StoreContext,
  table: string,
  columns: readonly string[],
  wanted: readonly KeyRow[],
): Promise<ReadonlyMap<string, EntityId>> {
  const owners = new Map<string, EntityId>()
  for (let from = 0; from < wanted.length; from += keysPerStatement) {
    const chunk = wanted.slice(from, from + keysPerStatement)
    const rows = await anyTables(context)
      .selectFrom(table)
      .select(['id', ...columns])
      .where(({ and, or, eb }) => or(chunk.map((row) => and(columns.map((column) => eb(column, '=', row[column] ?? null))))))
      .execute()
    for (const row of rows) owners.set(toKey(columns, row) ?? '', Number(row['id']))
  }
  return owners
}

/** The unique keys of a call. */
export interface Claims {
  /** Finds the unique key of a record that is taken. Call it for each record, in order: a record claims the keys that it passes. */
  takenBy(id: EntityId, row: KeyRow): readonly string[] | undefined
  /** The records that have a key which another record of the call gets: theirs has to be cleared first, because engines check row by row. */
  readonly exchanging: readonly EntityId[]
}

/**
 * Looks up the keys that change, with one statement for each unique key and chunk.
 * @param stored the rows as they are stored, by id
 */
export async function readClaims<R extends StoredRecord, F, S>(
  context: StoreContext,
  { table, uniqueKeys, exchanged }: RecordKind<R, F, S>,
  changes: readonly Change<R>[],
  stored: ReadonlyMap<EntityId, KeyRow>,
): Promise<Claims> {
  const exchanging: EntityId[] = []
  const keys: { columns: readonly string[]; owners: ReadonlyMap<string, EntityId>; claimed: Set<string> }[] = []
  for (const columns of uniqueKeys) {
    const changed = changes.filter(({ id, row }) => {
      const key = toKey(columns, row)
      return key !== undefined && key !== toKey(columns, stored.get(id) ?? {})
    })
    const owners = new Map(
      await findOwners(
        context,
        context.tables[table],
        columns,
        changed.map(({ row }) => row),
      ),
    )
    if (exchanged !== undefined && columns.includes(exchanged)) {
      for (const [key, id] of owners) {
        if (!stored.has(id)) continue
        exchanging.push(id)
        owners.delete(key)
      }
    }
    keys.push({ columns, owners, claimed: new Set() })
  }
  const takenBy = (id: EntityId, row: KeyRow) =>
    keys.find(({ columns, owners, claimed }) => {
      const key = toKey(columns, row)
      if (key === undefined) return false
      const isTaken = claimed.has(key) || (owners.get(key) ?? id) !== id
      claimed.add(key)
      return isTaken
    })?.columns
  return { takenBy, exchanging }
}
