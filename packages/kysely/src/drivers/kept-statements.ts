import type { SqliteDatabase, SqliteStatement } from 'kysely'

/** The maximum number of prepared statements per database; a calendar needs fewer than a hundred. */
const maxStatements = 256

/** The same database, which prepares each statement once. */
export function withKeptStatements(database: SqliteDatabase): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  return {
    close: () => {
      statements.clear()
      database.close()
    },
    prepare: (text) => {
      const known = statements.get(text)
      if (known !== undefined) return known
      const statement = database.prepare(text)
      if (statements.size >= maxStatements) {
        for (const oldest of statements.keys()) {
          statements.delete(oldest)
          break
        }
      }
      statements.set(text, statement)
      return statement
    },
  }
}
