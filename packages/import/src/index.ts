/**
 * Imports of events from other programs into a calendar.
 *
 * @packageDocumentation
 */

export { importSections } from './archive-sections.ts'
export { type DecideOptions, decide } from './decide.ts'
export { importRecords } from './import-records.ts'
export type {
  ImportedEvent,
  ImportedException,
  ImportedRecord,
  ImportItem,
  ImportKind,
  ImportWarning,
  ItemIdentity,
  ItemPlace,
  SourceEnd,
  UnreadableItem,
} from './item.ts'
export type { ImportedItem, ImportOptions } from './options.ts'
export type { Decision, ImportChanges, ImportLookup, ImportRow, ImportStore, MemberDigests } from './records/import-store.ts'
export { memoryImports } from './records/memory.ts'
export type { DoubtfulItem, ImportCounts, ImportNote, ImportProgress, ImportReport } from './report.ts'
export type { SourceFetch, SourceFetchInit, SourceFetchResponse } from './source-fetch.ts'
export { memorySources } from './source-store/memory.ts'
export type {
  Source,
  SourceImportOptions,
  SourcePatch,
  SourceSettings,
  SourceStore,
  StoredSource,
} from './source-store/source-store.ts'
export { createSources, type SourceInput, type Sources } from './sources/create-sources.ts'
export type {
  DocumentReader,
  SiteReader,
  SourceItems,
  SourceReader,
  SourcesOptions,
} from './sources/options.ts'
export type { RunOptions, SourceRun } from './sources/run-source.ts'
