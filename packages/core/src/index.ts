export type { AbortSignalLike } from './abort-signal.ts'
export type { Actor } from './access/actor.ts'
export {
  type AccessPolicy,
  type AccessQuestion,
  type AccessTarget,
  type Action,
  allowAll,
  everything,
  publicReadOnly,
  publishedOnly,
  type Status,
  statuses,
} from './access/policy.ts'
export { type RolesOptions, roles } from './access/roles.ts'
export type { Cacheable } from './cache/caches.ts'
export { type BeforeHook, type Calendar, createCalendar } from './calendar.ts'
export type { CachedOptions, CalendarOptions } from './calendar-options.ts'
export { type Clock, systemClock } from './clock.ts'
export { type AnyCalendarError, CalendarError, invalidInput, isCalendarError, refuse } from './errors/calendar-error.ts'
export { type Denied, type ErrorCode, type ErrorDetails, errorCodes, errorMessages, type Kind } from './errors/codes.ts'
export { requireKnownOptions } from './errors/known-names.ts'
export { type EventListInput, eventListShape, type OneOrMore } from './event/list-schema.ts'
export {
  type EventInput,
  type EventPatch,
  eventFields,
  eventShape,
  type LinkInput,
  type PlainEvent,
  type TermLinks,
} from './event/schema.ts'
export type { Events, RezoneReport } from './event/service.ts'
export type { Event } from './event/view.ts'
export { defaultDates } from './event/window.ts'
export { limits } from './input/limits.ts'
export type { Shape } from './input/read.ts'
export { wordField } from './input/scalars.ts'
export { type OrganizerInput, type OrganizerPatch, organizerFields, organizerShape, type PlainOrganizer } from './organizer/schema.ts'
export type { OrganizerListInput, Organizers } from './organizer/service.ts'
export type { Organizer } from './organizer/view.ts'
export { defaultPerPage, type Page } from './paging/page.ts'
export type { ChangeOptions, Records, TrashableRecords } from './record/api.ts'
export type { CreatedInput, CreateManyOptions, CreateManyProgress, CreateManyResult, SkippedInput } from './record/bulk-options.ts'
export {
  type Change,
  type ChangeName,
  type ChangeOf,
  type ChangeVerb,
  changeNames,
  type HookVerb,
  type RecordOf,
  type Shown,
} from './record/change.ts'
export type { Currency } from './record/context.ts'
export { type ColumnKind, defaultsOf, type FieldTable, type PlainField, plainNames } from './record/field-table.ts'
export type { PublishedInput } from './record/fields.ts'
export { type HookName, hookNames, isHookFailure, type PlannedWrite, type PlannedWriteOf } from './record/hooks.ts'
export type { WithRelativeTimes } from './record/list-times.ts'
export type { ChangeListener } from './record/listeners.ts'
export type { RecordRef } from './record/lookup.ts'
export { profileListShape, type VenueListInput } from './record/profile.ts'
export type { PublishedView } from './record/view.ts'
export type * from './store/contract.ts'
export type * from './store/filters.ts'
export { insertEach } from './store/insert-each.ts'
export {
  compareCodePoints,
  type EqualMember,
  isInRange,
  isReadable,
  type LinkedMember,
  type MatchingLookups,
  matchesEvent,
  matchesProfile,
  matchesTerm,
} from './store/matching.ts'
export type * from './store/records.ts'
export {
  categoryListShape,
  categoryShape,
  type TermInput,
  type TermListInput,
  type TermPatch,
  tagListShape,
  tagShape,
} from './term/schema.ts'
export type { Terms } from './term/service.ts'
export type { EmbeddedTerm, Term } from './term/view.ts'
export { foldKey, foldText, searchText } from './text/fold.ts'
export {
  isOfMinute,
  isRelativeTime,
  type ListTime,
  parseRelativeTime,
  type RelativeTime,
  resolveRelativeTime,
  type TimeUnit,
} from './time/relative-time.ts'
export {
  addLocalDays,
  instantToLocal,
  localToUtcMs,
  type ParsedDateTime,
  type ResolvedTime,
  resolveLocal,
  utcMsToLocal,
} from './time/wall-time.ts'
export { offsetMs, type ZoneName } from './time/zone.ts'
export { toPoint } from './venue/geo.ts'
export { type Near, nearShape } from './venue/near.ts'
export { type PlainVenue, type VenueInput, type VenuePatch, venueFields, venueShape } from './venue/schema.ts'
export type { Venues } from './venue/service.ts'
export type { Venue } from './venue/view.ts'
