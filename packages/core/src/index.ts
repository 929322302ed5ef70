export { type Clock, systemClock } from './clock.ts'
export { CalendarError, invalidInput, isCalendarError } from './errors/calendar-error.ts'
export { type ErrorCode, type ErrorDetails, errorCodes, errorMessages, type Kind } from './errors/codes.ts'
export type * from './store/contract.ts'
export type * from './store/filters.ts'
export {
  compareCodePoints,
  isInRange,
  isReadable,
  type MatchingLookups,
  matchesEvent,
  matchesParty,
  matchesTerm,
} from './store/matching.ts'
export type * from './store/records.ts'
