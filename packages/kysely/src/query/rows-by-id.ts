import {
  type EntityId,
  type FindQuery,
  namesLinks,
  type ReadClause,
  type ReadScope,
  type RecordFilter,
  type SortKey,
} from '@kalends/core/store'
import { type CompiledQuery, type RawBuilder, type SqlBool, sql } from 'kysely'
import { runPrepared } from '../engine/prepared.ts'
import type { StoreContext } from '../engine/store-context.ts'
import type { SqlValue } from '../schema/tables.ts'
import { allOf, type Column, type Condition, mergeClauses, padded, type ReadColumns, readClauses, someOf } from './conditions.ts'

/**
 * Reads the rows with some ids. The statement is compiled once for each length of the list: compiling it takes Kysely longer than SQLite
 * takes to answer.
 * @param name the key of the statement in the cache
 * @param build builds the statement for some ids, which are its only parameters
 */
export async function rowsById<Row>(
  context: StoreContext,
  name: string,
  ids: readonly EntityId[],
  build: (ids: readonly EntityId[]) => RawBuilder<Row>,
): Promise<readonly Row[]> {
  const { db, dialect } = context
  const values = padded(ids)
  // A list of this length is one parameter, and its statement depends on the engine.
  if (ids.length > dialect.longestList) return (await build(values).execute(db)).rows
  const compile = (): CompiledQuery<Row> => build(values).compile(db)
  return (await runPrepared(context, `${name} ${values.length}`, values, () => ({ compile }))).rows
}

/** A filter that names one record, with the caller's read scope. */
export interface Lookup {
  /** The record's id, or its slug. */
  readonly key: EntityId | string
  /** The read scope. */
  readonly readable: ReadScope
}

/** The maximum number of authors in a cached statement: clauses with longer lists get statements of their own. */
const maxAuthors = 4

/** Converts a query to a lookup if it asks for a single record by id or slug, within the read scope. */
export function toLookup({
  filter,
  order,
  offset,
}: FindQuery<RecordFilter & { readonly readable?: ReadScope }, SortKey<string>>): Lookup | undefined {
  const { ids, slugs, readable, ...others } = filter
  const [key, ...more] = [...(ids ?? []), ...(slugs ?? [])]
  if (key === undefined || more.length > 0 || (ids !== undefined && slugs !== undefined) || readable === undefined) return undefined
  if (offset > 0 || order.length !== 1 || Object.values(others).some((member) => member !== undefined)) return undefined
  const isShort = (clause: ReadClause): boolean => {
    const { authorIds = [''] } = clause
    return authorIds.length > 0 && authorIds.length <= maxAuthors && !namesLinks(clause)
  }
  return readable.length > 0 && readable.every(isShort) ? { key, readable: mergeClauses(readable) } : undefined
}

/** The columns that a lookup needs. */
export interface LookupColumns extends ReadColumns {
  /** The record's id. */
  readonly id: Column
  /** Its slug. */
  readonly slug: Column
}

/**
 * Reads the row of a lookup, or none. The statement is compiled once for each shape of the scope, like that of {@link rowsById}.
 * @param name the key of the statement in the cache
 * @param build builds the statement for a condition, whose parameters are its only ones
 */
export async function rowOf<Row>(
  context: StoreContext,
  name: string,
  { key, readable }: Lookup,
  columns: LookupColumns,
  build: (condition: Condition) => RawBuilder<Row>,
): Promise<readonly Row[]> {
  const { db, dialect } = context
  const compile = (): CompiledQuery<Row> => {
    const found = sql<SqlBool>`${typeof key === 'number' ? columns.id : columns.slug} = ${key}`
    const clauses = readClauses(dialect, { ...columns, status: dialect.withoutIndex(columns.status) }, readable)
    return build(allOf([found, someOf(clauses.map((clause) => sql<SqlBool>`(${clause})`))])).compile(db)
  }
  const shape = `${name} ${typeof key} ${readable.map(shapeOf).join(' ')}`
  return (await runPrepared(context, shape, [key, ...readable.flatMap(parametersOf)], () => ({ compile }))).rows
}

/** The parameters that a clause has, without their values. */
const shapeOf = ({ authorIds, publishedMs, statusBeforeTrash }: ReadClause): string =>
  `${authorIds === undefined ? '' : padded(authorIds).length},${publishedMs?.gte === undefined ? '' : 'g'}${publishedMs?.lt === undefined ? '' : 'l'}${statusBeforeTrash === undefined ? '' : 'b'}`

/** The parameters of a clause, in the order of `readClauses`. */
const parametersOf = ({ status, authorIds = [], publishedMs, statusBeforeTrash }: ReadClause): readonly SqlValue[] =>
  [status, ...padded(authorIds), publishedMs?.gte, publishedMs?.lt, statusBeforeTrash].filter((value) => value !== undefined)
