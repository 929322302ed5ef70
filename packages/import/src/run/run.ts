import type { Entry } from '../identity/entry.ts'
import type { ImportSettings } from '../options.ts'
import type { ImportStore } from '../records/import-store.ts'
import { addReport, type ReportDraft } from '../report.ts'
import type { Outcome } from '../write/outcome.ts'
import { recordKey } from '../write/writer.ts'

/** The state of an import. */
export interface Run {
  readonly settings: ImportSettings
  /** What is known about the sources; in a dry run with what the run would have written. */
  readonly records: ImportStore
  readonly report: ReportDraft
  /** The ids of the rows whose items the source has. */
  readonly seen: Set<string>
  /** The ids of the rows that this run has made. */
  readonly made: Set<string>
  /** The records that a dry run would have made, by `recordKey`. */
  readonly imagined: Set<string>
  /** Items that wait for the end of the source. */
  readonly waiting: Entry[]
  /** Terms and events whose parents were not imported yet. */
  readonly orphans: Entry[]
  /** When the run began, in milliseconds since 1970. */
  readonly nowMs: number
  /** The number of items that are done. */
  done: number
  /** Whether an item has ended the run. */
  isStopped: boolean
  /** Whether the source has an item under a known key. */
  hasKnownKeys: boolean
}

/** Throws the reason of an abort. */
export function throwIfAborted({ signal }: ImportSettings): void {
  if (signal?.aborted === true) throw signal.reason ?? new Error('The import was aborted.')
}

/** Reports the progress of a run to the host. */
export async function reportProgress({ settings, report, done }: Run): Promise<void> {
  const { created, updated, unchanged, trashed, skipped } = report
  await settings.onProgress?.({ done, created, updated, unchanged, trashed, skipped: skipped.length })
}

/** Adds the outcome of a chunk to the run. */
export function addOutcome(run: Run, outcome: Outcome): void {
  addReport(run.report, outcome.report)
  for (const id of outcome.seen) run.seen.add(id)
  for (const id of outcome.made) run.made.add(id)
  for (const entry of outcome.later) run.waiting.push(entry)
  for (const entry of outcome.orphans) run.orphans.push(entry)
  if (!run.settings.dryRun) return
  for (const { id, kind, recordId } of outcome.rows) if (run.made.has(id)) run.imagined.add(recordKey(kind, recordId))
}
