import { isCalendarError } from '@kalends/core'
import type { SqlDialect } from './dialect.ts'
import { isBusy, isConflict, isForeignKeyViolation, isStorageFault, toCalendarError } from './driver-errors.ts'
import { onCheckedTables } from './migrations/checked-tables.ts'
import { onCheckedConnection } from './session-check.ts'
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
 * statement on its own. Any other error that is none of the contract's ends the store's own transactions, too.
 * @param operation runs its statements in the context that it is given
 */
export const guarded = <T>(context: StoreContext, operation: (inside: StoreContext) => Promise<T>): Promise<T> =>
  guardedRead(context, () => onCheckedTables(context, operation))

/** As {@link guarded}, on tables of any version. */
export const withUncheckedLedger = <T>(context: StoreContext, operation: (inside: StoreContext) => Promise<T>): Promise<T> =>
  guardedRead(context, () => onCheckedConnection(context, operation))

/** The same for an operation that asks for connections itself, because none may be held by a read that waits for its turn. */
export function guardedRead<T>(context: StoreContext, operation: () => Promise<T>): Promise<T> {
  const { transaction } = context
  return transaction === undefined ? outside(operation) : inTurn(transaction, () => inside(context, transaction, operation))
}

async function outside<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation()
  } catch (error) {
    throw toCalendarError(error)
  }
}

/**
 * Operations of one transaction run one after the other, as their statements would anyway: between the statements of one, another
 * would take the slug that was found free, or be undone by the way back to a savepoint.
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

async function inside<T>({ dialect }: StoreContext, transaction: TransactionState, operation: () => Promise<T>): Promise<T> {
  if ('conflict' in transaction) throw transaction.conflict
  if ('fault' in transaction) throw transaction.fault
  try {
    return await operation()
  } catch (error) {
    const isRepeatable = isConflict(error)
    const known = isRepeatable ? error : toCalendarError(error)
    // SQLite may have rolled back after a full disk, too, and would run the rest without a transaction.
    if (isRepeatable || isStorageFault(error)) transaction.conflict = known
    // A host may have a savepoint of its own to go back to.
    else if (transaction.isOfHost !== true && !isOfContract(error, dialect)) transaction.fault = known
    throw known
  }
}

/**
 * Whether an operation that throws this has done nothing, and the transaction goes on. After any other error PostgreSQL goes on with
 * nothing and rolls back in the place of the commit, and elsewhere half of the operation may have been written.
 */
const isOfContract = (error: unknown, { errorEndsTransaction }: SqlDialect): boolean =>
  isCalendarError(error) || (isForeignKeyViolation(error) && !errorEndsTransaction)

/** How a transaction ended that did not commit. */
interface Failure {
  /** What made it fail. */
  readonly error: unknown
  /** Whether it comes from the engine. What the work throws of its own accord is not looked at: its codes mean other things. */
  readonly isOfEngine: boolean
  /** Whether the work was ever begun. */
  readonly hasBegun: boolean
}

/** Runs the work in a transaction of its own, once. */
async function once<T>(context: StoreContext, work: (context: StoreContext) => Promise<T>): Promise<{ readonly result: T } | Failure> {
  const transaction: TransactionState = {}
  let hasBegun = false
  let thrown: { readonly error: unknown } | undefined
  try {
    // Under a stricter isolation a statement after a lost race would look into the past and find nothing there.
    const result = await context.db
      .transaction()
      .setIsolationLevel('read committed')
      .execute(async (db) => {
        hasBegun = true
        try {
          const done = await work({ ...context, db, transaction })
          // The work may have caught the error, but nothing of it can be committed.
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
    // A rollback that fails as well (the connection is gone) says less than what went wrong first.
    return thrown === undefined ? { error, isOfEngine: true, hasBegun } : { error: thrown.error, isOfEngine: false, hasBegun }
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
    const outcome = await once(context, work)
    if ('result' in outcome) return outcome.result
    const { error, isOfEngine, hasBegun } = outcome
    if (!isOfEngine) throw error
    // SQLite's lock was waited for to the end of the time that the host allows; waiting again would take four times as long.
    const isOutOfTime = !hasBegun && isBusy(error)
    if (!isConflict(error) || isOutOfTime || repeats >= maxRepeats) throw toCalendarError(error)
    await sleep(basePauseMs * 2 ** repeats * jitter())
  }
}
