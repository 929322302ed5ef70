import type { EntityId } from '@kalends/core/store'
import { sql } from 'kysely'
import { insertedLast, insertPrepared, type Row, runPrepared } from '../engine/prepared.ts'
import { anyTables, type StoreContext } from '../engine/store-context.ts'

/**
 * Inserts the row.
 * @param uniqueKeys the unique keys: no two rows may have equal values in all columns of a key, unless one of these is null
 * @returns its id; undefined after a unique conflict
 */
export function insertRow(
  context: StoreContext,
  table: string,
  row: Row,
  uniqueKeys: readonly (readonly string[])[],
): Promise<EntityId | undefined> {
  const { dialect } = context
  if (dialect.hasOneWriter) return insertAfterLookup(context, table, row, uniqueKeys)
  return dialect.supportsReturning ? insertReturning(context, table, row) : insertLocking(context, table, row)
}

/**
 * With one writer at a time, a lookup before the insert suffices, and leaves no gaps in the ids: SQLite uses up an id for a row that it
 * then leaves out. The id comes from the connection, because for `returning` SQLite keeps a journal of the statement.
 */
async function insertAfterLookup(
  context: StoreContext,
  table: string,
  row: Row,
  uniqueKeys: readonly (readonly string[])[],
): Promise<EntityId | undefined> {
  const db = anyTables(context)
  const values = uniqueKeys.flat().map((column) => row[column] ?? null)
  const { rows } = await runPrepared(context, `conflicting ${table}`, values, () =>
    db
      .selectFrom(table)
      .select('id')
      .where(({ and, or, eb }) => or(uniqueKeys.map((columns) => and(columns.map((column) => eb(column, '=', row[column] ?? null)))))),
  )
  if (rows.length > 0) return undefined
  return insertedLast(context, await insertPrepared(context, `insert ${table}`, [row], ([one = row]) => db.insertInto(table).values(one)))
}

async function insertReturning(context: StoreContext, table: string, row: Row): Promise<EntityId | undefined> {
  const { rows } = await insertPrepared(context, `insert ${table}`, [row], ([one = row]) =>
    anyTables(context)
      .insertInto(table)
      .values(one)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
  )
  const [inserted] = rows
  return inserted === undefined ? undefined : Number(inserted['id'])
}

/**
 * After a unique conflict MariaDB would hold a shared lock on the conflicting row and the gap behind it: two transactions that then try the
 * next slug would deadlock. An update of that row which changes nothing takes an exclusive lock, so one transaction proceeds at a time. The
 * update sets the insert id to 0, which is no valid id, so that the caller can tell it from an insert.
 */
async function insertLocking(context: StoreContext, table: string, row: Row): Promise<EntityId | undefined> {
  const { insertId } = await insertPrepared(context, `insert ${table}`, [row], ([one = row]) =>
    anyTables(context)
      .insertInto(table)
      .values(one)
      .onDuplicateKeyUpdate({ version: sql<number>`if(last_insert_id(0), version, version)` }),
  )
  return insertId === undefined || insertId === 0n ? undefined : Number(insertId)
}
