import { yieldToEventLoop } from '../../drivers/yield-to-event-loop.ts'

let turnBegan: number | undefined

/**
 * The duration of this turn of the event loop since the first call in it, in milliseconds. Several reads share a turn, and other requests
 * wait for the sum of them.
 */
function turnMs(): number {
  const now = performance.now()
  if (turnBegan === undefined) {
    turnBegan = now
    void yieldToEventLoop().then(() => {
      turnBegan = undefined
    })
  }
  return now - turnBegan
}

/**
 * After this time in milliseconds, a turn starts no further slice. The last slice may have exceeded it already, and other requests wait.
 */
const longestTurnMs = 8

/** Waits for a turn of the event loop in which scans have taken little time. Scans that wait together resume in turns of their own. */
export async function waitForShortTurn(): Promise<void> {
  while (turnMs() > longestTurnMs) await yieldToEventLoop()
}
