import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { migrateToLatest } from '@kalends/kysely'
import { nodeSqliteDialect } from '@kalends/kysely/node-sqlite'
import { Kysely } from 'kysely'
import { say } from '../progress.ts'
import { type Dataset, type DatasetKind, dataset } from './dataset.ts'
import { fingerprint } from './fingerprint.ts'
import { rowsOf, type TableRow } from './rows.ts'

/** The folder of filled databases between runs. */
const cacheFolder = join(tmpdir(), 'kalends-bench')

/** Removes the filled databases. */
export const removeSqliteFiles = (): void => rmSync(cacheFolder, { recursive: true, force: true })

/**
 * A SQLite file with a number of events, which later runs share: copy it before writing. The first run that needs the file fills it.
 * @returns its path
 */
export async function sqliteFile(events: number, kind: DatasetKind = 'single'): Promise<string> {
  const path = join(cacheFolder, `${fingerprint()}-${kind}-${events}.sqlite`)
  if (existsSync(path)) return path
  mkdirSync(cacheFolder, { recursive: true })
  const draft = `${path}.${process.pid}`
  for (const file of [draft, `${draft}-wal`, `${draft}-shm`]) rmSync(file, { force: true })
  const db = new Kysely<unknown>({ dialect: nodeSqliteDialect(draft) })
  await migrateToLatest(db)
  await db.destroy()
  fill(draft, dataset(events, kind))
  renameSync(draft, path)
  return path
}

/** A database that may be written to. */
export interface SqliteCopy {
  readonly path: string
  /** Removes it. */
  remove(): void
}

/** Copies a SQLite file with a number of events; the first run that needs the file fills it. */
export async function copySqliteFile(events: number, kind: DatasetKind = 'single'): Promise<SqliteCopy> {
  const source = await sqliteFile(events, kind)
  const scratch = scratchFile()
  copyFileSync(source, scratch.path)
  return scratch
}

/** The path of a new SQLite file in a folder of its own. */
export function scratchFile(): SqliteCopy {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-bench-'))
  return { path: join(folder, 'copy.sqlite'), remove: () => rmSync(folder, { recursive: true }) }
}

/** Inserts all rows before it creates the indexes: half the time of inserting rows into tables with indexes. */
function fill(path: string, data: Dataset): void {
  const db = new DatabaseSync(path)
  db.exec('pragma journal_mode = delete; pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -262144; begin')
  const indexes = db.prepare("select name, sql from sqlite_master where type = 'index' and sql is not null").all()
  for (const { name } of indexes) db.exec(`drop index ${name}`)
  const insert = rowInserter(db)
  let written = 0
  for (const row of rowsOf(data)) {
    insert(row)
    if (row[0] === 'events' && ++written % 10_000 === 0) say(`writing ${written} of ${data.shape.events} events to SQLite`)
  }
  db.prepare(
    "insert into kalends_changes (kind, record_id, verb, at_ms, part_of, version, actor, writes) values ('event', 1, 'created', 0, 0, 1, '', 1)",
  ).run()
  for (const { name, sql } of indexes) {
    say(`building index ${name}`)
    db.exec(String(sql))
  }
  db.exec('commit; pragma journal_mode = wal')
  db.close()
}

/** Returns a function that inserts a row by a prepared statement. The rows of a table have the same columns in the same order. */
export function rowInserter(db: DatabaseSync): (row: TableRow) => void {
  const inserts = new Map<string, StatementSync>()
  const prepare = ([table, row]: TableRow): StatementSync => {
    const columns = Object.keys(row)
    const insert = db.prepare(`insert into kalends_${table} (${columns.join()}) values (${columns.map(() => '?').join()})`)
    inserts.set(table, insert)
    return insert
  }
  return (row) => void (inserts.get(row[0]) ?? prepare(row)).run(...Object.values(row[1]))
}
