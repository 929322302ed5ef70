import { readFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import type { EngineName } from '../data/engine.ts'

/** The processor time of a database server for a connection so far, in milliseconds; undefined if it cannot be read. */
export type DatabaseTime = () => Promise<number | undefined>

/**
 * Reads the processor time of a pool's only connection from the operating system: a backend of PostgreSQL is a process, one of MariaDB a
 * thread. SQLite runs in this process, so its time is that of the process. A server on another machine gives undefined.
 */
export function databaseTime(engine: EngineName, db: Kysely<unknown>): DatabaseTime {
  const file = files[engine]
  if (file === undefined) return async () => 0
  return async () => {
    try {
      const [nanoseconds = ''] = readFileSync(await file(db), 'utf8').split(' ')
      return Number(nanoseconds) / 1_000_000
    } catch (error) {
      // Another system, another machine, or a server that does not report its threads.
      if (error instanceof Error && 'code' in error) return undefined
      throw error
    }
  }
}

/** The file with the processor time of a connection; undefined for an engine in this process. */
const files: Readonly<Record<EngineName, ((db: Kysely<unknown>) => Promise<string>) | undefined>> = {
  sqlite: undefined,
  postgres: postgresFile,
  mysql: mysqlFile,
}

async function postgresFile(db: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return `/proc/${rows[0]?.pid}/schedstat`
}

async function mysqlFile(db: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{ tid: unknown; process: unknown }>`select p.tid as tid, @@pid_file as process
    from information_schema.processlist as p where p.id = connection_id()`.execute(db)
  const [row] = rows
  const pid = readFileSync(String(row?.process), 'utf8').trim()
  return `/proc/${pid}/task/${Number(row?.tid)}/schedstat`
}
