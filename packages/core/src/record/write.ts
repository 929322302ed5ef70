import { openQuestions, rememberScopes } from '../access/questions.ts'
import { spoilTransaction } from '../store/guard-store.ts'
import type { Change } from './change.ts'
import { beginOperation, type CalendarContext, type Operation, publishedKinds, type WriteOperation } from './context.ts'
import { createLoaders } from './loaders.ts'
import { isLostRace } from './lost-race.ts'

/**
 * Runs a writing call in one transaction and reports its changes after the commit. A record that another writer changed between read and
 * write is read again, so that no field is overwritten blindly.
 *
 * The access policy is awaited outside of the transaction: a question without a prompt answer ends the attempt, and the next attempt begins
 * with the answer.
 * @param ask asks the questions that are known before any read
 */
export async function write<T>(
  context: CalendarContext,
  work: (op: WriteOperation) => Promise<T>,
  ask?: (op: Operation) => Promise<void>,
): Promise<T> {
  const { steps, viewer } = context
  // A write runs to completion, even when its caller has aborted.
  const begun = beginOperation({
    ...context,
    signal: undefined,
    steps: undefined,
    // The last step may read.
    ...(steps !== undefined && viewer.policy !== null && { viewer: { ...viewer, policy: rememberScopes(viewer.policy) } }),
  })
  await Promise.all(publishedKinds.map((kind) => begun.scope(kind)))
  await ask?.(begun)
  await steps?.enter()
  let restarts = context.ownsTransactions ? maxRestarts : 0
  for (let attempt = 1; ; attempt++) {
    const { policy } = begun.viewer
    const questions = policy === null || restarts === 0 ? null : openQuestions(policy)
    const asking = questions === null ? begun.viewer : { ...begun.viewer, policy: questions.policy }
    let op: WriteOperation | undefined
    try {
      const { result, changes, isWritten } = await context.store.transaction(async (store) => {
        // The store may run the work again by itself: then the changes of the previous attempt are discarded.
        const current = beginAttempt({ ...begun, viewer: asking, store })
        op = current
        try {
          await steps?.begin(current)
          const result = await work(current)
          await steps?.end(current, result)
          return { result, changes: current.changes, isWritten: hasWritten(current) }
        } catch (error) {
          if (hasWritten(current)) spoilTransaction(store, error)
          throw error
        }
      })
      if (!isWritten) return result
      context.publish(changes)
      await context.extension.afterWrite(steps === undefined ? context : { ...context, steps: undefined }, begun.nowMs)
      return result
    } catch (error) {
      if (questions?.isOpen() === true) {
        restarts--
        await questions.answered()
        continue
      }
      // A partly executed call in the host's transaction stays until the host rolls the transaction back.
      const mayRunAgain = context.ownsTransactions || op === undefined || !hasWritten(op)
      if (!isLostRace(error) || !mayRunAgain || attempt >= maxAttempts) throw error
    }
  }
}

function beginAttempt(op: Operation): WriteOperation {
  const changes: Change[] = []
  return { ...op, loaders: createLoaders(op, changes), changes, replacedIds: [] }
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
 * The maximum number of attempts that end with open questions. An update asks about its record, then about all of its links; later
 * questions are awaited inside the transaction.
 */
const maxRestarts = 5

/**
 * The maximum number of attempts that lose a race. Every failed attempt means that another write succeeded. Among sixteen writers that keep
 * writing to one record, one in fifty calls needs more than sixty attempts.
 */
const maxAttempts = 1_000
