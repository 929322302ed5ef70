import type { CalendarError } from '../errors/calendar-error.ts'
import { isInputError } from './bulk-options.ts'
import type { WriteOperation } from './context.ts'

/**
 * The records of a chunk that were refused after their hooks had already written, by index or id: the chunk is repeated without them, which
 * undoes those writes.
 */
export type Refusals = Map<number, CalendarError>

/** Runs a chunk, and again for each record whose refusal has to be undone. */
export async function repeatWithoutRefused<T>(chunk: (refusals: Refusals) => Promise<T>): Promise<T> {
  const refusals: Refusals = new Map()
  for (;;) {
    const known = refusals.size
    try {
      return await chunk(refusals)
    } catch (error) {
      if (refusals.size === known) throw error
    }
  }
}

/**
 * The error of one record of a chunk, if it does not stop the others.
 * @param changed how many changes the chunk had made before that record
 * @param toHostError the error inside a transaction of the host, where the writes of the hooks of one record cannot be undone alone
 * @throws the error concerns more than this record, or its writes have to be undone
 */
export function toRefusal(
  op: WriteOperation,
  { changed, key, refusals }: { readonly changed: number; readonly key: number; readonly refusals: Refusals },
  error: unknown,
  toHostError: (error: CalendarError) => CalendarError = (same) => same,
): CalendarError {
  if (!isInputError(error)) throw error
  // Nothing of the record itself is written yet, because it is checked first. Only its hooks may have made writes of their own.
  if (op.changes.length === changed) return error
  throw repeatableRefusal(op, { key, refusals }, error, toHostError)
}

/** Notes the refusal of a record that is written already, so that its chunk is repeated without it. @returns the error that ends this attempt */
export function repeatableRefusal(
  op: WriteOperation,
  { key, refusals }: { readonly key: number; readonly refusals: Refusals },
  error: CalendarError,
  toHostError: (error: CalendarError) => CalendarError,
): CalendarError {
  if (!op.ownsTransactions) return toHostError(error)
  refusals.set(key, error)
  return error
}
