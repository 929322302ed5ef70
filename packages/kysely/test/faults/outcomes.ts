import { isCalendarError } from '@kalends/core'
import { expect } from 'vitest'

/** The code that a promise rejects with, or `done`. An error that is none of the calendar's fails the test. */
export async function outcomeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise
  } catch (error) {
    if (isCalendarError(error)) return error.code
    throw error
  }
  return 'done'
}

/** What an event is made from. */
export const eventInput = (title: string) => ({ title, startDate: '2026-05-31 19:30:00', endDate: '2026-05-31 21:00:00' })

/** Resolves after that many milliseconds. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Asks again until the answer is given; fails after ten seconds. */
export async function until<T>(ask: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 80; tries++) {
    const answer = await ask()
    if (answer !== undefined) return answer
    // MariaDB renews what it tells about waiting transactions only for those who have not asked for a tenth of a second.
    await pause(125)
  }
  throw new Error('What was waited for did not happen.')
}

/** Tries again for two seconds, as long as the database is unavailable; anything but success afterwards fails. */
export async function succeedsSoon(work: () => Promise<unknown>): Promise<void> {
  const end = performance.now() + 2_000
  for (;;) {
    const outcome = await outcomeOf(work())
    if (outcome === 'done') return
    expect(outcome).toBe('unavailable')
    if (performance.now() > end) throw new Error('The database was still unavailable two seconds after it came back.')
    await pause(20)
  }
}
