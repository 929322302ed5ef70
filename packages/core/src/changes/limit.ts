import { invalidInput } from '../errors/calendar-error.ts'

/** The maximum number of rows in one answer. */
export const maxChanges = 1_000

/** @throws invalid_input it is not an integer from 1 to 1,000 */
export function readLimit(limit = 500): number {
  if (Number.isSafeInteger(limit) && limit >= 1 && limit <= maxChanges) return limit
  throw invalidInput({ limit: { code: 'integer_out_of_range', min: 1, max: maxChanges } })
}
