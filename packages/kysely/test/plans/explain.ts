import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import { dialectName } from '../schema.ts'

/** How an engine reads what a statement asks for. */
export interface Plan {
  /** The tables of events and links, by their aliases, of which every row is read. */
  readonly scans: readonly string[]
  /** How many rows are sorted, at most; infinite where the engine does not estimate it. */
  readonly sorted: number
  /** The plan in the engine's words. */
  readonly text: string
}

/** The aliases of events and of links; other tables are small beside them, or hold what a statement has found so far. */
const large = new Set(['e', 'l', 'm'])

/** The time limit of a scan, which MariaDB takes in front of a statement and nowhere else. */
const timeLimit = /\/\*M!\d* *set statement .*? for *\*\//

const run = async (db: Kysely<unknown>, query: CompiledQuery, prefix: string): Promise<readonly Record<string, unknown>[]> =>
  (await db.executeQuery<Record<string, unknown>>({ ...query, sql: `${prefix} ${query.sql.replace(timeLimit, '')}` })).rows

async function explainSqlite(db: Kysely<unknown>, query: CompiledQuery): Promise<Plan> {
  const rows = (await run(db, query, 'explain query plan')).map(({ parent, detail }) => ({ parent, detail: String(detail) }))
  const read = /^(SEARCH|SCAN) (\w+)/
  // Events whose times do not hang together are next to none, as are those that last for years, or last long and begin in a short time.
  const isIrregular = /_span \(status=\? AND hidden=\? AND span_class=\?(?:(?: AND start_wall>\?)? AND start_wall<\?)?\)$/
  const reads = rows.flatMap(({ parent, detail }) => {
    const [, verb = '', name = ''] = read.exec(detail) ?? []
    return large.has(name) ? [{ parent, verb, name, isIrregular: isIrregular.test(detail) }] : []
  })
  const sorts = rows
    .filter(({ detail }) => detail === 'USE TEMP B-TREE FOR ORDER BY')
    .flatMap(({ parent }) => reads.find((table) => table.parent === parent) ?? [])
  return {
    scans: reads.filter(({ verb }) => verb === 'SCAN').map(({ name }) => name),
    sorted: sorts.some((driver) => !driver.isIrregular) ? Number.POSITIVE_INFINITY : 0,
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
  // What PostgreSQL's JSON looks like.
  const [{ Plan: root }] = row['QUERY PLAN'] as [{ Plan: PostgresNode }]
  const nodes = nodesOf(root)
  const sorts = nodes.filter((node) => node['Node Type'] === 'Sort').flatMap(({ Plans = [] }) => Plans.map((child) => child['Plan Rows']))
  return {
    scans: nodes
      .filter((node) => node['Node Type'] === 'Seq Scan')
      .map(({ Alias = '' }) => Alias.replace(/_\d+$/, ''))
      .filter((name) => large.has(name)),
    sorted: Math.max(0, ...sorts),
    text: JSON.stringify(root, undefined, 1),
  }
}

async function explainMysql(db: Kysely<unknown>, query: CompiledQuery): Promise<Plan> {
  // Settings for one statement stand in front of it, where they keep it from being explained.
  const bare = { ...query, sql: query.sql.replace(/^\/\*M!.*?\*\/ /, '') }
  const rows = (await run(db, bare, 'explain')).filter(({ table }) => large.has(String(table)))
  const sorts = rows.filter(({ Extra }) => String(Extra).includes('Using filesort')).map((row) => Number(row['rows']))
  return {
    scans: rows.filter(({ type }) => type === 'ALL').map(({ table }) => String(table)),
    sorted: Math.max(0, ...sorts),
    text: rows.map((row) => JSON.stringify(row)).join('\n'),
  }
}

const explainers = { sqlite: explainSqlite, postgres: explainPostgres, mysql: explainMysql } as const

/** How the engine would read a statement. */
export const explain = (db: Kysely<unknown>, query: CompiledQuery): Promise<Plan> => explainers[dialectName(db)](db, query)

/** Lets servers count rows and values; SQLite stays without, as every new calendar does. */
export async function analyze(db: Kysely<unknown>, prefix: string): Promise<void> {
  const names = ['events', 'venues', 'organizers', 'terms', 'event_venues', 'event_organizers', 'event_terms', 'event_counts'] as const
  for (const name of names) {
    const table = sql.table(`${prefix}${name}`)
    if (dialectName(db) === 'postgres') await vacuum(db, table)
    if (dialectName(db) === 'mysql') await sql`analyze table ${table}`.execute(db)
  }
}

/**
 * PostgreSQL reads an index alone only where it knows that all rows are visible to everybody. As long as a transaction lasts that is
 * older than the rows, of another test in the same database, `vacuum` leaves that open.
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
