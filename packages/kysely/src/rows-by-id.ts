import type { EntityId, FindQuery, ReadClause, ReadScope, RecordFilter, SortKey } from '@kalends/core'
import { type CompiledQuery, type RawBuilder, type SqlBool, sql } from 'kysely'
import { allOf, type Column, type Condition, joined, longList, padded, type ReadColumns, readClauses, someOf } from './conditions.ts'
import type { StoreContext } from './store-context.ts'
import type { SqlValue } from './tables.ts'

/**
 * The rows with some ids. The statement is put together once for each length of the list: that takes Kysely longer than it
 * takes SQLite to answer.
 * @param name tells the statement from others
 * @param build the statement for some ids; they are its last parameters
 */
export async function rowsById<Row>(
  { db, lookups }: StoreContext,
  name: string,
  ids: readonly EntityId[],
  build: (ids: readonly EntityId[]) => RawBuilder<Row>,
): Promise<readonly Row[]> {
  const values = padded(ids)
  // These travel as one text.
  if (ids.length > longList) return (await build(values).execute(db)).rows
  const key = `${name} ${values.length}`
  const statement: CompiledQuery<Row> = lookups.get(key) ?? build(values).compile(db)
  lookups.set(key, statement)
  const query: CompiledQuery<Row> = { ...statement, parameters: [...statement.parameters.slice(0, -values.length), ...values] }
  return (await db.executeQuery(query)).rows
}

/** A filter that names one record, and says who looks. */
export interface Lookup {
  /** The record's id, or its slug. */
  readonly key: EntityId | string
  /** What may be seen. */
  readonly readable: ReadScope
}

/** Clauses of longer lists of authors make statements of their own. */
const maxAuthors = 4

/** The lookup that a query is, if it is one: of a single record by id or slug, as far as it may be seen. */
export function toLookup({
  filter,
  order,
  offset,
}: FindQuery<RecordFilter & { readonly readable?: ReadScope }, SortKey<string>>): Lookup | undefined {
  const { ids, slugs, readable, ...others } = filter
  const [key, ...more] = [...(ids ?? []), ...(slugs ?? [])]
  if (key === undefined || more.length > 0 || (ids !== undefined && slugs !== undefined) || readable === undefined) return undefined
  if (offset > 0 || order.length !== 1 || Object.values(others).some((member) => member !== undefined)) return undefined
  const isShort = ({ authorIds = [0] }: ReadClause): boolean => authorIds.length > 0 && authorIds.length <= maxAuthors
  return readable.length > 0 && readable.every(isShort) ? { key, readable: joined(readable) } : undefined
}

/** The columns by which a lookup finds a record. */
export interface LookupColumns extends ReadColumns {
  /** The record's id. */
  readonly id: Column
  /** Its slug. */
  readonly slug: Column
}

/**
 * The row of a lookup, or none. Its statement is put together once for each shape of the scope, as that of {@link rowsById}.
 * @param name tells the statement from others
 * @param build the statement for a condition, whose parameters are its last ones
 */
export async function rowOf<Row>(
  { db, dialect, lookups }: StoreContext,
  name: string,
  { key, readable }: Lookup,
  columns: LookupColumns,
  build: (condition: Condition) => RawBuilder<Row>,
): Promise<readonly Row[]> {
  const shape = `${name} ${typeof key} ${readable.map(shapeOf).join(' ')}`
  const own = [key, ...readable.flatMap(parametersOf)]
  let statement: CompiledQuery<Row> | undefined = lookups.get(shape)
  if (statement === undefined) {
    const found = sql<SqlBool>`${typeof key === 'number' ? columns.id : columns.slug} = ${key}`
    const clauses = readClauses(dialect, { ...columns, status: dialect.unindexed(columns.status) }, readable)
    statement = build(allOf([found, someOf(clauses.map((clause) => sql<SqlBool>`(${clause})`))])).compile(db)
    lookups.set(shape, statement)
  }
  const parameters = [...statement.parameters.slice(0, -own.length), ...own]
  const query: CompiledQuery<Row> = { ...statement, parameters }
  return (await db.executeQuery(query)).rows
}

/** Which parameters a clause has, without their values. */
const shapeOf = ({ authorIds, publishedMs, statusBeforeTrash }: ReadClause): string =>
  `${authorIds === undefined ? '' : padded(authorIds).length},${publishedMs?.gte === undefined ? '' : 'g'}${publishedMs?.lt === undefined ? '' : 'l'}${statusBeforeTrash === undefined ? '' : 'b'}`

/** The parameters of a clause, in the order in which `readClauses` puts them. */
const parametersOf = ({ status, authorIds = [], publishedMs, statusBeforeTrash }: ReadClause): readonly SqlValue[] =>
  [status, ...padded(authorIds), publishedMs?.gte, publishedMs?.lt, statusBeforeTrash].filter((value) => value !== undefined)

/** Records in the order of their ids; those that are gone since are left out. */
export async function recordsInOrder<R extends { readonly id: EntityId }>(
  ids: readonly EntityId[],
  getMany: (ids: readonly EntityId[]) => Promise<readonly R[]>,
): Promise<readonly R[]> {
  if (ids.length === 0) return []
  const records = new Map((await getMany(ids)).map((record) => [record.id, record]))
  return ids.flatMap((id) => records.get(id) ?? [])
}
