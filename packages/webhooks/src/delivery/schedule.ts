/** The delays after the first failed attempt, the second, and so on, in seconds: those of Standard Webhooks, 75 hours in all. */
const delaysSeconds: readonly number[] = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]

const maxRetryAfterMs = 86_400_000

/**
 * How long to wait after a failed attempt, in milliseconds; undefined if it was the last one.
 * @param failures how many attempts have failed since the last success, this one included
 * @param retryAfterMs how long the receiver wants to be left alone; it never shortens a delay
 */
export function delayAfter(failures: number, retryAfterMs = 0): number | undefined {
  const seconds = delaysSeconds[failures - 1]
  return seconds === undefined ? undefined : Math.max(seconds * 1_000, Math.min(retryAfterMs, maxRetryAfterMs))
}
