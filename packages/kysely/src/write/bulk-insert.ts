import type { EntityId } from '@kalends/core/store'
import { sql } from 'kysely'
import { inChunks, rowsWithin } from '../engine/chunks.ts'
import { insertPrepared, type Row } from '../engine/prepared.ts'
import { anyTables, type StoreContext } from '../engine/store-context.ts'

/**
 * Inserts rows, at most those of a chunk, without those that violate a unique key. The engine assigns ascending ids in the order of the rows.
 * @param uniqueColumns the columns of the unique keys: two rows that are equal in all of them cannot both be stored
 * @returns the id of each row, in their order; undefined for rows that were not inserted
 */
export async function insertRows(
  context: StoreContext,
  table: string,
  rows: readonly Row[],
  uniqueColumns: readonly string[],
): Promise<readonly (EntityId | undefined)[]> {
  const insert = context.dialect.supportsReturning ? insertReturning : insertMarked
  const size = rowsWithin(context.dialect, Object.keys(rows[0] ?? {}).length + 1)
  const inserted = await inChunks(rows, (some) => insert(context, table, some, uniqueColumns), size)
  // SQL null must not become the text `null`.
  const textOf = (value: unknown): string | null => (value === null ? null : String(value))
  const keyOf = (row: Readonly<Record<string, unknown>>): string => JSON.stringify(uniqueColumns.map((column) => textOf(row[column])))
  const ids = new Map(inserted.map((row) => [keyOf(row), Number(row['id'])]))
  return rows.map((row) => {
    const key = keyOf(row)
    const id = ids.get(key)
    // The first of several equal rows is the one that was stored.
    ids.delete(key)
    return id
  })
}

async function insertReturning(context: StoreContext, table: string, rows: readonly Row[], uniqueColumns: readonly string[]) {
  const versioned = rows.map((row) => ({ ...row, version: 1 }))
  const inserted = await insertPrepared(context, `bulk insert ${table}`, versioned, (values) =>
    anyTables(context)
      .insertInto(table)
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', ...uniqueColumns]),
  )
  return inserted.rows
}

/**
 * MariaDB reports neither the ids of several rows nor which rows it left out, and the ids of one statement need not be consecutive. So each
 * statement stores a random negative number as the version of its rows, and finds the rows by this number afterwards. `insertLocking`
 * explains why it does not use `insert ignore`.
 */
async function insertMarked(context: StoreContext, table: string, rows: readonly Row[], uniqueColumns: readonly string[]) {
  const db = anyTables(context)
  const mark = -randomInteger()
  const marked = rows.map((row) => ({ ...row, version: mark }))
  await insertPrepared(context, `bulk insert ${table}`, marked, (values) =>
    db.insertInto(table).values(values).onDuplicateKeyUpdate({ version: sql<number>`version` }),
  )
  const slugs = rows.map(({ slug }) => String(slug))
  const inserted = await db
    .selectFrom(table)
    .select(['id', ...uniqueColumns])
    .where('slug', 'in', slugs)
    .where('version', '=', mark)
    .execute()
  const ids = inserted.map(({ id }) => Number(id))
  if (ids.length > 0) await db.updateTable(table).set({ version: 1 }).where('id', 'in', ids).execute()
  return inserted
}

/** A random integer from 1 to 2^48. */
function randomInteger(): number {
  const [high = 0, low = 0] = globalThis.crypto.getRandomValues(new Uint16Array(2))
  const [rest = 0] = globalThis.crypto.getRandomValues(new Uint32Array(1))
  return (high % 2 ** 8) * 2 ** 40 + (low % 2 ** 8) * 2 ** 32 + rest + 1
}
