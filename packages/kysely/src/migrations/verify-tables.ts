import { type EntityId, type Kind, requireKnownOptions } from '@kalends/core/store'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isAway, isConflict } from '../drivers/driver-errors.ts'
import { dialectOf } from '../engine/dialect-of.ts'
import { readMigrationTable } from '../engine/migration-table.ts'
import { readIds, readTotal } from '../engine/read-rows.ts'
import type { SearchIndex } from '../engine/search-index.ts'
import { contextOf, type KyselyStoreOptions, type StoreContext, storeOptionNames } from '../engine/store-context.ts'
import { withUncheckedTables } from '../engine/transaction.ts'
import { unionOf } from '../engine/union.ts'

/**
 * What {@link verifyTables} finds:
 * - `stray_link`: a row that links a record which does not exist; `detail` is the table
 * - `different_link`: a link whose copy of a column differs from its event, so that lists by venue, organizer or term are wrong
 * - `stray_occurrence`: an occurrence whose series does not exist
 * - `unfinished_index`: the build of the index for searches was interrupted, and searches compare the texts of events
 * - `damaged_index`: a part of the index is missing, or cannot be read
 * - `missing_text`: the index lacks the text of an event, so that searches leave it out
 */
export type TableProblem = 'stray_link' | 'different_link' | 'stray_occurrence' | 'unfinished_index' | 'damaged_index' | 'missing_text'

/** The rows with one problem. */
export interface TableFinding {
  /** The problem. */
  readonly problem: TableProblem
  /** The kind of the records that `records` names. */
  readonly kind: Kind
  /** The number of rows. */
  readonly count: number
  /** The first hundred of them. */
  readonly records: readonly { readonly id: EntityId; readonly detail?: string }[]
}

/** The result of a check. */
export interface TableCheck {
  /** The number of rows that were read. */
  readonly checked: number
  /** The problems. */
  readonly findings: readonly TableFinding[]
}

/** The result of {@link verifyTables}. */
export interface TablesReport {
  /** The tables that link events with other records, and the keys of fields. */
  readonly links: TableCheck
  /** The index for searches; nothing is checked in a calendar without one. */
  readonly searchIndex: TableCheck
}

/**
 * Checks what no call of `calendar.maintenance` reads: links, and the index for searches with the text of each event. It only reads, and others
 * may write meanwhile. A damaged index is built again by `migrateToLatest`, after a call with `searchIndex: false`; an archive that is restored
 * into a new database has new links.
 * @param options the same as for `kyselyStore`
 * @throws unavailable the engine is unreachable
 * @throws TypeError an option is not valid
 * @throws Error the tables are missing or of another version
 */
export async function verifyTables<DB>(db: Kysely<DB>, options: KyselyStoreOptions = {}): Promise<TablesReport> {
  requireKnownOptions('verifyTables', options, storeOptionNames)
  const context = contextOf(dialectOf, db, options)
  return withUncheckedTables(context, async (inside) => ({
    links: await checkLinks(inside),
    searchIndex: await checkSearchIndex(inside),
  }))
}

/** The maximum number of records that a finding names. */
const maxRecords = 100

const toFinding = (problem: TableProblem, kind: Kind, ids: readonly EntityId[], detail?: string): readonly TableFinding[] =>
  ids.length === 0
    ? []
    : [
        {
          ...{ problem, kind, count: ids.length },
          records: ids.slice(0, maxRecords).map((id) => ({ id, ...(detail !== undefined && { detail }) })),
        },
      ]

/** A table of rows that refer to records. */
interface LinkTable {
  readonly name: string
  readonly table: RawBuilder<unknown>
  /** The kind of the records that findings name, and their column. */
  readonly kind: Kind
  readonly id: RawBuilder<unknown>
  /** The other table and the column that refers to it. */
  readonly record?: readonly [table: RawBuilder<unknown>, column: RawBuilder<unknown>]
}

/** The tables with copies of columns of their events. */
const eventLinks = ({ parts }: StoreContext): readonly LinkTable[] => {
  const ofEvent = { kind: 'event', id: sql`l.event_id` } as const
  return [
    { ...ofEvent, name: 'event_venues', table: parts.event_venues, record: [parts.venues, sql`l.venue_id`] },
    { ...ofEvent, name: 'event_organizers', table: parts.event_organizers, record: [parts.organizers, sql`l.organizer_id`] },
    { ...ofEvent, name: 'event_terms', table: parts.event_terms, record: [parts.terms, sql`l.term_id`] },
    { ...ofEvent, name: 'event_fields', table: parts.event_fields },
  ]
}

/** The tables of which only the references are checked. */
const otherLinks = ({ parts }: StoreContext): readonly (LinkTable & Required<Pick<LinkTable, 'record'>>)[] => [
  { name: 'venue_fields', table: parts.venue_fields, kind: 'venue', id: sql`l.record_id`, record: [parts.venues, sql`l.record_id`] },
  {
    ...{ name: 'organizer_fields', table: parts.organizer_fields, kind: 'organizer' },
    ...{ id: sql`l.record_id`, record: [parts.organizers, sql`l.record_id`] },
  },
  { name: 'term_fields', table: parts.term_fields, kind: 'category', id: sql`l.record_id`, record: [parts.terms, sql`l.record_id`] },
  { name: 'term_ancestors', table: parts.term_ancestors, kind: 'category', id: sql`l.term_id`, record: [parts.terms, sql`l.term_id`] },
  {
    ...{ name: 'term_ancestors', table: parts.term_ancestors, kind: 'category' },
    ...{ id: sql`l.term_id`, record: [parts.terms, sql`l.ancestor_id`] },
  },
]

/** A row of which only the id is read. */
interface Row {
  readonly id: unknown
}

/** The condition that a link differs from its event. */
const differs = sql.join(
  [
    ...[sql`l.status <> e.status`, sql`l.hidden <> e.hidden`, sql`l.author_id <> e.author_id`, sql`l.published_ms <> e.published_ms`],
    ...[sql`l.start_wall <> e.start_wall`, sql`l.end_wall <> e.end_wall`, sql`l.start_ms <> e.start_ms`],
  ],
  sql` or `,
)

async function checkLinks(context: StoreContext): Promise<TableCheck> {
  const { db, parts } = context
  const findings: TableFinding[] = []
  let checked = 0
  for (const { name, table, kind, id, record } of eventLinks(context)) {
    const event = sql`left join ${parts.events} as e on e.id = l.event_id`
    const other = record === undefined ? sql`` : sql`left join ${record[0]} as r on r.id = ${record[1]}`
    const isStray = record === undefined ? sql`e.id is null` : sql`(e.id is null or r.id is null)`
    const stray = await readIds(db, sql`select ${id} as id from ${table} as l ${event} ${other} where ${isStray} order by id`)
    const different = await readIds(db, sql`select ${id} as id from ${table} as l ${event} where ${differs} order by id`)
    findings.push(...toFinding('stray_link', kind, stray, name), ...toFinding('different_link', kind, different, name))
    checked += await countRows(db, table)
  }
  for (const { name, table, kind, id, record } of otherLinks(context)) {
    const stray = sql<Row>`select ${id} as id from ${table} as l left join ${record[0]} as r on r.id = ${record[1]} where r.id is null order by id`
    findings.push(...toFinding('stray_link', kind, await readIds(db, stray), name))
    checked += await countRows(db, table)
  }
  const series = sql`left join ${parts.events} as s on s.id = l.series_id`
  const alone = sql<Row>`select l.id as id from ${parts.events} as l ${series} where l.series_id is not null and s.id is null order by id`
  findings.push(...toFinding('stray_occurrence', 'event', await readIds(db, alone)))
  return { checked, findings }
}

const countRows = (db: StoreContext['db'], table: RawBuilder<unknown>): Promise<number> =>
  readTotal(db, sql`select count(*) as total from ${table}`)

async function checkSearchIndex(context: StoreContext): Promise<TableCheck> {
  const { dialect, db, parts } = context
  const { searchIndex: index } = dialect
  if (index === undefined) return { checked: 0, findings: [] }
  const { hasSearchIndex } = await readMigrationTable(context)
  const hasParts = (await index.findParts(context).execute(db)).rows.length > 0
  const hasState = index.addTexts === undefined || (hasParts && (await countRows(db, parts.search_state)) > 0)
  if (!hasSearchIndex) {
    // An interrupted build has left its state; PostgreSQL builds its index at once.
    const isBegun = hasState && index.addTexts !== undefined
    return { checked: 0, findings: isBegun ? [wholeIndex('unfinished_index')] : [] }
  }
  if (!hasParts || !hasState) return { checked: 0, findings: [wholeIndex('damaged_index')] }
  if (index.findText === undefined) return { checked: 0, findings: [] }
  try {
    return await checkTexts(context, index.findText)
  } catch (error) {
    if (isAway(error) || isConflict(error)) throw error
    // SQLite cannot read the table.
    return { checked: 0, findings: [wholeIndex('damaged_index')] }
  }
}

const wholeIndex = (problem: TableProblem): TableFinding => ({ problem, kind: 'event', count: 1, records: [] })

type FindText = NonNullable<SearchIndex['findText']>

/** The number of texts that one statement looks up. */
const textsAtOnce = 100

interface TextRow {
  readonly id: EntityId
  readonly text: string
}

async function checkTexts(context: StoreContext, findText: FindText): Promise<TableCheck> {
  const missing: EntityId[] = []
  let checked = 0
  for (let after = 0; ; ) {
    const texts = await readTexts(context, sql`id > ${after}`)
    const lost = await withoutEntry(context, findText, texts)
    // Another program may have changed or deleted an event since its text was read.
    if (lost.length > 0) missing.push(...(await withoutEntry(context, findText, await readTexts(context, sql`id in (${sql.join(lost)})`))))
    checked += texts.length
    const last = texts.at(-1)
    if (last === undefined || texts.length < textsAtOnce) return { checked, findings: toFinding('missing_text', 'event', missing) }
    after = last.id
  }
}

async function readTexts({ db, parts }: StoreContext, condition: RawBuilder<unknown>): Promise<readonly TextRow[]> {
  const { rows } = await sql<{ id: unknown; search_text: string }>`select id, search_text from ${parts.events}
    where search_text is not null and ${condition} order by id limit ${textsAtOnce}`.execute(db)
  return rows.map(({ id, search_text }) => ({ id: Number(id), text: search_text }))
}

/** Those of some events that the index does not find by their own text. */
async function withoutEntry(context: StoreContext, findText: FindText, texts: readonly TextRow[]): Promise<readonly EntityId[]> {
  const lookups = texts.flatMap(({ id, text }) => {
    const lookup = findText(context, id, text)
    return lookup === undefined
      ? []
      : [{ id, query: sql`select e.id as id from ${context.parts.events} as e where e.id = ${id} and exists (${lookup})` }]
  })
  if (lookups.length === 0) return []
  const found = new Set(
    await readIds(
      context.db,
      sql`${unionOf(
        context.dialect,
        lookups.map(({ query }) => query),
        'union all',
      )}`,
    ),
  )
  return lookups.map(({ id }) => id).filter((id) => !found.has(id))
}
