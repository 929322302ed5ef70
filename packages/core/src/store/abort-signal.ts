/**
 * Signals that the caller no longer waits for the response: an `AbortSignal`, or any object with the same members. Stores read it between
 * the steps of a query and add no listeners, so `aborted` may be computed on each read.
 */
export interface AbortSignalLike {
  /** Whether the work should stop. */
  readonly aborted: boolean
  /** The reason; stopped work throws it. */
  readonly reason?: unknown
}

/** The signal of work that several callers share: it is aborted once all of them have aborted. A caller without a signal never aborts. */
export const everyAborted = (callers: readonly (AbortSignalLike | undefined)[]): AbortSignalLike => ({
  get aborted() {
    return callers.every((caller) => caller?.aborted ?? false)
  },
  get reason() {
    return callers[0]?.reason
  },
})

/** @throws TypeError it is not a signal */
export function requireSignal(signal: AbortSignalLike): AbortSignalLike {
  // `aborted` is not read yet: creating the signal of a request costs more than most responses.
  if (typeof signal === 'object' && signal !== null && 'aborted' in signal) return signal
  throw new TypeError('signal must be an AbortSignal, or have the same aborted and reason')
}

/** @throws the reason of the signal, if it is aborted */
export function throwIfAborted(signal: AbortSignalLike | undefined): void {
  if (signal?.aborted === true) throw signal.reason ?? new Error('The work was aborted.')
}
