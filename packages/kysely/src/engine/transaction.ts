import { isCalendarError } from '@kalends/core'
import { isBusy, isConflict, isForeignKeyViolation, isStorageFault, toCalendarError } from '../drivers/driver-errors.ts'
import { sleep } from '../drivers/event-loop.ts'
import { onCheckedTables } from './checked-tables.ts'
import type { SqlDialect } from './dialect.ts'
import type { StoreContext, TransactionState } from './store-context.ts'

/** The number of retries of a transaction after a conflict. */
const maxRepeats = 3

/** The pause before the first retry, in milliseconds; it doubles each time. */
const basePauseMs = 10

/** A random factor from 0.5 to 1.5: two transactions in conflict should not retry at the same time. */
function jitter(): number {
  const [value = 0] = globalThis.crypto.getRandomValues(new Uint32Array(1))
  return 0.5 + value / 2 ** 32
}

/**
 * Runs one operation of the store in the given context, and converts driver errors to errors of the store.
 *
 * Inside a transaction a conflict is thrown unchanged, because only the caller that began the transaction can repeat it. Every later
 * operation of the transaction fails with the same error: MariaDB has already rolled back by then, and would commit each further statement
 * on its own.
 * Any other error that the contract does not define ends the store's own transactions, too.
 * @param operation runs its statements in the given context
 */
export const guarded = <T>(context: StoreContext, operation: (inside: StoreContext) => Promise<T>): Promise<T> =>
  guardedRead(context, () => onCheckedTables(context, operation))

/** Like {@link guarded}, on tables of any version. */
export const withUncheckedTables = <T>(context: StoreContext, operation: (inside: StoreContext) => Promise<T>): Promise<T> =>
  guardedRead(context, () => onCheckedTables(context, operation, true))

/**
 * Like {@link guarded}, for an operation that acquires and checks its connections itself: a scan must not hold a connection while it waits
 * in the queue.
 */
export async function guardedRead<T>(context: StoreContext, operation: () => Promise<T>): Promise<T> {
  const { transaction } = context
  if (transaction !== undefined) return inTurn(transaction, () => withinTransaction(context, transaction, operation))
  try {
    return await operation()
  } catch (error) {
    throw toCalendarError(error)
  }
}

/**
 * Runs the operations of a transaction one after the other, as the connection would run their statements anyway. Two operations whose
 * statements alternate could disturb each other: one takes the slug that the other found free, or is undone when the other rolls back to its
 * savepoint.
 */
function inTurn<T>(transaction: TransactionState, operation: () => Promise<T>): Promise<T> {
  const result = transaction.last === undefined ? operation() : transaction.last.then(operation)
  const end = (): void => {
    if (transaction.last === ended) delete transaction.last
  }
  const ended: Promise<void> = result.then(end, end)
  transaction.last = ended
  return result
}

async function withinTransaction<T>({ dialect }: StoreContext, transaction: TransactionState, operation: () => Promise<T>): Promise<T> {
  if ('conflict' in transaction) throw transaction.conflict
  if ('fault' in transaction) throw transaction.fault
  try {
    return await operation()
  } catch (error) {
    const isRepeatable = isConflict(error)
    const known = isRepeatable ? error : toCalendarError(error)
    // SQLite may also have rolled back after a full disk, and would run the rest without a transaction.
    if (isRepeatable || isStorageFault(error)) transaction.conflict = known
    // A host may have a savepoint of its own to roll back to.
    else if (transaction.isOfHost !== true && !isOfContract(error, dialect)) transaction.fault = known
    throw known
  }
}

/**
 * Whether an operation that throws this error has written nothing and the transaction can continue. After any other error PostgreSQL
 * refuses further statements and rolls back at the commit, and on other engines half of the operation may be written. A lock that was not
 * free in time is such an error, too.
 */
const isOfContract = (error: unknown, { errorEndsTransaction }: SqlDialect): boolean =>
  (isCalendarError(error) && error.code !== 'request_in_progress') || (isForeignKeyViolation(error) && !errorEndsTransaction)

/** The failure of a transaction that did not commit. */
interface Failure {
  /** The error. */
  readonly error: unknown
  /** Whether the error comes from the engine. Errors that the work itself throws are not examined: their codes have other meanings. */
  readonly isOfEngine: boolean
  /** Whether the work started. */
  readonly hasBegun: boolean
}

/** Runs the work once, in a transaction of its own. */
async function once<T>(context: StoreContext, work: (context: StoreContext) => Promise<T>): Promise<{ readonly result: T } | Failure> {
  const transaction: TransactionState = {}
  let hasBegun = false
  let thrown: { readonly error: unknown } | undefined
  try {
    // Under a stricter isolation level, a statement after a unique conflict would read an old snapshot and find no row.
    const result = await context.db
      .transaction()
      .setIsolationLevel('read committed')
      .execute(async (db) => {
        hasBegun = true
        try {
          const done = await work({ ...context, db, transaction })
          // The work may have caught the error, but the transaction cannot commit.
          if ('conflict' in transaction) throw transaction.conflict
          if ('fault' in transaction) throw transaction.fault
          return done
        } catch (error) {
          thrown = { error }
          throw error
        }
      })
    return { result }
  } catch (error) {
    if ('conflict' in transaction) return { error: transaction.conflict, isOfEngine: true, hasBegun }
    // If the rollback fails as well (the connection is lost), its error says less than the first one.
    return thrown === undefined ? { error, isOfEngine: true, hasBegun } : { error: thrown.error, isOfEngine: false, hasBegun }
  }
}

/**
 * Runs the work so that all of its writes are committed or none is. Inside a transaction the work joins it. Otherwise the whole work runs
 * again when the engine reports a conflict, at most three times.
 * @throws unavailable the engine is unreachable or stays busy
 */
export async function atomically<T>(context: StoreContext, work: (context: StoreContext) => Promise<T>): Promise<T> {
  if (context.transaction !== undefined) return work(context)
  for (let repeats = 0; ; repeats++) {
    const outcome = await once(context, work)
    if ('result' in outcome) return outcome.result
    const { error, isOfEngine, hasBegun } = outcome
    if (!isOfEngine) throw error
    // SQLite's lock already took the full timeout of the host; three retries would take four times as long.
    const isOutOfTime = !hasBegun && isBusy(error)
    if (!isConflict(error) || isOutOfTime || repeats >= maxRepeats) throw toCalendarError(error)
    await sleep(basePauseMs * 2 ** repeats * jitter())
  }
}
