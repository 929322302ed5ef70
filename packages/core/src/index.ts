/**
 * What an application needs: the calendar, its types, access policies and errors. Authors of stores import from `@kalends/core/store`.
 *
 * @packageDocumentation
 */

export type { Actor } from './access/policy.ts'
export {
  type AccessPolicy,
  type AccessQuestion,
  allowAll,
  publicReadOnly,
  readScopes,
  type Status,
} from './access/policy.ts'
export { roles } from './access/roles.ts'
export type { Calendar, CalendarOf } from './calendar/api.ts'
export { createCalendar } from './calendar/calendar.ts'
export type { CalendarClient } from './calendar/client.ts'
export type { CalendarOptions } from './calendar/options.ts'
export type { ChangeItem, ChangesInput, ChangesPage, ClientChanges } from './changes/service.ts'
export { CalendarError, isCalendarError } from './errors/calendar-error.ts'
export type { ErrorCode } from './errors/codes.ts'
export type { Issue } from './errors/issues.ts'
export type { FieldsOption } from './fields/definition.ts'
export type { UnknownFields } from './fields/typed-fields.ts'
export type { EventListInput } from './kinds/event/list-schema.ts'
export type { Proposal } from './kinds/event/proposal.ts'
export type { EventInput } from './kinds/event/schema.ts'
export type { Event } from './kinds/event/view.ts'
export type { OrganizerInput } from './kinds/organizer/schema.ts'
export type { Organizer } from './kinds/organizer/view.ts'
export type { TermInput, TermListInput } from './kinds/term/schema.ts'
export type { Category, Tag, Term } from './kinds/term/view.ts'
export type { VenueInput } from './kinds/venue/schema.ts'
export type { Venue } from './kinds/venue/view.ts'
export type { Page } from './paging/page.ts'
export type { CreateManyResult } from './record/bulk-options.ts'
export type { Change, ChangeName } from './record/change.ts'
export type { ChangeManyReport } from './record/change-many-options.ts'
export type { Explanation } from './record/explain-options.ts'
export type { HistoryEntry } from './record/history.ts'
export type { MaintenanceReport } from './record/maintenance-report.ts'
export type { OrganizerListInput, VenueListInput } from './record/profile.ts'
export type { CalendarStore } from './store/contract.ts'
export type { Clock } from './time/clock.ts'
export { todayLocal } from './time/day-range.ts'
