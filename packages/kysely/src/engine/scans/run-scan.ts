import { sql } from 'kysely'
import { onCheckedTables } from '../checked-tables.ts'
import type { StoreContext } from '../store-context.ts'
import { cancelWhenAborted, type ServerTransaction, serverTransaction } from './cancel-statement.ts'
import { ensureAllowed, type ScanAllowance } from './scan-queue.ts'
import { runSliced } from './slicing.ts'
import { untilAborted } from './watch-signal.ts'

/** A read; it runs its statements in the given context. */
type Read<T> = (context: StoreContext) => Promise<T>

/**
 * Runs a read: as a scan, unless it reads about a page of rows.
 * @param isBounded whether an index limits the rows that it reads
 */
export const runRead = <T>(context: StoreContext, isBounded: boolean, read: Read<T>): Promise<T> =>
  isBounded ? onCheckedTables(context, read) : runScan(context, read)

/**
 * Runs a read that may read more than a page of rows: after waiting in the queue, and at most until its deadline. Inside a transaction it
 * runs without the queue, because the scan that is running may be waiting for that transaction.
 * @throws unavailable the queue is full, or the deadline has passed
 * @throws signal.reason the caller has aborted
 */
export async function runScan<T>(context: StoreContext, scan: Read<T>): Promise<T> {
  const { dialect, signal, transaction } = context
  if (transaction !== undefined) return onCheckedTables(context, scan)
  if (dialect.runsInProcess)
    return untilAborted(
      onCheckedTables(context, (inside) => runSliced(inside, scan)),
      signal,
    )
  // After an abort, a statement on a server keeps its place in the queue until it ends, but the caller does not wait for it.
  return untilAborted(runOnServer(context, scan), signal)
}

async function runOnServer<T>(context: StoreContext, scan: Read<T>): Promise<T> {
  const { dialect, scans, signal } = context
  const allowance = { deadlineAt: performance.now() + scans.deadlineMs, signal }
  const leave = await scans.queue.enter(allowance)
  try {
    return await (dialect.supportsStatementTimeLimit ? runWithLimits : runInLimitedTransaction)(context, allowance, scan)
  } finally {
    leave()
  }
}

/** The remaining time of a scan, rounded up to tenths of a second: statements that contain different numbers are prepared separately. */
function remainingMs(allowance: ScanAllowance): number {
  ensureAllowed(allowance)
  return Math.ceil((allowance.deadlineAt - performance.now()) / 100) * 100
}

/**
 * PostgreSQL applies settings to the statements that follow, so they get a transaction of their own. It would compile statements that it
 * estimates to be expensive (`jit`), such as searches: among 100,000 events compiling took 0.6 s, and the search without it 0.3 to 0.9.
 */
function runInLimitedTransaction<T>(context: StoreContext, allowance: ScanAllowance, scan: Read<T>): Promise<T> {
  return context.db
    .transaction()
    .setIsolationLevel('read committed')
    .setAccessMode('read only')
    .execute(async (db) => {
      const settings = sql`set_config('statement_timeout', ${String(remainingMs(allowance))}, true), set_config('jit', 'off', true)`
      const { rows } = await sql<ServerTransaction>`select ${settings}, ${serverTransaction}`.execute(db)
      const [transaction] = rows
      const end = transaction === undefined ? undefined : cancelWhenAborted(context, transaction)
      try {
        return await onCheckedTables({ ...context, db }, scan)
      } finally {
        await end?.()
      }
    })
}

/** MariaDB and MySQL take the time limit in the statement itself. */
const runWithLimits = <T>(context: StoreContext, allowance: ScanAllowance, scan: Read<T>): Promise<T> =>
  onCheckedTables({ ...context, statementLimitMs: () => remainingMs(allowance) }, scan)
