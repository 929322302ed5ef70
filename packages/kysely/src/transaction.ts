import { isConflict, toCalendarError } from './driver-errors.ts'
import { sleep } from './sleep.ts'
import type { StoreContext, TransactionState } from './store-context.ts'

/** How often a transaction that met a conflict is run again. */
const maxRepeats = 3

/** The first pause before a repeat, in milliseconds; it doubles each time. */
const basePauseMs = 10

/** A number from 0.5 to 1.5: two transactions that met once should not meet again. */
function jitter(): number {
  const [value = 0] = globalThis.crypto.getRandomValues(new Uint32Array(1))
  return 0.5 + value / 2 ** 32
}

/**
 * Runs one operation of the store where the context stands, and gives what drivers throw the store's words.
 *
 * Inside a transaction a conflict passes as it is, because whoever began the transaction has to repeat it, and it ends the
 * transaction for every later operation: MariaDB has already rolled back by then, and would run the rest for good, each
 * statement on its own.
 */
export async function guarded<T>(context: StoreContext, operation: () => Promise<T>): Promise<T> {
  const { transaction } = context
  if (transaction !== undefined && 'conflict' in transaction) throw transaction.conflict
  try {
    return await operation()
  } catch (error) {
    if (transaction === undefined || !isConflict(error)) throw toCalendarError(error)
    transaction.conflict = error
    throw error
  }
}

/** Runs the work in a transaction of its own, once. */
async function once<T>(context: StoreContext, work: (context: StoreContext) => Promise<T>): Promise<T> {
  let failure: { readonly error: unknown } | undefined
  const transaction: TransactionState = {}
  try {
    // Under a stricter isolation a statement after a lost race would look into the past and find nothing there.
    return await context.db
      .transaction()
      .setIsolationLevel('read committed')
      .execute(async (db) => {
        try {
          const result = await work({ ...context, db, transaction })
          if ('conflict' in transaction) throw transaction.conflict
          return result
        } catch (error) {
          failure = { error }
          throw error
        }
      })
  } catch (error) {
    // A rollback that fails as well (the connection is gone) says less than what went wrong first.
    throw failure === undefined ? error : failure.error
  }
}

/**
 * Runs the work so that all of its writes happen or none does. Inside a transaction it joins. Otherwise the whole work runs
 * again when the engine reports a conflict, at most three times.
 * @throws unavailable the engine is away or stays busy
 */
export async function atomically<T>(context: StoreContext, work: (context: StoreContext) => Promise<T>): Promise<T> {
  if (context.transaction !== undefined) return work(context)
  for (let repeats = 0; ; repeats++) {
    try {
      return await once(context, work)
    } catch (error) {
      if (!isConflict(error) || repeats >= maxRepeats) throw toCalendarError(error)
      await sleep(basePauseMs * 2 ** repeats * jitter())
    }
  }
}
