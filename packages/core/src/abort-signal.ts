/**
 * Says that nobody waits for an answer any more: an `AbortSignal`, or anything that can be asked the same. Stores ask it between the
 * steps of their work and add no listeners, so it may be asked of something else each time.
 */
export interface AbortSignalLike {
  /** Whether the work is to stop. */
  readonly aborted: boolean
  /** Why; what is stopped throws it. */
  readonly reason?: unknown
}

/** The signal of work that several callers wait for: aborted when all of them have gone away. A caller without a signal stays. */
export const everyAborted = (callers: readonly (AbortSignalLike | undefined)[]): AbortSignalLike => ({
  get aborted() {
    return callers.every((caller) => caller?.aborted ?? false)
  },
  get reason() {
    return callers[0]?.reason
  },
})

/** @throws TypeError it is no signal */
export function requireSignal(signal: AbortSignalLike): AbortSignalLike {
  // It is not asked yet: to make the signal of a request costs more than most answers.
  if (typeof signal === 'object' && signal !== null && 'aborted' in signal) return signal
  throw new TypeError('signal must be an AbortSignal, or have the same aborted and reason')
}
