import { CalendarError, isCalendarError } from '../errors/calendar-error.ts'
import type { ErrorCode, Kind } from '../errors/codes.ts'

/** The cause that marks an error as a lost race. Frozen, because all of these errors share it. */
const fasterWriter: Error = Object.freeze(new Error('Another writer changed the record after this call had read it.'))

/** Returns the error marked as a lost race. */
export const toLostRace = <Code extends ErrorCode>(error: CalendarError<Code>): CalendarError<Code> =>
  new CalendarError(error.code, error.details, { message: error.message, cause: fasterWriter })

/** Awaits a compare-and-set write. If it fails because another writer was faster, its error is marked as a lost race. */
export async function compareAndSet<T>(written: Promise<T>): Promise<T> {
  try {
    return await written
  } catch (error) {
    if (!isCalendarError(error, 'version_conflict') && !isCalendarError(error, 'not_found')) throw error
    throw new CalendarError(error.code, error.details, { message: error.message, cause: fasterWriter })
  }
}

/** The error of a call that finds, before its first write, that another writer has changed what it read. */
export const lostRace = (details: { readonly kind: Kind; readonly id: number }): CalendarError =>
  new CalendarError('version_conflict', details, { cause: fasterWriter })

/** Whether a call failed because another writer was faster; then it may run again. */
export const isLostRace = (error: unknown): boolean => isCalendarError(error) && error.cause === fasterWriter
