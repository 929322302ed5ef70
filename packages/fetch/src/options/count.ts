/**
 * Checks an option that is a count.
 * @throws TypeError it is no integer from 1 to `max`
 */
export function readCount(name: string, given: number, max = Number.MAX_SAFE_INTEGER): number {
  if (Number.isSafeInteger(given) && given > 0 && given <= max) return given
  throw new TypeError(`${name} must be an integer from 1 to ${max}, not ${given}`)
}
