import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isAway, isConflict, isStorageFault } from '../drivers/driver-errors.ts'
import { searchIndexName } from '../engine/migration-table.ts'
import { undoOnError } from '../engine/savepoint.ts'
import { allTexts, type SearchIndex, type SearchNames } from '../engine/search-index.ts'
import type { StoreContext } from '../engine/store-context.ts'
import type { Tables } from '../schema/tables.ts'
import { recordIndexed } from '../write/log-rows.ts'
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

const toStatement = (db: Kysely<Tables>, builder: RawBuilder<unknown>): Statement => ({
  compile: () => builder.compile(db),
  execute: () => builder.execute(db),
})

/**
 * The statements that create the index without texts. In a calendar without events it is complete then. That is recorded after the triggers
 * exist: an event that is created before them is one that the build has to add.
 */
function creation(target: SearchTarget, index: SearchIndex): readonly Statement[] {
  const { db, parts } = target
  const built = index.create(target).map((builder) => toStatement(db, builder))
  if (index.addTexts === undefined) return built
  const begin = sql`insert into ${parts.search_state} (id, up_to)
    select 1, case when exists (select 1 from ${parts.events}) then 0 else ${allTexts} end from (select 1 as one) as o
    where not exists (select 1 from ${parts.search_state})`
  return [...createTable(target, searchState), ...built, toStatement(db, begin)]
}

/** The statement that records the index in the migration table, if it is complete. */
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
  if (upTo > 0) for (const statement of index.addTexts?.(names, after, upTo) ?? []) await statement.execute(db)
  await sql`update ${parts.search_state} set up_to = ${upTo > 0 ? sql`${upTo}` : allTexts}`.execute(db)
  if (upTo === 0) return undefined
  return { done: upTo, total: await numberOf(context, sql`(select max(id) from ${parts.events})`) }
}

/** Creates the index without texts. @returns false if the engine cannot have it; then it leaves nothing behind */
async function createIndex(inside: StoreContext, target: SearchTarget, index: SearchIndex): Promise<boolean> {
  const run = async (): Promise<void> => {
    if (!(await isSound(inside, target, index))) await dropIndex(inside, target, index)
    for (const statement of creation({ ...target, db: inside.db }, index)) await statement.execute()
  }
  const { supportsTransactionalDdl } = inside.dialect
  try {
    await (supportsTransactionalDdl ? undoOnError(inside, run) : run())
    return true
  } catch (error) {
    if (!index.isUnsupported(error)) throw error
    if (!supportsTransactionalDdl) await dropIndex(inside, target, index).catch(rethrowUnless(index))
    return false
  }
}

/** Without the right to create the index, the statements that remove it may lack the right, too. */
const rethrowUnless =
  ({ isUnsupported }: SearchIndex) =>
  (error: unknown): void => {
    if (!isUnsupported(error)) throw error
  }

/**
 * Removes all parts of the index, and its record. The state of the build is the first part, and other processes compare the texts without
 * it: if the rest fails, the next call begins from the start.
 */
async function dropIndex({ db, parts, tables }: StoreContext, names: SearchNames, index: SearchIndex): Promise<void> {
  await db.deleteFrom(tables.migration).where('name', '=', searchIndexName).execute()
  if (index.addTexts !== undefined) await sql`drop table if exists ${parts.search_state}`.execute(db)
  for (const builder of index.remove(names)) await builder.execute(db)
}

const hasRow = async (db: Kysely<Tables>, statement: RawBuilder<unknown>): Promise<boolean> => (await statement.execute(db)).rows.length > 0

/** The first and the last event with a text of its own. */
const outermost = ({ events }: SearchNames['parts'], direction: RawBuilder<unknown>): RawBuilder<{ id: unknown; search_text: string }> =>
  sql`select id, search_text from ${events} where search_text is not null order by id ${direction} limit 1`

/**
 * Whether the index has the texts of the first and the last event, as far as it is built: a backup may have been restored without its rows.
 */
async function hasOutermostTexts({ db, parts }: StoreContext, names: SearchNames, index: SearchIndex): Promise<boolean> {
  for (const direction of [sql`asc`, sql`desc`]) {
    const [event] = (await outermost(parts, direction).execute(db)).rows
    const id = Number(event?.id ?? 0)
    const lookup = event === undefined ? undefined : index.findText?.(names, id, event.search_text)
    const isReached = lookup !== undefined && (await hasRow(db, sql`select 1 as found from ${parts.search_state} where up_to >= ${id}`))
    if (lookup !== undefined && isReached && !(await hasRow(db, lookup))) return false
  }
  return true
}

/** Whether all parts of the index exist, and have the texts that they should have, by two samples. A build may not have reached all texts. */
export async function isSound(inside: StoreContext, names: SearchNames, index: SearchIndex): Promise<boolean> {
  const { db, parts } = inside
  if (!(await hasRow(db, index.findParts(names)))) return false
  if (index.addTexts === undefined) return true
  if (!(await hasRow(db, sql`select 1 as found from ${parts.search_state}`))) return false
  try {
    return await hasOutermostTexts(inside, names, index)
  } catch (error) {
    if (isAway(error) || isConflict(error) || isStorageFault(error)) throw error
    // SQLite cannot read the table.
    return false
  }
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
  const isCreated = await runExclusively((inside) => createIndex(inside, target, index))
  if (!isCreated) return false
  for (let hasAdded = false; ; hasAdded = true) {
    const progress = await runExclusively(async (inside) => {
      const part = index.addTexts === undefined ? undefined : await addPart(inside, target, index)
      if (part !== undefined) return part
      await recording(target, index).execute(inside.db)
      // An index that lacked texts has found too few events.
      if (hasAdded) await recordIndexed(inside, 'event', Date.now())
      return undefined
    })
    if (progress === undefined) return true
    onProgress(progress)
  }
}

/** Removes the index, complete or not. */
export async function removeSearchIndex(target: SearchTarget, runExclusively: RunExclusively): Promise<void> {
  const { searchIndex: index } = target.dialect
  if (index === undefined) return
  await runExclusively((inside) => dropIndex(inside, target, index))
}
