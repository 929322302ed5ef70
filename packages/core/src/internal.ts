/**
 * What the other packages of Kalends share with the core, mainly `@kalends/fetch`, and the interfaces that the API reference describes. It is not
 * public API: names change without notice.
 *
 * @packageDocumentation
 */

export type { Action } from './access/policy.ts'
export type { Item } from './cache/items.ts'
export type { Cacheable } from './cache/responses.ts'
export { type Internals, internals } from './calendar/internals.ts'
export type { Maintenance } from './calendar/maintenance.ts'
export { findMergedByName, findMergedInto } from './calendar/merged-records.ts'
export { readPreviewed } from './calendar/previewed.ts'
export { changesShape } from './changes/query-shape.ts'
export type { ReadChanges } from './changes/waiting.ts'
export { invalidInput } from './errors/calendar-error.ts'
export { draftAllowed, type ErrorDetails, errorCodes, errorMessages, seeFields } from './errors/codes.ts'
export { issueMessages } from './errors/issue-messages.ts'
export {
  fillMessage,
  type IssueTranslation,
  isReason,
  issueCodes,
  messageOf,
  type ParameterTypes,
  type Reason,
} from './errors/issues.ts'
export { listReasonMessages } from './errors/list-reasons.ts'
export { askSchema } from './fields/ask-schema.ts'
export type { DeclaredField, FieldsByKind } from './fields/declared.ts'
export { readFieldFilters } from './fields/read-filters.ts'
export { fieldPath } from './fields/read-values.ts'
export type { StandardSchema } from './fields/standard-schema.ts'
export type { UntypedFields } from './fields/typed-fields.ts'
export { isUrl } from './input/addresses.ts'
export { limits } from './input/limits.ts'
export { idsField } from './input/lists.ts'
export type { Issues, Shape } from './input/read.ts'
export { countField, integerField, wordField } from './input/scalars.ts'
export { because, preprocess, type Schema, toReason } from './input/schemas.ts'
export { countsShape } from './kinds/event/counts.ts'
export { freeBusyShape, readFreeBusyInput } from './kinds/event/free-busy.ts'
export type { EventEncoder } from './kinds/event/items.ts'
export { eventListShape } from './kinds/event/list-schema.ts'
export type { GivenProfile } from './kinds/event/same-profile.ts'
export type { EventContent } from './kinds/event/schema.ts'
export { eventShape } from './kinds/event/schema.ts'
export type { ReturnedRecurrence } from './kinds/event/series/returned-recurrence.ts'
export type { Events } from './kinds/event/service.ts'
export type { OrganizerContent } from './kinds/organizer/schema.ts'
export { organizerShape } from './kinds/organizer/schema.ts'
export type { TermContent } from './kinds/term/schema.ts'
export { categoryListShape, categoryShape } from './kinds/term/schema.ts'
export type { EmbeddedTerm } from './kinds/term/view.ts'
export { nearShape } from './kinds/venue/near.ts'
export type { VenueContent } from './kinds/venue/schema.ts'
export { venueShape } from './kinds/venue/schema.ts'
export { defaultPerPage } from './paging/page.ts'
export type { Records, ScopedOptions, TrashableRecords } from './record/api.ts'
export { changeNames } from './record/change.ts'
export type { KeyedRequest, OnceResult } from './record/create-once.ts'
export type { PublishedInput } from './record/fields.ts'
export { isHookFailure } from './record/hooks.ts'
export type { RecordRef } from './record/lookup.ts'
export { profileListShape } from './record/profile.ts'
export type { PublishedView } from './record/view.ts'
export { expandRule } from './recurrence/expand-rule.ts'
export { parseRule } from './recurrence/parse-rule.ts'
export { type RecurrenceRule, renderRule, resolveUntil } from './recurrence/rule.ts'
export { addressIssue } from './text/address-issue.ts'
export { codePointLength, truncateCodePoints } from './text/plain.ts'
export { randomToken, sha256, utf8Length } from './text/secret.ts'
export { toSlug } from './text/slug.ts'
export { systemClock } from './time/clock.ts'
export { readZone } from './time/nearest-zone.ts'
export {
  isOfMinute,
  parseRelativeTime,
  resolveRelativeTime,
} from './time/relative-time.ts'
export { parseRetryAfter } from './time/retry-after.ts'
export { readTimeText, type TimeInput } from './time/time-value.ts'
export { callAfter, monotonicMs, yieldToEventLoop } from './time/timer.ts'
export {
  addLocalDays,
  instantsShowing,
  instantToLocal,
  localToUtcMs,
  outsideYears,
  type ParsedDateTime,
  resolveLocal,
  utcMsToLocal,
} from './time/wall-time.ts'
export { canonicalZone, knownSpellings, offsetMs, type ZoneName, zoneAbbreviation } from './time/zone.ts'
