import { expect, test } from 'vitest'
import { yieldToEventLoop } from '../../drivers/event-loop.ts'
import { waitForShortTurn } from './slices.ts'

/** Occupies the event loop, as a statement of SQLite does. */
function occupy(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('long slices of scans that begin together run in separate turns of the event loop', async () => {
  let turn = 0
  let isOver = false
  const countTurns = (): void => {
    turn++
    if (!isOver) setImmediate(countTurns)
  }
  countTurns()
  const slices = new Map<number, number>()
  const scan = async (): Promise<void> => {
    // Each request arrives in a callback of its own, but all of them in one turn.
    await yieldToEventLoop()
    for (let slice = 0; slice < 3; slice++) {
      await waitForShortTurn()
      slices.set(turn, (slices.get(turn) ?? 0) + 1)
      occupy(10)
    }
  }
  await Promise.all(Array.from({ length: 5 }, scan))
  isOver = true
  // The counter runs within a turn: it may count the end of one turn and the beginning of the next as one.
  expect(Math.max(...slices.values())).toBeLessThanOrEqual(2)
})
