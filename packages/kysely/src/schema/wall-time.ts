/** The length of a day by wall clock, in milliseconds. */
export const dayMs = 86_400_000

/**
 * Converts a wall time to milliseconds as if it were UTC, so that wall times compare as numbers.
 * @param local `YYYY-MM-DDTHH:mm:ss`
 * @throws TypeError the text is no wall time
 */
export function wallMs(local: string): number {
  const ms = Date.parse(`${local}Z`)
  if (Number.isNaN(ms)) throw new TypeError(`Not a wall time: ${JSON.stringify(local)}`)
  return ms
}

/** The inverse of {@link wallMs}. */
export const wallText = (ms: number): string => new Date(ms).toISOString().slice(0, -'.000Z'.length)
