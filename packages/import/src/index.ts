/**
 * Imports of events from other programs into a calendar.
 *
 * @packageDocumentation
 */

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
