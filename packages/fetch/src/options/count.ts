/**
 * Checks an option that is a count.
 * @throws TypeError it is no integer of 1 or more
 */
export function readCount(name: string, given: number): number {
  if (Number.isSafeInteger(given) && given > 0) return given
  throw new TypeError(`${name} must be an integer of 1 or more, not ${given}`)
}
