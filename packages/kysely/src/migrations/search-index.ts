import { type Kysely, type RawBuilder, sql } from 'kysely'
import { readLedger, searchIndexName } from '../engine/ledger.ts'
import { undoOnError } from '../engine/savepoint.ts'
import type { SearchIndex, SearchNames } from '../engine/search-index.ts'
import type { StoreContext } from '../engine/store-context.ts'
import type { Tables } from '../schema/tables.ts'
import { createTable, defineTable, type MigrationTarget, type Statement } from './table-definition.ts'

/**
 * Builds the index for searches (engine/search-index.ts). It is no migration: a calendar works without it, and a later call can add or remove
 * it. Texts are added in parts, each in a transaction of its own, so that others can write meanwhile, and the next call continues a build
 * that was interrupted.
 */

/** The target of the statements, with the names of the tables. */
export type SearchTarget = MigrationTarget & SearchNames & { readonly db: Kysely<Tables> }

/** How far a build has come. */
export interface SearchProgress {
  /** The highest id of the events whose texts are in the index. */
  readonly done: number
  /** The highest id of all events. */
  readonly total: number
}

/** Runs some work while no other process migrates. */
export type RunExclusively = <T>(work: (inside: StoreContext) => Promise<T>) => Promise<T>

const searchState = defineTable({ name: 'search_state', columns: { id: 'integer', up_to: 'integer' }, primaryKey: ['id'] })

/** The position when the index contains all texts: it is higher than any id. Printed statements have no parameters, so it is a literal. */
const allTexts = sql`9007199254740991`

const toStatement = (db: Kysely<Tables>, builder: RawBuilder<unknown>): Statement => ({
  compile: () => builder.compile(db),
  execute: () => builder.execute(db),
})

/** The statements that create the index without texts. In a calendar without events it is complete then. */
function creation(target: SearchTarget, index: SearchIndex): readonly Statement[] {
  const { db, parts } = target
  const built = index.create(target).map((builder) => toStatement(db, builder))
  if (index.addTexts === undefined) return built
  const begin = sql`insert into ${parts.search_state} (id, up_to)
    select 1, case when exists (select 1 from ${parts.events}) then 0 else ${allTexts} end from (select 1 as one) as o
    where not exists (select 1 from ${parts.search_state})`
  return [...createTable(target, searchState), toStatement(db, begin), ...built]
}

/** The statement that records the index in the ledger, if it is complete. */
function recording({ parts }: SearchNames, index: SearchIndex): RawBuilder<unknown> {
  const isComplete = index.addTexts === undefined ? sql`` : sql` and exists (select 1 from ${parts.search_state} where up_to = ${allTexts})`
  // biome-ignore lint/plugin: a name of our own, never input
  const name = sql.lit(searchIndexName)
  return sql`insert into ${parts.migration} (name, hash, at_ms) select ${name}, '1', 0 from (select 1 as one) as o
    where not exists (select 1 from ${parts.migration} where name = ${name})${isComplete}`
}

/** The statements for an empty calendar. Run in one with events, they leave an index that the next `migrateToLatest` fills. */
export const searchIndexStatements = (target: SearchTarget): readonly Statement[] => {
  const { searchIndex } = target.dialect
  if (searchIndex === undefined) return []
  return [...creation(target, searchIndex), toStatement(target.db, recording(target, searchIndex))]
}

/** The number of events whose texts are added in one transaction. */
const textsAtOnce = 1_000

const numberOf = async ({ db }: StoreContext, value: RawBuilder<unknown>): Promise<number> =>
  Number((await sql<{ n: unknown }>`select ${value} as n`.execute(db)).rows[0]?.n ?? 0)

/** Adds the next texts. @returns how far the build has come; undefined if the index is complete */
async function addPart(context: StoreContext, names: SearchNames, index: SearchIndex): Promise<SearchProgress | undefined> {
  const { db, parts } = context
  const after = await numberOf(context, sql`(select up_to from ${parts.search_state})`)
  const next = sql`select id from ${parts.events} where id > ${after} order by id limit ${textsAtOnce}`
  const upTo = await numberOf(context, sql`(select max(id) from (${next}) as n)`)
  if (upTo > 0 && index.addTexts !== undefined) await index.addTexts(names, after, upTo).execute(db)
  await sql`update ${parts.search_state} set up_to = ${upTo > 0 ? sql`${upTo}` : allTexts}`.execute(db)
  if (upTo === 0) return undefined
  return { done: upTo, total: await numberOf(context, sql`(select max(id) from ${parts.events})`) }
}

/**
 * Builds the index, or continues a build.
 * @returns whether the calendar has the index; false if the engine cannot have it
 */
export async function buildSearchIndex(
  target: SearchTarget,
  runExclusively: RunExclusively,
  onProgress: (progress: SearchProgress) => void,
): Promise<boolean> {
  const { searchIndex: index } = target.dialect
  if (index === undefined) return false
  const isCreated = await runExclusively(async (inside) => {
    const statements = creation({ ...target, db: inside.db }, index)
    try {
      await undoOnError(inside, async () => {
        for (const statement of statements) await statement.execute()
      })
      return true
    } catch (error) {
      if (index.isUnsupported(error)) return false
      throw error
    }
  })
  if (!isCreated) return false
  for (;;) {
    const progress = await runExclusively(async (inside) => {
      const part = index.addTexts === undefined ? undefined : await addPart(inside, target, index)
      if (part === undefined) await recording(target, index).execute(inside.db)
      return part
    })
    if (progress === undefined) return true
    onProgress(progress)
  }
}

/** Removes the index and its record. */
export async function removeSearchIndex(target: SearchTarget, runExclusively: RunExclusively): Promise<void> {
  const { searchIndex: index } = target.dialect
  if (index === undefined) return
  await runExclusively(async (inside) => {
    const { db, tables, parts } = inside
    if (!(await readLedger(inside)).hasSearchIndex) return
    await db.deleteFrom(tables.migration).where('name', '=', searchIndexName).execute()
    for (const builder of index.remove(target)) await builder.execute(db)
    if (index.addTexts !== undefined) await sql`drop table if exists ${parts.search_state}`.execute(db)
  })
}
