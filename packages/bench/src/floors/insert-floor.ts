import { DatabaseSync } from 'node:sqlite'
import type { TableRow } from '../data/rows.ts'

/** Writes rows as they are: what a create costs without a calendar. */
export interface InsertFloor {
  /** Writes the rows of one event in one transaction, with all indexes, and the change that caches ask for. */
  insert(rows: readonly TableRow[]): void
  /** Closes the database. */
  close(): void
}

/** Opens the floor over a database, which is written to. Statements are prepared once. */
export function insertFloor(path: string): InsertFloor {
  const db = new DatabaseSync(path)
  db.exec('pragma journal_mode = wal; pragma synchronous = normal')
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  const prepare = (text: string) => {
    const statement = statements.get(text) ?? db.prepare(text)
    statements.set(text, statement)
    return statement
  }
  return {
    insert: (rows) => {
      prepare('begin immediate').run()
      for (const [table, row] of rows) {
        const columns = Object.keys(row)
        prepare(`insert into kalends_${table} (${columns.join()}) values (${columns.map(() => '?').join()})`).run(...Object.values(row))
      }
      prepare("insert into kalends_changes (kind, record_id, at_ms) values ('event', 1, 0)").run()
      prepare('commit').run()
    },
    close: () => db.close(),
  }
}
