import { type RawBuilder, sql } from 'kysely'
import type { StoreContext } from '../store-context.ts'
import { watchSignal } from './watch-signal.ts'

/**
 * One transaction of PostgreSQL. The number of its process alone could mean another server behind the same address, or a process that has
 * ended since: then nothing has the same number and the same beginning.
 */
export interface ServerTransaction {
  /** The number of the server's process. */
  readonly pid: unknown
  /** When the transaction began, as text: the server's own clock, in microseconds. */
  readonly began: unknown
}

/** The columns of a {@link ServerTransaction}, for a statement inside of it. */
export const serverTransaction: RawBuilder<unknown> = sql`
  pg_backend_pid() as pid, cast(extract(epoch from transaction_timestamp()) as text) as began`

const cancelStatement = ({ pid, began }: ServerTransaction): RawBuilder<unknown> => sql`
  select pg_cancel_backend(pid) from pg_stat_activity where pid = ${pid} and cast(extract(epoch from xact_start) as text) = ${began}`

/**
 * Cancels the running statement of a transaction when its caller goes away, over another connection of the pool. If there is none, or the
 * server refuses, the statement runs until its time limit.
 * @returns ends the watch. To be awaited before the transaction ends: it waits for a cancellation that has been sent, because that would
 * otherwise meet the next statement of the connection
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
