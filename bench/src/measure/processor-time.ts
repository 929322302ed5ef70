import { readFileSync } from 'node:fs'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { EngineName } from '../data/engine.ts'

/** Processor time, in milliseconds. */
export interface ProcessorTime {
  /** Of this process; SQLite runs in it. */
  readonly processMs: number
  /** Of the server's connection; undefined if it cannot be read, and on SQLite. */
  readonly connectionMs: number | undefined
}

/** The processor time of this process so far, in milliseconds. */
export function processMsSoFar(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/**
 * Returns a function that reads the processor time of this process and of a pool's only connection so far. The operating system knows the
 * latter, because a backend of PostgreSQL is a process, and one of MariaDB or MySQL a thread. It cannot be read for a server on another machine.
 */
export function processorTimeReader(engine: EngineName, db: Kysely<unknown>): () => Promise<ProcessorTime> {
  const file = files[engine]
  return async () => {
    const connectionMs = file && (await readConnectionMs(file, db))
    return { processMs: processMsSoFar(), connectionMs }
  }
}

/** Returns a function that reads the processor time of a database so far, in milliseconds: of this process for SQLite, else of the connection. */
export function databaseTimeReader(engine: EngineName, db: Kysely<unknown>): () => Promise<number> {
  const readTime = processorTimeReader(engine, db)
  return async () => {
    const { processMs, connectionMs } = await readTime()
    return files[engine] === undefined ? processMs : (connectionMs ?? performance.now())
  }
}

/** The processor time between two readings. */
export const timeBetween = (before: ProcessorTime, after: ProcessorTime): ProcessorTime => ({
  processMs: after.processMs - before.processMs,
  connectionMs:
    after.connectionMs === undefined || before.connectionMs === undefined ? undefined : after.connectionMs - before.connectionMs,
})

/** Finds the file with the processor time of a connection. */
type FindFile = (db: Kysely<unknown>) => Promise<string>

async function readConnectionMs(file: FindFile, db: Kysely<unknown>): Promise<number | undefined> {
  try {
    const [nanoseconds = ''] = readFileSync(await file(db), 'utf8').split(' ')
    return Number(nanoseconds) / 1_000_000
  } catch (error) {
    // Another system, another machine, or a server that does not report its threads.
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}

/** How to find that file; undefined for an engine in this process. */
const files: Readonly<Record<EngineName, FindFile | undefined>> = {
  sqlite: undefined,
  postgres: postgresFile,
  mariadb: (db) => threadFile(db, sql`select tid from information_schema.processlist where id = connection_id()`),
  mysql: (db) => threadFile(db, sql`select thread_os_id as tid from performance_schema.threads where processlist_id = connection_id()`),
}

async function postgresFile(db: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return `/proc/${rows[0]?.pid}/schedstat`
}

async function threadFile(db: Kysely<unknown>, statement: RawBuilder<{ tid: unknown }>): Promise<string> {
  const { rows } = await statement.execute(db)
  const tid = Number(rows[0]?.tid)
  return `/proc/${tid}/task/${tid}/schedstat`
}
