import { digest } from '../digest.ts'
import type { ImportRow } from '../records/import-store.ts'

/** A row of the table of imports. */
export interface ImportTableRow {
  /** The digest of source, kind and key. */
  readonly id: string
  /** A digest of the source, by which its rows are listed: databases limit the lengths of indexed texts. */
  readonly source_id: string
  /** The name of the source. */
  readonly source: string
  /** The kind of the record. */
  readonly kind: string
  /** The key of the item in its source. */
  readonly item_key: string
  /** The record; 0 for none. */
  readonly record_id: number
  /** The digest of the address; empty without one. */
  readonly address: string
  /** The digest of title, day and place. */
  readonly look: string
  /** The start as the source writes it. */
  readonly start: string
  /** The start of the record in milliseconds. */
  readonly start_ms: number
  /** The end of the record in milliseconds. */
  readonly end_ms: number
  /** The revision in the source; -1 where it is unknown. */
  readonly sequence: number
  /** When the source changed it, in milliseconds; 0 where it is unknown. */
  readonly modified_ms: number
  /** The digest of all that was imported. */
  readonly content: string
  /** Drivers return JSON as a text or parsed. */
  readonly members: string | object
  /** The version of the record after the last import. */
  readonly version: number
  /** 1 for a record that is in the trash because the source lacks the item. */
  readonly is_missing: number
  /** 1 for a record that existed before. */
  readonly is_linked: number
  /** What somebody has decided, as JSON. */
  readonly decision: string
  /** When the row was written, in milliseconds. */
  readonly last_run_ms: number
}

/** The digest of a source. */
export const sourceId = (source: string): string => digest(source)

/** Converts what is known about an item to columns. */
export const toColumns = (row: ImportRow): ImportTableRow => ({
  id: row.id,
  source_id: sourceId(row.source),
  source: row.source,
  kind: row.kind,
  item_key: row.key,
  record_id: row.recordId,
  address: row.address,
  look: row.look,
  start: row.start,
  start_ms: row.startMs,
  end_ms: row.endMs,
  sequence: row.sequence,
  modified_ms: row.modifiedMs,
  content: row.content,
  members: JSON.stringify(row.members),
  version: row.version,
  is_missing: Number(row.isMissing),
  is_linked: Number(row.isLinked),
  decision: JSON.stringify(row.decision),
  last_run_ms: row.lastRunMs,
})

/** Converts columns back. Drivers return large integers as numbers, texts or bigints. */
export const toImportRow = (row: ImportTableRow): ImportRow => ({
  id: row.id,
  source: row.source,
  // This text and the two JSON texts were written by `toColumns`.
  kind: row.kind as ImportRow['kind'],
  key: row.item_key,
  recordId: Number(row.record_id),
  address: row.address,
  look: row.look,
  start: row.start,
  startMs: Number(row.start_ms),
  endMs: Number(row.end_ms),
  sequence: Number(row.sequence),
  modifiedMs: Number(row.modified_ms),
  content: row.content,
  members: typeof row.members === 'string' ? JSON.parse(row.members) : row.members,
  version: Number(row.version),
  isMissing: Number(row.is_missing) === 1,
  isLinked: Number(row.is_linked) === 1,
  decision: JSON.parse(row.decision),
  lastRunMs: Number(row.last_run_ms),
})
