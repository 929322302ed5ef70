import { type Compilable, CompiledQuery, type QueryResult, sql } from 'kysely'
import { inChunks, rowsPerStatement } from './chunks.ts'
import type { StoreContext } from './store-context.ts'
import type { SqlValue } from './tables.ts'

/** A row as it is written. */
export type Row = Readonly<Record<string, SqlValue>>

/** Up to this many rows of one statement it is kept: what single records have. */
const fewRows = 8

/**
 * Runs a statement that is put together once: that takes Kysely longer than it takes SQLite to run it.
 * @param name tells the statement from others
 * @param build the statement; only its text is kept
 */
export function runPrepared<Result>(
  { db, lookups }: StoreContext,
  name: string,
  parameters: readonly SqlValue[],
  build: () => Compilable<Result>,
): Promise<QueryResult<Result>> {
  const statement: CompiledQuery<Result> = lookups.get(name) ?? CompiledQuery.raw(build().compile().sql)
  lookups.set(name, statement)
  return db.executeQuery({ ...statement, parameters })
}

/**
 * Inserts rows with the same columns in the same order. The statement is kept for few rows and for a full portion: the numbers
 * between would make hundreds of them.
 * @param name tells the statement from others, but for the number of its rows
 * @param build the statement for the rows; their values are its only parameters
 */
export function insertPrepared<Result, R extends Row>(
  context: StoreContext,
  name: string,
  rows: readonly R[],
  build: (rows: readonly R[]) => Compilable<Result>,
): Promise<QueryResult<Result>> {
  if (rows.length > fewRows && rows.length !== rowsPerStatement) return context.db.executeQuery(build(rows).compile())
  const parameters = rows.flatMap((row) => Object.values(row))
  return runPrepared(context, `${name} ${rows.length}`, parameters, () => build(rows))
}

/** Inserts any number of rows, as {@link insertPrepared} does. */
export async function insertAll<R extends Row>(
  context: StoreContext,
  name: string,
  rows: readonly R[],
  build: (rows: readonly R[]) => Compilable<unknown>,
): Promise<void> {
  await inChunks(rows, async (chunk) => (await insertPrepared(context, name, chunk, build)).rows)
}

/** The id that SQLite gave to the row that it inserted last: not every host's driver says it with the result. */
export async function insertedLast(context: StoreContext, { insertId }: QueryResult<unknown>): Promise<number> {
  if (insertId !== undefined) return Number(insertId)
  const { rows } = await runPrepared(context, 'inserted last', [], () => context.db.selectNoFrom(sql<number>`last_insert_rowid()`.as('id')))
  return Number(rows[0]?.id)
}
