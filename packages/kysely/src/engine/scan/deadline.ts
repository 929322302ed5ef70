import type { AbortSignalLike } from '@kalends/core/store'
import { type RawBuilder, sql } from 'kysely'
import { onCheckedTables } from '../checked-tables.ts'
import type { StoreContext } from '../store-context.ts'
import { ensureAllowed, type ObservedScan, type ScanAllowance, type ScanOptions } from './queue.ts'
import { runSliced } from './slices.ts'

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
export function runScan<T>(context: StoreContext, scan: Read<T>): Promise<T> {
  const { observe } = context.scans
  return observe === undefined ? limitedScan(context, scan) : observed(observe, () => limitedScan(context, scan))
}

async function limitedScan<T>(context: StoreContext, scan: Read<T>): Promise<T> {
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

/** Runs a scan, and tells of its end. */
async function observed<T>(observe: NonNullable<ScanOptions['observe']>, run: () => Promise<T>): Promise<T> {
  const startMs = performance.now()
  let failure: Pick<ObservedScan, 'error'> = {}
  try {
    return await run()
  } catch (error) {
    failure = { error }
    throw error
  } finally {
    observe({ durationMs: performance.now() - startMs, ...failure })
  }
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

/**
 * Identifies a transaction of PostgreSQL. The process id alone could belong to another server behind the same address, or be reused after
 * the process has ended; the start time rules that out.
 */
interface ServerTransaction {
  /** The id of the server's process. */
  readonly pid: unknown
  /** The start time of the transaction in seconds since 1970, as text, by the server's clock. */
  readonly began: unknown
}

/** The columns of a {@link ServerTransaction}, for a statement within it. */
const serverTransaction: RawBuilder<unknown> = sql`
  pg_backend_pid() as pid, cast(extract(epoch from transaction_timestamp()) as text) as began`

const cancelStatement = ({ pid, began }: ServerTransaction): RawBuilder<unknown> => sql`
  select pg_cancel_backend(pid) from pg_stat_activity where pid = ${pid} and cast(extract(epoch from xact_start) as text) = ${began}`

/**
 * Cancels the running statement of a transaction when its caller aborts, over another connection of the pool. If no connection is free, or
 * the server refuses, the statement runs until its time limit.
 * @returns a function that ends the watch. Await it before the transaction ends: it waits for a cancellation that has been sent, because
 * that would otherwise hit the next statement of the connection
 */
function cancelWhenAborted({ db, signal }: StoreContext, transaction: ServerTransaction): () => Promise<void> {
  if (signal === undefined) return async () => undefined
  let isOver = false
  let sent: Promise<unknown> = Promise.resolve()
  const send = (): Promise<void> =>
    db.connection().execute(async (other) => {
      if (isOver) return
      sent = cancelStatement(transaction).execute(other)
      await sent
    })
  const stop = watchSignal(signal, () => void send().catch(() => undefined))
  return async () => {
    stop()
    isOver = true
    await sent.catch(() => undefined)
  }
}

// Read at import, before a test can install fake timers.
const { clearTimeout: stopTimer, setTimeout: startTimer } = globalThis

/** How often a signal is polled, in milliseconds: `AbortSignalLike` has no events. */
const pollMs = 20

/**
 * Polls a signal, and calls back once after it is aborted.
 * @returns a function that stops polling
 */
function watchSignal(signal: AbortSignalLike, onAbort: () => void): () => void {
  const poll = (): void => {
    if (signal.aborted) onAbort()
    else timer = startTimer(poll, pollMs)
  }
  let timer = startTimer(poll, pollMs)
  return () => stopTimer(timer)
}

/**
 * Waits for work until its caller aborts. The work itself continues, and its result is dropped.
 * @throws signal.reason the caller has aborted
 */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignalLike | undefined): Promise<T> {
  if (signal === undefined) return work
  let stop = (): void => undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = watchSignal(signal, () => reject(signal.reason))
  })
  try {
    return await Promise.race([work, aborted])
  } catch (error) {
    // The work may have failed because it was cancelled.
    throw signal.aborted ? signal.reason : error
  } finally {
    stop()
  }
}
