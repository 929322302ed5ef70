import { sql } from 'kysely'
import { onCheckedTables } from '../migrations/checked-tables.ts'
import type { StoreContext } from '../store-context.ts'
import { ensureAllowed, type ScanAllowance } from './scan-queue.ts'
import { runSliced } from './slicing.ts'

/** A read; it runs its statements in the context that it is given. */
type Read<T> = (context: StoreContext) => Promise<T>

/** Runs a read: at once where an index bounds it, else as a scan. */
export const runRead = <T>(context: StoreContext, isBounded: boolean, read: Read<T>): Promise<T> =>
  isBounded ? onCheckedTables(context, read) : runScan(context, read)

/**
 * Runs a read that may look at more than a page of rows: when it is its turn, and no longer than its deadline. Inside a transaction it runs
 * as any other statement, because its place may be held by somebody who waits for that transaction.
 * @throws unavailable the queue is full, or the deadline has passed
 * @throws signal.reason the caller has gone away
 */
export async function runScan<T>(context: StoreContext, scan: Read<T>): Promise<T> {
  const { dialect, scans, signal, transaction } = context
  if (transaction !== undefined) return onCheckedTables(context, scan)
  if (dialect.name === 'sqlite') return onCheckedTables(context, (inside) => runSliced(inside, scan))
  const allowance = { deadlineAt: performance.now() + scans.deadlineMs, signal }
  const leave = await scans.queue.enter(allowance)
  try {
    return await (dialect.name === 'postgres' ? runOnPostgres : runOnMysql)(context, allowance, scan)
  } finally {
    leave()
  }
}

/** How long a scan may still take, in whole tenths of a second: every other number would make a statement of its own. */
function remainingMs(allowance: ScanAllowance): number {
  ensureAllowed(allowance)
  return Math.ceil((allowance.deadlineAt - performance.now()) / 100) * 100
}

/** PostgreSQL takes a time limit for the statements that follow, so they get a transaction of their own. */
function runOnPostgres<T>(context: StoreContext, allowance: ScanAllowance, scan: Read<T>): Promise<T> {
  return context.db
    .transaction()
    .setIsolationLevel('read committed')
    .setAccessMode('read only')
    .execute(async (db) => {
      await sql`select set_config('statement_timeout', ${String(remainingMs(allowance))}, true)`.execute(db)
      return onCheckedTables({ ...context, db }, scan)
    })
}

/** MariaDB and MySQL take it with the statement itself. */
const runOnMysql = <T>(context: StoreContext, allowance: ScanAllowance, scan: Read<T>): Promise<T> =>
  onCheckedTables({ ...context, statementLimitMs: () => remainingMs(allowance) }, scan)
