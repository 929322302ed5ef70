// Taken before a test can put clocks that stand still in their place.
const { setImmediate: atEndOfTurn, setTimeout: later } = globalThis

/** Lets other requests have their turn: timers, sockets and what they set off. */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof atEndOfTurn === 'function') atEndOfTurn(resolve)
    else later(resolve, 0)
  })

let turnBegan: number | undefined

/**
 * How long this turn of the event loop has taken since somebody first asked, in milliseconds. Several reads share a turn, and what they take
 * together is what others wait for.
 */
export function turnMs(): number {
  const now = performance.now()
  if (turnBegan === undefined) {
    turnBegan = now
    void yieldToEventLoop().then(() => {
      turnBegan = undefined
    })
  }
  return now - turnBegan
}
