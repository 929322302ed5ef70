/**
 * What the other packages of Kalends share with the core, mainly `@kalends/fetch`. It is not public API: names change without notice.
 *
 * @packageDocumentation
 */

export type { AccessScope, AccessSubject, Action, WriteScope } from './access/policy.ts'
export type { Item } from './cache/items.ts'
export type { Cacheable } from './cache/responses.ts'
export type { ClientChangeOptions, ClientRecords, ClientScopedOptions, TrashableClientRecords } from './calendar/client.ts'
export { type Internals, internals } from './calendar/internals.ts'
export type { KeyedCreations } from './calendar/keyed-creations.ts'
export type { CachedOptions, ChangesOptions } from './calendar/options.ts'
export { type ChangesQuery, changesShape } from './changes/query-shape.ts'
export type { RecordByKind, SinceOptions } from './changes/service.ts'
export type { ReadChanges } from './changes/waiting.ts'
export { type AnyCalendarError, invalidInput } from './errors/calendar-error.ts'
export { type Denied, draftAllowed, errorCodes, errorMessages, seeFields } from './errors/codes.ts'
export { issueMessages } from './errors/issue-messages.ts'
export {
  fillMessage,
  type IssueTranslation,
  issueCodes,
  type MessageWith,
  type ParametersIn,
  type ParameterTypes,
  type Reason,
} from './errors/issues.ts'
export type { SchemaAnswer, ValueIssue } from './fields/ask-schema.ts'
export { askSchema } from './fields/ask-schema.ts'
export type { DeclaredField, FieldsByKind, KindFields } from './fields/declared.ts'
export type { FieldDefinition, FieldDefinitions, NoFields } from './fields/definition.ts'
export { readFieldFilters } from './fields/read-filters.ts'
export { fieldPath } from './fields/read-values.ts'
export type { SchemaIssue, SchemaResult, StandardSchema } from './fields/standard-schema.ts'
export type {
  FieldsShape,
  KindShape,
  ShapeOf,
  UntypedFields,
} from './fields/typed-fields.ts'
export { limits } from './input/limits.ts'
export type { Issues, Shape } from './input/read.ts'
export { countField, wordField } from './input/scalars.ts'
export { because, jsonSchemas, preprocess, type Schema, toReason } from './input/schemas.ts'
export type { EventEncoder, EventItem } from './kinds/event/items.ts'
export { eventListShape, type OneOrMore } from './kinds/event/list-schema.ts'
export type { EventContent } from './kinds/event/schema.ts'
export { eventShape, type LinkInput, type NameAlone, type TermLinks } from './kinds/event/schema.ts'
export type { RecurrenceInput } from './kinds/event/series/input.ts'
export type { SeriesPreview } from './kinds/event/series/preview.ts'
export type { ReturnedRecurrence } from './kinds/event/series/returned-recurrence.ts'
export type { Events, SeriesPreviewInput } from './kinds/event/service.ts'
export type { OrganizerContent } from './kinds/organizer/schema.ts'
export { organizerShape } from './kinds/organizer/schema.ts'
export type { Organizers } from './kinds/organizer/service.ts'
export type { TermContent, TermRef } from './kinds/term/schema.ts'
export { categoryListShape, categoryShape } from './kinds/term/schema.ts'
export type { Terms } from './kinds/term/service.ts'
export type { EmbeddedTerm } from './kinds/term/view.ts'
export { type Near, nearShape } from './kinds/venue/near.ts'
export type { VenueContent } from './kinds/venue/schema.ts'
export { venueShape } from './kinds/venue/schema.ts'
export type { Venues } from './kinds/venue/service.ts'
export type { Currency } from './money/currency.ts'
export { defaultPerPage } from './paging/page.ts'
export type { ChangeOptions, Records, ScopedOptions, TrashableRecords } from './record/api.ts'
export { type AuthorIds, textIds } from './record/author-ids.ts'
export type { CreatedInput, CreateManyProgress, SkippedInput } from './record/bulk-options.ts'
export { type ChangeOf, type ChangeVerb, changeNames, type HookVerb, type RecordOf, type Shown } from './record/change.ts'
export type { CreateOptions, OnConflict } from './record/conflict.ts'
export type { KeyedRequest, OnceResult } from './record/create-once.ts'
export type { PatchOf, PublishedInput } from './record/fields.ts'
export { isHookFailure, type PlannedWrite, type PlannedWriteOf } from './record/hooks.ts'
export type { WithRelativeTimes } from './record/list-times.ts'
export type { RecordRef } from './record/lookup.ts'
export type { ProfileListInput } from './record/profile.ts'
export { profileListShape } from './record/profile.ts'
export type { PublishedView } from './record/view.ts'
export { toSlug } from './text/slug.ts'
export {
  isOfMinute,
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
  outsideYears,
  type ParsedDateTime,
  parseDateTime,
  type ResolvedTime,
  resolveLocal,
  utcMsToLocal,
} from './time/wall-time.ts'
export type { ZoneName } from './time/zone.ts'
