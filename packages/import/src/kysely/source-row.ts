import type { SourcePatch, StoredSource } from '../source-store/source-store.ts'
import { sourceId } from './import-row.ts'

/** A row of the table of sources. */
export interface SourceTableRow {
  /** A digest of the name: databases compare texts by different rules. */
  readonly id: string
  /** The name, which is unique. */
  readonly name: string
  /** The kind of its reader. */
  readonly kind: string
  /** Where it is read. */
  readonly address: string
  /** The time between two runs in milliseconds. */
  readonly interval_ms: number
  /** Options of the import, as JSON. */
  readonly options: string
  /** Options of the reader, as JSON. */
  readonly reader_options: string
  /** A digest of the settings that the last run had. */
  readonly ran_with: string
  /** The last ETag; empty without one. */
  readonly etag: string
  /** The last Last-Modified; empty without one. */
  readonly last_modified: string
  /** When it was read last, in milliseconds; 0 for never. */
  readonly last_run_ms: number
  /** When it was read without a failure, in milliseconds; 0 for never. */
  readonly last_success_ms: number
  /** Drivers return JSON as a text or parsed. */
  readonly report: string | object | null
  /** Why the last run has failed, as JSON. */
  readonly error: string
  /** How many runs have failed since the last success. */
  readonly failures: number
  /** When the next run is due, in milliseconds. */
  readonly next_at_ms: number
  /** Until when a run holds the source, in milliseconds; 0 for none. */
  readonly lease_until_ms: number
}

/** JSON that every engine takes: MySQL refuses halves of surrogate pairs, which a source may have. */
const toJson = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => (typeof one === 'string' ? one.replaceAll(/\p{Surrogate}/gu, '\ufffd') : one))

const jsonOf = (value: unknown): string | undefined => (value === undefined ? undefined : toJson(value))

/** Converts the members of a source to columns; members that are missing, or undefined, stay missing. */
export function toSourceColumns(patch: SourcePatch & Partial<Pick<StoredSource, 'name'>>): Partial<SourceTableRow> {
  const { name } = patch
  const row: { readonly [C in keyof SourceTableRow]: SourceTableRow[C] | undefined } = {
    id: name === undefined ? undefined : sourceId(name),
    name,
    kind: patch.kind,
    address: patch.address,
    interval_ms: patch.intervalMs,
    options: jsonOf(patch.options),
    reader_options: jsonOf(patch.readerOptions),
    ran_with: patch.ranWith,
    etag: patch.etag,
    last_modified: patch.lastModified,
    last_run_ms: patch.lastRunMs,
    last_success_ms: patch.lastSuccessMs,
    report: jsonOf(patch.report),
    error: jsonOf(patch.error),
    failures: patch.failures,
    next_at_ms: patch.nextAtMs,
    lease_until_ms: patch.leaseUntilMs,
  }
  // The entries that are left have the types of their columns.
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as Partial<SourceTableRow>
}

/** Converts columns back. Drivers return large integers as numbers, texts or bigints. */
export const toStoredSource = (row: SourceTableRow): StoredSource => ({
  name: row.name,
  kind: row.kind,
  address: row.address,
  intervalMs: Number(row.interval_ms),
  // The JSON texts were written by `toSourceColumns`.
  options: JSON.parse(row.options),
  readerOptions: JSON.parse(row.reader_options),
  ranWith: row.ran_with,
  etag: row.etag,
  lastModified: row.last_modified,
  lastRunMs: Number(row.last_run_ms),
  lastSuccessMs: Number(row.last_success_ms),
  report: typeof row.report === 'string' ? JSON.parse(row.report) : row.report,
  error: JSON.parse(row.error),
  failures: Number(row.failures),
  nextAtMs: Number(row.next_at_ms),
  leaseUntilMs: Number(row.lease_until_ms),
})
