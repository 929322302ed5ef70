/**
 * What the author of a store needs in addition to the main entry point: the contract, its filters and records, reference predicates, and
 * the tables of plain fields.
 *
 * @packageDocumentation
 */

export { statuses } from './access/policy.ts'
export { type Kind, listOfKind } from './errors/codes.ts'
export { requireKnownOptions } from './errors/known-names.ts'
export { jsonSchemas } from './input/schemas.ts'
export { equalFilters } from './kinds/event/list-schema.ts'
export { eventFields, type PlainEvent } from './kinds/event/schema.ts'
export { organizerFields, type PlainOrganizer } from './kinds/organizer/schema.ts'
export { type PlainVenue, venueFields } from './kinds/venue/schema.ts'
export {
  defaultsOf,
  type FieldTable,
  type PlainField,
  plainNames,
  plainSearcher,
} from './record/field-table.ts'
export { toPoint } from './record/geo.ts'
export type { AbortSignalLike } from './store/abort-signal.ts'
export type { Alias } from './store/alias.ts'
export type * from './store/contract.ts'
export { deletedRequests, storeContract } from './store/contract.ts'
export { requireDistinctIds } from './store/distinct-ids.ts'
export type * from './store/facets.ts'
export { countFacets } from './store/facets.ts'
export type * from './store/filters.ts'
export { clauseLinks, namesLinks } from './store/filters.ts'
export { hasOwnSearchText, inheritedTexts, inheritFrom, noFields, singleEvent } from './store/inherit.ts'
export { insertEach } from './store/insert-each.ts'
export {
  type ChangeLog,
  type DeletionNote,
  type HistoryQuery,
  type HistoryRow,
  type LoggedChange,
  type LogHold,
  type LogMark,
  prunedRows,
  type ReadLinks,
  type TermsOfEvent,
  type WriteNote,
  type WriteScope,
  type WrittenRecord,
} from './store/log.ts'
export {
  type HowWritten,
  indexedEntry,
  type LogEntry,
  type Removal,
  removedEntries,
  replacedVerb,
  writtenEntry,
} from './store/log-entry.ts'
export {
  compareCodePoints,
  type EqualMember,
  earliestOfSeries,
  eventSortValue,
  isInRange,
  type LinkedMember,
  matchesEvent,
  matchesProfile,
  matchesTerm,
} from './store/matching.ts'
export { deletedPreviews, type PreviewTable, type StoredPreview } from './store/previews.ts'
export type { Decision, ProposalQuery, ProposalTable, StoredProposal } from './store/proposals.ts'
export type * from './store/records.ts'
export type { RequestTable, StoredRequest } from './store/requests.ts'
export { foldKey, foldText, searchText } from './text/fold.ts'
