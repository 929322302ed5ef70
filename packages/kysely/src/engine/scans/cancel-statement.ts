import { type RawBuilder, sql } from 'kysely'
import type { StoreContext } from '../store-context.ts'
import { watchSignal } from './watch-signal.ts'

/**
 * Identifies a transaction of PostgreSQL. The process id alone could belong to another server behind the same address, or be reused after
 * the process has ended; the start time rules that out.
 */
export interface ServerTransaction {
  /** The id of the server's process. */
  readonly pid: unknown
  /** The start time of the transaction in seconds since 1970, as text, by the server's clock. */
  readonly began: unknown
}

/** The columns of a {@link ServerTransaction}, for a statement within it. */
export const serverTransaction: RawBuilder<unknown> = sql`
  pg_backend_pid() as pid, cast(extract(epoch from transaction_timestamp()) as text) as began`

const cancelStatement = ({ pid, began }: ServerTransaction): RawBuilder<unknown> => sql`
  select pg_cancel_backend(pid) from pg_stat_activity where pid = ${pid} and cast(extract(epoch from xact_start) as text) = ${began}`

/**
 * Cancels the running statement of a transaction when its caller aborts, over another connection of the pool. If no connection is free, or
 * the server refuses, the statement runs until its time limit.
 * @returns a function that ends the watch. Await it before the transaction ends: it waits for a cancellation that has been sent, because
 * that would otherwise hit the next statement of the connection
 */
export function cancelWhenAborted({ db, signal }: StoreContext, transaction: ServerTransaction): () => Promise<void> {
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
