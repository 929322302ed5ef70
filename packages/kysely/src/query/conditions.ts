import { clauseLinks, type Range, type ReadClause, type ReadScope, type TimeSpan } from '@kalends/core/store'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SqlDialect } from '../engine/dialect.ts'

/** An SQL condition. */
export type Condition = RawBuilder<SqlBool>

/** An SQL column. */
export type Column = RawBuilder<unknown>

/** The condition that no record meets. */
export const never: Condition = sql`1 = 0`

/**
 * Repeats the last value up to the next power of two. So the lists of all pages and filters need a dozen different statements instead of
 * hundreds, and engines and drivers can reuse prepared statements.
 */
export function padded<T>(values: readonly T[]): readonly T[] {
  const last = values.at(-1)
  if (last === undefined) return values
  const length = 2 ** Math.ceil(Math.log2(values.length))
  return [...values, ...Array<T>(length - values.length).fill(last)]
}

/** The maximum number of conditions beside each other: each is a level of an expression, and SQLite in a Durable Object takes 100 levels. */
const maxConditions = 20

/** All conditions hold. */
export function allOf(conditions: readonly Condition[]): Condition {
  if (conditions.length === 0) return sql`1 = 1`
  const first = sql.join(conditions.slice(0, maxConditions), sql` and `)
  return conditions.length <= maxConditions ? sql`${first}` : sql`${first} and (${allOf(conditions.slice(maxConditions))})`
}

/** At least one of the conditions holds. */
export function someOf(conditions: readonly Condition[]): Condition {
  if (conditions.length === 0) return never
  if (conditions.length === 1 && conditions[0] !== undefined) return conditions[0]
  const first = sql.join(conditions.slice(0, maxConditions), sql` or `)
  return conditions.length <= maxConditions ? sql`(${first})` : sql`(${first} or ${someOf(conditions.slice(maxConditions))})`
}

/**
 * A column equals one of the integers or one of the texts: ids, keys of a field, or authors, of which a policy may give any number. A long
 * list is sent as one parameter.
 */
export function isOneOf(dialect: SqlDialect, column: Column, values: readonly number[] | readonly string[]): Condition {
  if (values.length === 0) return never
  if (values.length === 1) return sql`${column} = ${values[0]}`
  const some = padded<number | string>(values)
  return values.length > dialect.longestList ? dialect.isOneOf(column, some) : sql`${column} in (${sql.join(some)})`
}

/** The id of an event, or its copy in a link, equals one of the ids. */
export const isOneOfEventIds = (dialect: SqlDialect, column: Column, ids: readonly number[]): Condition =>
  ids.length > dialect.longestList ? dialect.isOneOfIds(column, padded(ids)) : isOneOf(dialect, column, ids)

/** A column equals none of the integers. */
export const isNoneOfIntegers = (dialect: SqlDialect, column: Column, values: readonly number[]): readonly Condition[] =>
  values.length === 0 ? [] : [sql`not (${isOneOf(dialect, column, values)})`]

/** A column lies in a half-open range of numbers. */
export function isBetween(column: Column, range: Range<number> | undefined): readonly Condition[] {
  const conditions: Condition[] = []
  if (range?.gte !== undefined) conditions.push(sql`${column} >= ${range.gte}`)
  if (range?.lt !== undefined) conditions.push(sql`${column} < ${range.lt}`)
  return conditions
}

/** The time between two columns overlaps one of the spans. */
export const isInSpan = (start: Column, end: Column, spans: readonly TimeSpan[]): Condition =>
  someOf(spans.map(({ startMs, endMs }) => sql<SqlBool>`(${start} < ${endMs} and ${end} > ${startMs})`))

/** The columns that decide whether a caller may read a record. */
export interface ReadColumns {
  /** Its stored state. */
  readonly status: Column
  /** The id of its author. */
  readonly authorId: Column
  /** The instant of its publication, past or scheduled. */
  readonly publishedMs: Column
  /** Its state before it was moved to the trash. */
  readonly statusBeforeTrash: Column
}

/** Whether a list of a clause is as narrow as that of another clause, or narrower; one without a list has every value. */
const isListWithin = <Value>(list: readonly Value[] | undefined, wider: readonly Value[] | undefined): boolean =>
  wider === undefined || (list?.every((value) => wider.includes(value)) ?? false)

/** Whether every record that matches a clause also matches another clause of the same status. */
function isWithin(clause: ReadClause, wider: ReadClause): boolean {
  const { statusBeforeTrash } = wider
  if (statusBeforeTrash !== undefined && statusBeforeTrash !== clause.statusBeforeTrash) return false
  if (!isListWithin(clause.authorIds, wider.authorIds)) return false
  if (!clauseLinks.every((member) => isListWithin(clause[member], wider[member]))) return false
  const [{ gte = Number.NEGATIVE_INFINITY, lt = Number.POSITIVE_INFINITY }, inner] = [wider.publishedMs ?? {}, clause.publishedMs ?? {}]
  return gte <= (inner.gte ?? Number.NEGATIVE_INFINITY) && lt >= (inner.lt ?? Number.POSITIVE_INFINITY)
}

/** Drops clauses that other clauses include: for example, published events include an author's own published events. */
function withoutIncluded(scope: ReadScope): ReadScope {
  const kept: ReadClause[] = []
  for (const [index, clause] of scope.entries()) {
    let isIncluded = false
    for (const [at, wider] of scope.entries())
      if (at !== index && wider.status === clause.status) isIncluded ||= isWithin(clause, wider) && (at < index || !isWithin(wider, clause))
    if (!isIncluded) kept.push(clause)
  }
  return kept
}

/** Whether two clauses are for the published and the scheduled records of one status, and differ in nothing else. */
function isPair(published: ReadClause, scheduled: ReadClause): boolean {
  const [before, after] = [published.publishedMs, scheduled.publishedMs]
  const isWhole = before?.lt !== undefined && before.lt === after?.gte && before.gte === undefined && after.lt === undefined
  const sameMembers = ['statusBeforeTrash', 'authorIds', ...clauseLinks] as const
  return isWhole && sameMembers.every((member) => published[member] === scheduled[member])
}

/**
 * The same scope in as few clauses as possible. Drops clauses that others include. Merges a clause for the published records of a status with
 * one for the scheduled records: these are few, and with a clause of their own, an index in another order would be scanned to its end for
 * them.
 */
export function mergeClauses(given: ReadScope): ReadScope {
  const scope = withoutIncluded(given)
  const merged: ReadClause[] = []
  for (const clause of scope) {
    let [isScheduled, isPublished] = [false, false]
    for (const other of scope) {
      if (other === clause || other.status !== clause.status) continue
      isScheduled ||= isPair(other, clause)
      isPublished ||= isPair(clause, other)
    }
    const { publishedMs: _publishedMs, ...always } = clause
    if (!isScheduled) merged.push(isPublished ? always : clause)
  }
  return merged
}

/** Makes the condition that a record links one of some others. */
export type LinkTest = (member: (typeof clauseLinks)[number], ids: readonly number[]) => Condition

/** The conditions of each clause by itself; a record matches if it meets those of one clause. @param isLinked for events; others have no links */
export function readClauses(
  dialect: SqlDialect,
  columns: ReadColumns,
  scope: ReadScope,
  isLinked: LinkTest = () => never,
): readonly Condition[] {
  return mergeClauses(scope).map((clause) => {
    const { status, authorIds, publishedMs, statusBeforeTrash } = clause
    return allOf([
      sql`${columns.status} = ${status}`,
      ...(authorIds === undefined ? [] : [isOneOf(dialect, columns.authorId, authorIds)]),
      ...isBetween(columns.publishedMs, publishedMs),
      ...(statusBeforeTrash === undefined ? [] : [sql<SqlBool>`${columns.statusBeforeTrash} = ${statusBeforeTrash}`]),
      // The links of a record are looked up, so they are tested last.
      ...clauseLinks.flatMap((member) => (clause[member] === undefined ? [] : [isLinked(member, clause[member])])),
    ])
  })
}

/** The caller may read the record. @param isLinked for events; others have no links */
export function isReadable(
  dialect: SqlDialect,
  columns: ReadColumns,
  scope: ReadScope | undefined,
  isLinked?: LinkTest,
): readonly Condition[] {
  if (scope === undefined) return []
  const clauses = readClauses(dialect, columns, scope, isLinked)
  if (clauses.length < 2) return [someOf(clauses)]
  // An index that starts with the status can use a list of values, but no alternatives joined by `or`.
  const statuses = [...new Set(scope.map(({ status }) => status))]
  return [isOneOf(dialect, columns.status, statuses), someOf(clauses.map((clause) => sql<SqlBool>`(${clause})`))]
}

/** All texts occur in a column. */
export const containsAll = (dialect: SqlDialect, column: Column, texts: readonly string[] | undefined): readonly Condition[] =>
  (texts ?? []).map((text) => dialect.contains(column, text))
