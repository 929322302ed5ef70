import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { migrateToLatest } from '@kalends/kysely'
import { nodeSqliteDialect } from '@kalends/kysely/node-sqlite'
import { Kysely } from 'kysely'
import type { Progress } from '../progress.ts'
import { type Dataset, dataset } from './dataset.ts'
import { fingerprint } from './fingerprint.ts'
import { type Row, rowsOf } from './rows.ts'
import { type DatasetKind, nameOfKind } from './series-events.ts'

/** The folder of filled databases between runs. */
export const cacheFolder = join(tmpdir(), 'kalends-bench')

/** The data, and the location of the file. */
export interface SqliteFileOptions {
  /** The seed of the data. @default 1 */
  readonly seed?: number
  /** What the events are. @default 'single' */
  readonly kind?: DatasetKind
  /** Where the file is kept. @default {@link cacheFolder} */
  readonly folder?: string
}

/**
 * A SQLite file with a number of events, which later runs share: copy it before writing. The first run that needs the file fills it.
 * @returns its path
 */
export async function sqliteFile(events: number, progress: Progress, options: SqliteFileOptions = {}): Promise<string> {
  const { seed = 1, kind = 'single', folder = cacheFolder } = options
  const path = join(folder, `${fingerprint()}-${nameOfKind(kind, '-')}${seed}-${events}.sqlite`)
  if (existsSync(path)) return path
  mkdirSync(folder, { recursive: true })
  const draft = `${path}.${process.pid}`
  removeFile(draft)
  const db = new Kysely<unknown>({ dialect: nodeSqliteDialect(draft) })
  await migrateToLatest(db)
  await db.destroy()
  fill(draft, dataset(events, seed, kind), progress)
  renameSync(draft, path)
  return path
}

/** A database that may be written to. */
export interface SqliteCopy {
  /** Its path. */
  readonly path: string
  /** Removes it. */
  remove(): void
}

/** Copies a SQLite file with a number of events; the first run that needs the file fills it. */
export async function copySqliteFile(events: number, progress: Progress, kind: DatasetKind = 'single'): Promise<SqliteCopy> {
  const source = await sqliteFile(events, progress, { kind })
  const folder = mkdtempSync(join(tmpdir(), 'kalends-bench-'))
  const path = join(folder, 'copy.sqlite')
  copyFileSync(source, path)
  return { path, remove: () => rmSync(folder, { recursive: true }) }
}

/** Removes a database and the files next to it. */
export function removeFile(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true })
}

/** Inserts all rows before it creates the indexes: half the time of inserting rows into tables with indexes. */
function fill(path: string, data: Dataset, progress: Progress): void {
  const db = new DatabaseSync(path)
  db.exec('pragma journal_mode = delete; pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -262144; begin')
  const indexes = db.prepare("select name, sql from sqlite_master where type = 'index' and sql is not null").all()
  for (const { name } of indexes) db.exec(`drop index ${name}`)
  const inserts = new Map<string, StatementSync>()
  let written = 0
  for (const [table, row] of rowsOf(data)) {
    insertOf(db, inserts, table, row).run(...Object.values(row))
    if (table === 'events' && ++written % 10_000 === 0) progress.say(`writing ${written} of ${data.shape.events} events to SQLite`)
  }
  db.prepare("insert into kalends_changes (kind, record_id, verb, at_ms, part_of, writes) values ('event', 1, 'created', 0, 0, 1)").run()
  for (const { name, sql } of indexes) {
    progress.say(`building index ${name}`)
    db.exec(String(sql))
  }
  db.exec('commit; pragma journal_mode = wal')
  db.close()
}

function insertOf(db: DatabaseSync, known: Map<string, StatementSync>, table: string, row: Row): StatementSync {
  const insert = known.get(table)
  if (insert !== undefined) return insert
  const columns = Object.keys(row)
  const prepared = db.prepare(`insert into kalends_${table} (${columns.join()}) values (${columns.map(() => '?').join()})`)
  known.set(table, prepared)
  return prepared
}
