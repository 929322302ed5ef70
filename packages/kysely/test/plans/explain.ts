import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import { dialectName } from '../schema.ts'

/** The plan of a statement. */
export interface Plan {
  /** The aliases of the tables of events and links of which every row is read. */
  readonly scans: readonly string[]
  /** The maximum number of rows to sort; infinite if the engine does not estimate it. */
  readonly sorted: number
  /** The plan as the engine prints it. */
  readonly text: string
}

/** The aliases of events, of their series, and of links; other tables are small, or contain intermediate results. */
const large = new Set(['e', 's', 'l', 'm'])

/**
 * On servers also other occurrences of a series, `p`. On SQLite that is also the alias of a page's rows; sqlite-indexes.test.ts tests series.
 */
const largeOnServers = new Set([...large, 'p'])

/** The time limit of a scan, which MariaDB does not accept after `explain`. */
const timeLimit = /\/\*M!\d* *set statement .*? for *\*\//

const run = async (db: Kysely<unknown>, query: CompiledQuery, prefix: string): Promise<readonly Record<string, unknown>[]> =>
  (await db.executeQuery<Record<string, unknown>>({ ...query, sql: `${prefix} ${query.sql.replace(timeLimit, '')}` })).rows

async function explainSqlite(db: Kysely<unknown>, query: CompiledQuery): Promise<Plan> {
  const rows = (await run(db, query, 'explain query plan')).map(({ parent, detail }) => ({ parent, detail: String(detail) }))
  const read = /^(SEARCH|SCAN) (\w+)/
  // Sorting the rows of these index ranges is fine: long events, and events with irregular times, are rare.
  const rareRange = /_span \(status=\? AND hidden=\? AND span_class=\?(?:(?: AND start_wall>\?)? AND start_wall<\?)?\)$/
  const reads = rows.flatMap(({ parent, detail }) => {
    const [, verb = '', name = ''] = read.exec(detail) ?? []
    return large.has(name) ? [{ parent, verb, name, isRare: rareRange.test(detail) }] : []
  })
  const sorts = rows
    .filter(({ detail }) => detail === 'USE TEMP B-TREE FOR ORDER BY')
    .flatMap(({ parent }) => reads.find((table) => table.parent === parent) ?? [])
  return {
    scans: reads.filter(({ verb }) => verb === 'SCAN').map(({ name }) => name),
    sorted: sorts.some((sort) => !sort.isRare) ? Number.POSITIVE_INFINITY : 0,
    text: rows.map(({ detail }) => detail).join('\n'),
  }
}

interface PostgresNode {
  readonly 'Node Type': string
  readonly 'Plan Rows': number
  readonly Alias?: string
  readonly Plans?: readonly PostgresNode[]
}

const nodesOf = (node: PostgresNode): readonly PostgresNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

async function explainPostgres(db: Kysely<unknown>, query: CompiledQuery): Promise<Plan> {
  const [row = {}] = await run(db, query, 'explain (format json)')
  // The cast follows the structure of PostgreSQL's JSON.
  const [{ Plan: root }] = row['QUERY PLAN'] as [{ Plan: PostgresNode }]
  const nodes = nodesOf(root)
  const sorts = nodes.filter((node) => node['Node Type'] === 'Sort').flatMap(({ Plans = [] }) => Plans.map((child) => child['Plan Rows']))
  return {
    scans: nodes
      .filter((node) => node['Node Type'] === 'Seq Scan')
      .map(({ Alias = '' }) => Alias.replace(/_\d+$/, ''))
      .filter((name) => largeOnServers.has(name)),
    sorted: Math.max(0, ...sorts),
    text: JSON.stringify(root, undefined, 1),
  }
}

async function explainMysql(db: Kysely<unknown>, query: CompiledQuery): Promise<Plan> {
  // `explain` does not accept the settings before a statement.
  const bare = { ...query, sql: query.sql.replace(/^\/\*M!.*?\*\/ /, '') }
  const rows = (await run(db, bare, 'explain format=traditional')).filter(({ table }) => largeOnServers.has(String(table)))
  const sorts = rows.filter(({ Extra }) => String(Extra).includes('Using filesort')).map((row) => Number(row['rows']))
  return {
    scans: rows.filter(({ type }) => type === 'ALL').map(({ table }) => String(table)),
    sorted: Math.max(0, ...sorts),
    text: rows.map((row) => JSON.stringify(row)).join('\n'),
  }
}

const explainers = { sqlite: explainSqlite, postgres: explainPostgres, mysql: explainMysql } as const

/** The plan that the engine would use for a statement. */
export const explain = (db: Kysely<unknown>, query: CompiledQuery): Promise<Plan> => explainers[dialectName(db)](db, query)

const analyzers: Readonly<Record<ReturnType<typeof dialectName>, (db: Kysely<unknown>, table: RawBuilder<unknown>) => Promise<unknown>>> = {
  sqlite: async () => undefined,
  postgres: vacuum,
  mysql: (db, table) => sql`analyze table ${table}`.execute(db),
}

/** Updates the statistics of servers. SQLite gets none, because a calendar on SQLite does not run `analyze` either. */
export async function analyze(db: Kysely<unknown>, prefix: string): Promise<void> {
  const names = ['events', 'venues', 'organizers', 'terms', 'event_venues', 'event_organizers', 'event_terms', 'event_counts'] as const
  for (const name of names) {
    const table = sql.table(`${prefix}${name}`)
    await analyzers[dialectName(db)](db, table)
  }
}

/**
 * PostgreSQL uses an index alone only if it knows that all rows are visible to all transactions. While a transaction of another test in the
 * same database is older than the rows, `vacuum` cannot mark them as visible.
 */
async function vacuum(db: Kysely<unknown>, table: RawBuilder<unknown>): Promise<void> {
  const name = table.compile(db).sql
  for (;;) {
    await sql`vacuum analyze ${table}`.execute(db)
    const { rows } = await sql`select 1 from pg_class where oid = ${name}::regclass and relallvisible < relpages`.execute(db)
    if (rows.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
