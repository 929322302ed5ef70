import { expect, test } from 'vitest'
import { isCalendarError } from '../errors/calendar-error.ts'
import { createTimeLimit } from './time-limit.ts'

const after = <T>(ms: number, value: T): Promise<T> => new Promise((resolve) => setTimeout(resolve, ms, value))

/** Asks within the time limit, where answers are not converted. */
function limitOf(timeoutMs: number): <T>(call: () => T | Promise<T>) => unknown {
  const limit = createTimeLimit({ timeoutMs, hasWaited: false })
  return (call) => limit.ask(call, (answer) => answer, 'denied')
}

/** The answer; `late` if the time is used up. */
async function outcomeOf<T>(ask: () => T | Promise<T>): Promise<T | 'late'> {
  try {
    return await ask()
  } catch (error) {
    if (isCalendarError(error, 'unavailable') && error.message.includes('`authenticate`')) return 'late'
    throw error
  }
}

test('limits the sum of consecutive answers', async () => {
  const within = limitOf(100)
  const answers: unknown[] = []
  for (const name of ['a', 'b', 'c']) answers.push(await outcomeOf(() => within(() => after(40, name))))
  expect(answers).toEqual(['a', 'b', 'late'])
})

test('counts concurrent answers once, and no time between answers', async () => {
  const within = limitOf(200)
  const many = Promise.all(Array.from({ length: 400 }, () => within(() => after(120, true))))
  expect(new Set(await many)).toEqual(new Set([true]))
  await after(250, null)
  expect(await within(() => after(5, 'last'))).toBe('last')
})

test('ends all open questions at once, and allows no more', async () => {
  const within = limitOf(30)
  expect(await Promise.all([1, 2].map(() => outcomeOf(() => within(() => after(10_000, 1)))))).toEqual(['late', 'late'])
  let isAsked = false
  const ask = (): void => {
    isAsked = true
  }
  expect([await outcomeOf(async () => within(ask)), isAsked]).toEqual(['late', false])
})

test('counts the synchronous part of an answer', async () => {
  const within = limitOf(30)
  const work = (): boolean => {
    const endMs = performance.now() + 40
    while (performance.now() < endMs);
    return true
  }
  expect([await outcomeOf(async () => within(work)), await outcomeOf(async () => within(work))]).toEqual([true, 'late'])
})
