import { spoilTransaction } from '../store/guard-store.ts'
import { checkBookings } from './bookings.ts'
import type { Change } from './change.ts'
import { beginOperation, type CalendarContext, type Operation, publishedKinds, type WriteOperation } from './context.ts'
import { createLoaders } from './loaders.ts'
import { isLostRace } from './lost-race.ts'

/**
 * Runs a writing call in one transaction and reports its changes after the commit. A record that another writer changed between read and
 * write is read again, so that no field is overwritten blindly.
 *
 * The access policy is asked before the transaction what is known by then; the transaction awaits its other answers.
 * @param questions the questions that are known before the transaction
 */
export async function write<T>(
  context: CalendarContext,
  work: (op: WriteOperation) => Promise<T>,
  { ask, plan }: EarlyQuestions = {},
): Promise<T> {
  // A write runs to completion, even when its caller has aborted.
  const begun = beginOperation({ ...context, signal: undefined })
  await Promise.all([...publishedKinds.map((kind) => begun.scope(kind)), ask?.(begun)])
  if (plan !== undefined) await askAhead(begun, plan)
  for (let attempt = 1; ; attempt++) {
    let op: WriteOperation | undefined
    try {
      const { result, changes, isWritten } = await context.store.transaction(async (store) => {
        // The store may run the work again by itself: then the changes of the previous attempt are discarded.
        const current = beginAttempt({ ...begun, store })
        op = current
        try {
          const result = await work(current)
          await checkBookings(current)
          return { result, changes: current.changes, isWritten: hasWritten(current) }
        } catch (error) {
          if (hasWritten(current)) spoilTransaction(store, error)
          throw error
        }
      })
      if (!isWritten) return result
      context.publish(changes)
      await context.extension.afterWrite(context, begun.nowMs)
      return result
    } catch (error) {
      // A partly executed call in the host's transaction stays until the host rolls the transaction back.
      const mayRunAgain = context.ownsTransactions || op === undefined || !hasWritten(op)
      if (!isLostRace(error) || !mayRunAgain || attempt >= maxAttempts) throw error
    }
  }
}

/** The questions to the access policy that are known before the transaction of a write. */
export interface EarlyQuestions {
  /** Asks what is known without a read. What it throws ends the call. */
  readonly ask?: (op: Operation) => Promise<void>
  /** Plans the write, and asks what that asks. It writes nothing. */
  readonly plan?: (op: WriteOperation) => Promise<unknown>
}

/**
 * Plans a write before its transaction, so that a policy that waits for data is asked without a lock. The policy is asked each question once,
 * so the transaction has the answers. It meets the same failures again.
 */
async function askAhead(begun: Operation, plan: (op: WriteOperation) => Promise<unknown>): Promise<void> {
  const { viewer, store, policyTiming, ownsTransactions } = begun
  // Planning reads as much as the transaction: a policy that answers synchronously is asked there alone.
  if (viewer.policy === null || !policyTiming.hasWaited || !ownsTransactions) return
  const unlocked = { ...store, lockNames: async () => undefined }
  await plan(beginAttempt({ ...begun, store: unlocked })).catch(() => undefined)
}

function beginAttempt(op: Operation): WriteOperation {
  const changes: Change[] = []
  const bookings = op.hookDepth > 0 ? op.bookings : undefined
  return { ...op, loaders: createLoaders(op, changes), changes, bookings: bookings ?? new Map(), replacedIds: [] }
}

/** Whether a call has written anything that stays until its transaction is rolled back. */
const hasWritten = ({ changes, replacedIds }: WriteOperation): boolean => changes.length > 0 || replacedIds.length > 0

/** Runs a transaction, and retries it when a call in it has lost a race after its first write. */
export async function retryLostRaces<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction()
    } catch (error) {
      if (!isLostRace(error) || attempt >= maxAttempts) throw error
    }
  }
}

/**
 * The maximum number of attempts that lose a race. Every failed attempt means that another write succeeded. Among sixteen writers that keep
 * writing to one record, one in fifty calls needs more than sixty attempts.
 */
const maxAttempts = 1_000
