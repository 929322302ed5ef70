// Read at import, before a test can install fake timers.
const { setImmediate: atEndOfTurn, setTimeout: later } = globalThis

/** Lets other work of the event loop run: timers, sockets and their callbacks. */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof atEndOfTurn === 'function') atEndOfTurn(resolve)
    else later(resolve, 0)
  })

/** Resolves after `ms` milliseconds. */
export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
