import { isForeignKeyViolation, toCalendarError } from '../drivers/driver-errors.ts'

/**
 * Rethrows the error of a statement.
 * @throws refused a foreign key of the host forbids the statement
 */
export function throwRefusal(error: unknown): never {
  throw isForeignKeyViolation(error) ? toCalendarError(error) : error
}
