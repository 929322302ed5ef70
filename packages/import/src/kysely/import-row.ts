import { digest } from '../digest.ts'
import type { Decision, ImportRow, MemberDigests } from '../records/import-store.ts'

/** A row of the table of imports. */
export interface ImportTableRow {
  readonly id: string
  /** A digest of the source, by which its rows are listed: databases limit the lengths of indexed texts. */
  readonly source_id: string
  readonly source: string
  readonly kind: string
  readonly item_key: string
  readonly record_id: number
  readonly address: string
  readonly look: string
  readonly start: string
  readonly start_ms: number
  readonly end_ms: number
  readonly sequence: number
  readonly modified_ms: number
  readonly content: string
  /** Drivers return JSON as a text or parsed. */
  readonly members: string | object
  readonly version: number
  readonly is_missing: number
  readonly is_linked: number
  readonly decision: string
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
  members: (typeof row.members === 'string' ? JSON.parse(row.members) : row.members) as MemberDigests,
  version: Number(row.version),
  isMissing: Number(row.is_missing) === 1,
  isLinked: Number(row.is_linked) === 1,
  decision: JSON.parse(row.decision) as Decision,
  lastRunMs: Number(row.last_run_ms),
})
