import type { Entry } from '../identity/entry.ts'
import type { ImportWarning } from '../item.ts'
import type { ImportRow } from '../records/import-store.ts'
import { emptyReport, type ReportDraft, toNote } from '../report.ts'

/** What a chunk has done. It counts once the chunk is committed. */
export interface Outcome {
  readonly report: ReportDraft
  /** Rows to write. */
  readonly rows: ImportRow[]
  /** Ids of rows that have others, or new content. */
  readonly removedIds: string[]
  /** Ids of rows whose items the source has. */
  readonly seen: string[]
  /** Ids of new rows. */
  readonly made: string[]
  /** Items that wait for the end of the source. */
  readonly later: Entry[]
  /** Items that cannot be imported. */
  readonly failed: Entry[]
  /** Terms and events whose parents are not imported yet. */
  readonly orphans: Entry[]
  /** The ids of the events of items. */
  readonly recordIds: Map<Entry, number>
}

/** An empty outcome. */
export const emptyOutcome = (): Outcome => ({
  ...{ report: emptyReport(), rows: [], removedIds: [], seen: [], made: [], later: [], failed: [], orphans: [] },
  recordIds: new Map(),
})

/** Notes that an item is not imported. Its row stays, and it does not count as missing. */
export function skip({ report, seen }: Outcome, entry: Entry, row: ImportRow | undefined, reason: ImportWarning): void {
  report.skipped.push(toNote(entry.item, entry.key, reason))
  seen.push(row?.id ?? entry.id)
}

/** Notes that an item cannot be imported. */
export function fail(outcome: Outcome, entry: Entry, row: ImportRow | undefined, reason: ImportWarning): void {
  skip(outcome, entry, row, reason)
  outcome.failed.push(entry)
}

/** Notes what was decided for an item. */
export function warn({ report }: Outcome, entry: Entry, warnings: readonly ImportWarning[]): void {
  for (const warning of warnings) report.warnings.push(toNote(entry.item, entry.key, warning))
}
