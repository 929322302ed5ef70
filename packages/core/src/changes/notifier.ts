import type { ChangeNotifier, WaitRequest } from '../record/change-notifier.ts'
import type { AbortSignalLike } from '../store/abort-signal.ts'
import type { ChangeLog } from '../store/log.ts'
import { callAfter } from '../time/timer.ts'
import { createTurns, type Queue } from './turns.ts'

/** How often the log is read for the writes of other processes while somebody waits, in milliseconds. */
const pollMs = 2_000

/** How often the signals of waiting callers are read, in milliseconds: they have no listeners. */
const signalMs = 250

/** How many of the notified callers read at a time. */
const readsAtOnce = 2

/** A caller that waits for the log to grow. */
interface Waiter {
  /** The log has grown if its head is greater. */
  readonly after: number
  /** From this moment on a scheduled publication is a change; null without one. */
  readonly dueMs: number | null
  /** Ends the waiting, once its turn has come. A waiter that has been notified waits in the queue and still leaves after its time. */
  notify(): void
}

/** The part of a store that says whether the log has grown. */
interface Logging {
  readonly log: Pick<ChangeLog, 'number' | 'head'>
}

/**
 * Creates the shared wait: all waiting callers are one read of the log every two seconds, and one after each commit of this process.
 * @param nowMs the calendar's clock
 * @param setTimer the timers of the runtime; a test has its own
 */
export function createChangeNotifier(store: Logging, nowMs: () => number, setTimer = callAfter): ChangeNotifier {
  const waiters = new Set<Waiter>()
  const look = createLook(store, nowMs, waiters)
  let cancelPoll = (): void => undefined

  const poll = (): void => {
    // A caller that came during the look has set a timer already. Two timers would read the log twice, and each such look adds one.
    cancelPoll()
    cancelPoll = setTimer(pollMs, () => void look().then(() => (waiters.size > 0 ? poll() : undefined)))
  }

  /** @param queue where the caller waits on, once it is notified */
  const waitIn = (queue: Queue, { after, dueMs, timeoutMs, signal }: WaitRequest): Promise<boolean> =>
    new Promise((resolve) => {
      let leaveQueue: (() => void) | undefined
      let cancelSignal = (): void => undefined
      const end = (isTurn: boolean): void => {
        waiters.delete(waiter)
        cancelTimeout()
        cancelSignal()
        leaveQueue?.()
        if (waiters.size === 0) cancelPoll()
        resolve(isTurn)
      }
      const notify = (): void => {
        leaveQueue ??= queue(() => end(true))
      }
      const waiter: Waiter = { after, dueMs, notify }
      const cancelTimeout = setTimer(timeoutMs, () => end(false))
      waiters.add(waiter)
      if (waiters.size === 1) poll()
      if (signal !== undefined) cancelSignal = watch(signal, setTimer, () => end(false))
      // A write may have been committed since the caller read the log.
      if (waiters.has(waiter)) void look()
    })

  const { queue, end } = createTurns(readsAtOnce)
  return {
    noteCommit: () => (waiters.size > 0 ? void look() : undefined),
    wait: (request) => waitIn((begin) => void begin(), request),
    waitAndRead: async (request, read) => {
      if (!(await waitIn(queue, request))) return undefined
      try {
        return await read()
      } finally {
        end()
      }
    },
  }
}

/** Creates the look at the log that notifies waiters of newer rows. A look that is requested during another one follows it. */
function createLook({ log }: Logging, nowMs: () => number, waiters: ReadonlySet<Waiter>): () => Promise<void> {
  let isLooking = false
  let isDirty = false

  return async () => {
    if (isLooking) {
      isDirty = true
      return
    }
    isLooking = true
    try {
      do {
        isDirty = false
        await log.number()
        const head = await log.head()
        const now = nowMs()
        for (const waiter of [...waiters]) if (head > waiter.after || (waiter.dueMs !== null && waiter.dueMs <= now)) waiter.notify()
      } while (isDirty)
    } catch {
      // The storage is away: the next look may succeed, and a caller that reads gets the error itself.
    } finally {
      isLooking = false
    }
  }
}

/** Calls back once the signal is aborted, at once if it is. @returns a function that ends the watching */
function watch(signal: AbortSignalLike, setTimer: typeof callAfter, onAbort: () => void): () => void {
  let cancel = (): void => undefined
  const look = (): void => {
    if (signal.aborted) onAbort()
    else cancel = setTimer(signalMs, look)
  }
  look()
  return () => cancel()
}
