import { sql } from 'kysely'
import { onCheckedTables } from '../migrations/checked-tables.ts'
import type { StoreContext } from '../store-context.ts'
import { cancelWhenAborted, type ServerTransaction, serverTransaction } from './cancel-statement.ts'
import { ensureAllowed, type ScanAllowance } from './scan-queue.ts'
import { runSliced } from './slicing.ts'
import { untilAborted } from './watch-signal.ts'

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
  const { dialect, signal, transaction } = context
  if (transaction !== undefined) return onCheckedTables(context, scan)
  const isInProcess = dialect.name === 'sqlite'
  // A statement that runs on a server keeps its place until it ends, but nobody has to wait for it.
  return untilAborted(isInProcess ? onCheckedTables(context, (inside) => runSliced(inside, scan)) : runOnServer(context, scan), signal)
}

async function runOnServer<T>(context: StoreContext, scan: Read<T>): Promise<T> {
  const { dialect, scans, signal } = context
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
      const limit = sql`set_config('statement_timeout', ${String(remainingMs(allowance))}, true)`
      const { rows } = await sql<ServerTransaction>`select ${limit}, ${serverTransaction}`.execute(db)
      const [transaction] = rows
      const end = transaction === undefined ? undefined : cancelWhenAborted(context, transaction)
      try {
        return await onCheckedTables({ ...context, db }, scan)
      } finally {
        await end?.()
      }
    })
}

/** MariaDB and MySQL take it with the statement itself. */
const runOnMysql = <T>(context: StoreContext, allowance: ScanAllowance, scan: Read<T>): Promise<T> =>
  onCheckedTables({ ...context, statementLimitMs: () => remainingMs(allowance) }, scan)
