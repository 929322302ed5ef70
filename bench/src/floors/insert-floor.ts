import { DatabaseSync } from 'node:sqlite'
import type { TableRow } from '../data/rows.ts'
import { rowInserter } from '../data/sqlite-file.ts'

/** Inserts prepared rows: the cost of a create without a calendar. */
export interface InsertFloor {
  /** Inserts the rows of some events in one transaction, with all indexes, and for each the row of the log. */
  insert(events: readonly (readonly TableRow[])[]): void
  /** Closes the database. */
  close(): void
}

/** Opens the floor over a database that it writes to. Statements are prepared once. */
export function insertFloor(path: string): InsertFloor {
  const db = new DatabaseSync(path)
  db.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma cache_size = -16384') // as nodeSqliteDialect has it
  const [begin, commit] = [db.prepare('begin immediate'), db.prepare('commit')]
  const change = db.prepare(
    "insert into kalends_changes (kind, record_id, verb, at_ms, part_of, version, actor, writes) values ('event', 1, 'created', 0, 0, 1, '', 1)",
  )
  const insertRow = rowInserter(db)
  return {
    insert: (events) => {
      begin.run()
      for (const rows of events) {
        for (const row of rows) insertRow(row)
        change.run()
      }
      commit.run()
    },
    close: () => db.close(),
  }
}
