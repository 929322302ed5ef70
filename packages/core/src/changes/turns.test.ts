import { expect, test } from 'vitest'
import { yieldToEventLoop } from '../time/timer.ts'
import { createTurns } from './turns.ts'

test('runs a limited number of turns at a time, in their order, without those who have left', async () => {
  const { queue, end } = createTurns(2)
  const begun: number[] = []
  const leave = [1, 2, 3, 4, 5].map((number) => queue(() => begun.push(number)))
  expect(begun).toEqual([1, 2])
  leave[2]?.()
  for (const expected of [
    [1, 2, 4],
    [1, 2, 4, 5],
    [1, 2, 4, 5],
    [1, 2, 4, 5],
  ]) {
    end()
    await yieldToEventLoop()
    expect(begun).toEqual(expected)
  }
  // The places of all are free again, and leaving after the beginning has no effect.
  leave[0]?.()
  for (const number of [6, 7, 8]) queue(() => begun.push(number))
  expect(begun.slice(4)).toEqual([6, 7])
})

test('lets the event loop turn between turns that never leave the queue of promises', async () => {
  const { queue, end } = createTurns(2)
  let loops = 0
  let isOver = false
  const loop = (): void => {
    loops++
    if (!isOver) setImmediate(loop)
  }
  setImmediate(loop)
  const begunIn: number[] = []
  await Promise.all(
    Array.from(
      { length: 20 },
      () =>
        new Promise<void>((resolve) => {
          queue(() => {
            begunIn.push(loops)
            end()
            resolve()
          })
        }),
    ),
  )
  isOver = true
  // Never a third one in the same turn of the event loop.
  expect(begunIn.filter((loop, i) => begunIn[i - 2] === loop)).toEqual([])
})
