import { isForeignKeyViolation, toCalendarError } from '../drivers/driver-errors.ts'

/** @throws refused a foreign key forbids the statement, which is undone */
export function throwRefusal(error: unknown): never {
  throw isForeignKeyViolation(error) ? toCalendarError(error) : error
}
