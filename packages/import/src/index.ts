/**
 * Imports of events from other programs into a calendar.
 *
 * @packageDocumentation
 */

export type {
  ImportedEvent,
  ImportedException,
  ImportedRecord,
  ImportItem,
  ImportWarning,
  ItemIdentity,
  ItemPlace,
  SourceEnd,
  UnreadableItem,
} from './item.ts'
