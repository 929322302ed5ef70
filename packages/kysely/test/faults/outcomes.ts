import { isCalendarError } from '@kalends/core'
import { expect } from 'vitest'

/** The code of the `CalendarError` that a promise rejects with, or `done`. Any other error fails the test. */
export async function outcomeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise
  } catch (error) {
    if (isCalendarError(error)) return error.code
    throw error
  }
  return 'done'
}

/** An input for an event. */
export const eventInput = (title: string) => ({ title, startDate: '2026-05-31 19:30:00', endDate: '2026-05-31 21:00:00' })

/** Resolves after `ms` milliseconds. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Repeats the call until it returns a value other than undefined; fails after ten seconds. */
export async function until<T>(ask: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 80; tries++) {
    const answer = await ask()
    if (answer !== undefined) return answer
    // MariaDB updates its list of waiting transactions only if it has not been read for a tenth of a second.
    await pause(125)
  }
  throw new Error('The awaited condition was not met within ten seconds.')
}

/** Retries for two seconds while the database is unavailable. Fails after that time, or after any other error. */
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
