import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWaiting } from './waiting.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const after = (ms: number): Promise<string> => new Promise((resolve) => setTimeout(resolve, ms, `after ${ms}`))
const codeOf = (awaited: Promise<unknown>): Promise<unknown> => awaited.catch((error: unknown) => Reflect.get(Object(error), 'code'))

test('the waits of a request take 5 seconds together, and the time between them does not count', async () => {
  const waiting = createWaiting(5_000)
  const first = waiting.during(after(3_000))
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await first).toBe('after 3000')
  await vi.advanceTimersByTimeAsync(60_000)
  const second = codeOf(waiting.during(after(3_000)))
  await vi.advanceTimersByTimeAsync(1_999)
  let isOver = false
  void codeOf(waiting.isOver).then(() => {
    isOver = true
  })
  await vi.advanceTimersByTimeAsync(0)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect([await second, await codeOf(waiting.isOver)]).toEqual(['request_in_progress', 'request_in_progress'])
})

test('what it awaits may fail, and leaves no timer', async () => {
  const waiting = createWaiting(5_000)
  await expect(waiting.during(Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(vi.getTimerCount()).toBe(0)
})
