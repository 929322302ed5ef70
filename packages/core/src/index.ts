/**
 * What an application needs: the calendar, its types, access policies and errors. Authors of stores import from `@kalends/core/store`.
 *
 * @packageDocumentation
 */

export type { Actor } from './access/actor.ts'
export {
  type AccessPolicy,
  type AccessQuestion,
  allowAll,
  everything,
  publicReadOnly,
  publishedOnly,
  type Status,
} from './access/policy.ts'
export { type RolesOptions, roles } from './access/roles.ts'
export { createCalendar } from './calendar.ts'
export type { BeforeHook, Calendar, CalendarOf } from './calendar-api.ts'
export type { CalendarClient } from './calendar-client.ts'
export type { CalendarOptions } from './calendar-options.ts'
export type { ChangeItem, ChangesInput, ChangesPage, ClientChanges } from './changes/service.ts'
export type { Clock } from './clock.ts'
export type { FieldsOption } from './custom-fields/definition.ts'
export type { UnknownFields, UnknownKind } from './custom-fields/typed-fields.ts'
export { CalendarError, isCalendarError, refuse } from './errors/calendar-error.ts'
export type { ErrorCode, ErrorDetails } from './errors/codes.ts'
export type { Issue, IssueCode } from './errors/issues.ts'
export type { EventListInput } from './event/list-schema.ts'
export type { EventInput, EventPatch } from './event/schema.ts'
export type { Event } from './event/view.ts'
export { defaultDates } from './event/window.ts'
export type { OrganizerInput, OrganizerPatch } from './organizer/schema.ts'
export type { Organizer } from './organizer/view.ts'
export type { Page } from './paging/page.ts'
export type { CreateManyOptions, CreateManyResult } from './record/bulk-options.ts'
export type { Change, ChangeName } from './record/change.ts'
export type { HookName } from './record/hooks.ts'
export type { ChangeListener } from './record/listeners.ts'
export type { OrganizerListInput, VenueListInput } from './record/profile.ts'
export type { CalendarStore } from './store/contract.ts'
export type { TermInput, TermListInput, TermPatch } from './term/schema.ts'
export type { Term } from './term/view.ts'
export type { VenueInput, VenuePatch } from './venue/schema.ts'
export type { Venue } from './venue/view.ts'
