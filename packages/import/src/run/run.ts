import type { Calendar } from '@kalends/core'
import { internals } from '@kalends/core/internal'
import type { Entry } from '../identity/entry.ts'
import type { ImportSettings } from '../options.ts'
import type { ImportStore } from '../records/import-store.ts'
import { addReport, type ReportDraft } from '../report.ts'
import type { Outcome } from '../write/outcome.ts'

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
  /** The ids of the records that a dry run would have made. */
  readonly imagined: Set<number>
  /** Items that wait for the end of the source. */
  readonly waiting: Entry[]
  /** Terms whose parents were not imported yet. */
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

/** The rows of a committed transaction that are being saved, by their store, where it does not join transactions. */
const saving = new WeakMap<ImportStore, Promise<void>>()

/**
 * Runs the work in a transaction in which no other import writes. What is known about the source commits with it. In a dry run, everything is
 * undone after the work.
 * @param isKept whether the outcome is committed
 */
export async function transact(
  { settings, records }: Run,
  work: (tx: Calendar, transaction: object | undefined) => Promise<Outcome>,
  isKept: (outcome: Outcome) => boolean = () => true,
): Promise<Outcome> {
  const { source } = settings
  const undo = new Error('The writes of this transaction are undone.')
  let last: Outcome | undefined
  let endSaving = (): void => undefined
  try {
    const outcome = await settings.calendar.transaction(async (tx) => {
      const { engineTransaction } = internals(tx)
      if (records.joinsTransactions && engineTransaction === undefined)
        throw new TypeError('kyselyImports needs a calendar over kyselyStore, in the same database')
      await internals(tx).lockImports()
      // An earlier attempt of this transaction was undone. Another import that has committed may not have saved its rows yet.
      endSaving()
      await saving.get(records)
      last = await work(tx, engineTransaction)
      if (settings.dryRun || !isKept(last)) throw undo
      if (records.joinsTransactions) await records.save({ source, ...last }, engineTransaction)
      else
        saving.set(
          records,
          new Promise((resolve) => {
            endSaving = resolve
          }),
        )
      return last
    })
    if (!records.joinsTransactions) await records.save({ source, ...outcome })
    return outcome
  } catch (error) {
    if (error !== undo || last === undefined) throw error
    if (settings.dryRun && isKept(last)) await records.save({ source, ...last })
    return last
  } finally {
    endSaving()
  }
}

/** Adds the outcome of a chunk to the run. */
export function addOutcome(run: Run, outcome: Outcome): void {
  addReport(run.report, outcome.report)
  for (const id of outcome.seen) run.seen.add(id)
  for (const id of outcome.made) run.made.add(id)
  for (const entry of outcome.later) run.waiting.push(entry)
  for (const entry of outcome.orphans) run.orphans.push(entry)
  if (run.settings.dryRun) for (const id of outcome.rows) if (run.made.has(id.id)) run.imagined.add(id.recordId)
}
