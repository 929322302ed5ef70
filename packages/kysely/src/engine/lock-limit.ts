import { CalendarError } from '@kalends/core'
import { isLockTimeout } from '../drivers/driver-errors.ts'
import type { StoreContext } from './store-context.ts'

/**
 * Runs a statement that waits for locks at most that long.
 * @throws request_in_progress it has waited that long; the transaction must end
 */
export async function withLockLimit<T>({ db, dialect }: StoreContext, maxWaitMs: number, statement: () => Promise<T>): Promise<T> {
  const { lockLimit } = dialect
  if (lockLimit === undefined) return statement()
  await lockLimit.set(maxWaitMs).execute(db)
  try {
    const result = await statement()
    await lockLimit.restore.execute(db)
    return result
  } catch (error) {
    // Where the error ends the transaction, the end restores the setting. Otherwise the first error says more than one of this statement.
    if (!dialect.errorEndsTransaction) await lockLimit.restore.execute(db).catch(() => undefined)
    throw isLockTimeout(error) ? new CalendarError('request_in_progress', {}, { cause: error }) : error
  }
}
