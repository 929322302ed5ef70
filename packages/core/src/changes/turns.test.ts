import { expect, test } from 'vitest'
import { yieldToEventLoop } from '../time/timer.ts'
import { createTurns } from './turns.ts'

test('runs a limited number of calls at a time, in their order, and passes their outcomes on', async () => {
  const inTurn = createTurns(2)
  const order: number[] = []
  let running = 0
  let most = 0
  const work = async (number: number): Promise<number> => {
    running++
    most = Math.max(most, running)
    order.push(number)
    await yieldToEventLoop()
    running--
    if (number === 3) throw new Error('no')
    return number
  }
  const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map((number) => inTurn(() => work(number))))
  expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'failed'))).toEqual([1, 2, 'failed', 4, 5])
  expect([most, order]).toEqual([2, [1, 2, 3, 4, 5]])
  // The places of all are free again.
  expect(await Promise.all([inTurn(async () => 6), inTurn(async () => 7)])).toEqual([6, 7])
})

test('lets timers run between calls that never leave the queue of promises', async () => {
  const inTurn = createTurns(1)
  let done = 0
  const all = Promise.all(Array.from({ length: 20 }, () => inTurn(async () => ++done)))
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(done).toBeLessThan(20)
  await all
  expect(done).toBe(20)
})
