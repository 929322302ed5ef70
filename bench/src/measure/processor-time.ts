import { readFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import type { EngineName } from '../data/engine.ts'

/** What some work takes, in milliseconds. */
export interface Spent {
  readonly wallMs: number
  /** Processor time of this process; SQLite runs in it. */
  readonly processMs: number
  /** Processor time of this process and of the server's connection. */
  readonly bothMs: number
}

/** The processor time of this process so far, in milliseconds. */
export function processMsSoFar(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/**
 * Measures some work over a pool's only connection. The operating system knows the processor time of the connection, because a backend of
 * PostgreSQL is a process, and one of MariaDB or MySQL a thread. For a server on another machine, the time of waiting counts instead.
 */
export async function spentBy(engine: EngineName, db: Kysely<unknown>, work: () => Promise<unknown>): Promise<Spent> {
  const connectionBefore = await connectionMs(engine, db)
  const [before, began] = [processMsSoFar(), performance.now()]
  await work()
  const [wallMs, processMs] = [performance.now() - began, processMsSoFar() - before]
  const connectionAfter = await connectionMs(engine, db)
  const isKnown = connectionBefore !== undefined && connectionAfter !== undefined
  return { wallMs, processMs, bothMs: processMs + (isKnown ? connectionAfter - connectionBefore : Math.max(0, wallMs - processMs)) }
}

/** Statements that find the process or the thread of a connection. */
const idStatements = {
  postgres: sql<{ id: unknown }>`select pg_backend_pid() as id`,
  mariadb: sql<{ id: unknown }>`select tid as id from information_schema.processlist where id = connection_id()`,
  mysql: sql<{ id: unknown }>`select thread_os_id as id from performance_schema.threads where processlist_id = connection_id()`,
} as const

/** The processor time of a connection so far; 0 for an engine in this process, undefined if it cannot be read. */
async function connectionMs(engine: EngineName, db: Kysely<unknown>): Promise<number | undefined> {
  if (engine === 'sqlite') return 0
  const { rows } = await idStatements[engine].execute(db)
  const id = Number(rows[0]?.id)
  try {
    const [nanoseconds = ''] = readFileSync(
      engine === 'postgres' ? `/proc/${id}/schedstat` : `/proc/${id}/task/${id}/schedstat`,
      'utf8',
    ).split(' ')
    return Number(nanoseconds) / 1_000_000
  } catch (error) {
    // Another system, another machine, or a server that does not report its threads.
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}
