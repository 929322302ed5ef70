import type { Calendar } from '@kalends/core'
import { internals } from '@kalends/core/internal'
import type { IdSet } from '../identity/resolve.ts'
import { indexRows } from '../identity/rows.ts'
import type { SourceEnd } from '../item.ts'
import { endless, type ImportRow } from '../records/import-store.ts'
import { emptyOutcome, type Outcome } from '../write/outcome.ts'
import { isItemError } from '../write/writer.ts'
import { addOutcome, type Run, reportProgress, throwIfAborted } from './run.ts'
import { transact } from './transact.ts'

/** Coming events of a source. */
export interface ComingEvents {
  /** How many there were before the run. */
  readonly known: number
  /** Those that the source has lost. */
  readonly missing: readonly ImportRow[]
}

/**
 * Finds the coming events of a source within the time that it covers.
 * @param seen the ids of the rows whose items the source has
 */
export async function findComing({ settings, records, nowMs }: Run, covers: SourceEnd['covers'], seen: IdSet): Promise<ComingEvents> {
  const { fromMs = -endless, untilMs = endless } = covers ?? {}
  const window = { fromMs: Math.max(fromMs, nowMs), untilMs }
  let known = 0
  const missing: ImportRow[] = []
  for await (const row of records.each(settings.source, internals(settings.calendar).engineTransaction)) {
    const isSeen = seen.has(row.id)
    if (!isOfSource(row) || !(await takesPlaceWithin(settings.calendar, row, window, isSeen))) continue
    known++
    if (!isSeen) missing.push(row)
  }
  return { known, missing }
}

/** Whether so many events are missing that the source must have failed. */
export const areTooMany = ({ maxMissing }: Run['settings'], { known, missing }: ComingEvents): boolean =>
  missing.length > maxMissing * known

/** Puts coming events that the source has lost into the trash, unless too many are missing. */
export async function trashMissing(run: Run, covers: SourceEnd['covers']): Promise<void> {
  const { settings } = run
  const coming = await findComing(run, covers, run.seen)
  if (areTooMany(settings, coming)) {
    const message = `${coming.missing.length} of ${coming.known} coming events are missing: nothing was put into the trash.`
    run.report.incomplete = { code: 'too_many_missing', message }
    return
  }
  for (let at = 0; at < coming.missing.length; at += settings.chunkSize) {
    throwIfAborted(settings)
    await trashRows(run, coming.missing.slice(at, at + settings.chunkSize))
    await reportProgress(run)
  }
}

/** Whether an event is of the source alone: it was made by an import, and is not gone already. */
const isOfSource = ({ kind, recordId, isMissing, isLinked, decision }: ImportRow): boolean =>
  kind === 'event' && recordId !== 0 && !isMissing && !isLinked && decision.ignore !== true

interface Window {
  readonly fromMs: number
  readonly untilMs: number
}

/** Whether an event starts within a window. The dates of a series that the source still has are not read. */
async function takesPlaceWithin(calendar: Calendar, row: ImportRow, { fromMs, untilMs }: Window, isSeen: boolean): Promise<boolean> {
  if (row.endMs !== endless) return row.startMs > fromMs && row.startMs <= untilMs
  if (isSeen) return row.startMs <= untilMs
  const dates = { seriesIds: row.recordId, status: 'any', hidden: 'include' } as const
  const until = untilMs === endless ? {} : { startsUntil: new Date(untilMs) }
  return (await calendar.events.count({ ...dates, startsAfter: new Date(fromMs), ...until }, { atMost: 1 })) > 0
}

async function trashRows(run: Run, rows: readonly ImportRow[]): Promise<void> {
  const outcome = await transact(run, (tx, transaction) => writeTrash(run, tx, transaction, rows)).catch((error: unknown) => {
    if (!isItemError(error)) throw error
    // A part was written when an event was refused, which undoes all.
    const [row] = rows
    return rows.length > 1 || row === undefined ? undefined : refused(row, error)
  })
  if (outcome !== undefined) return addOutcome(run, outcome)
  for (const row of rows) await trashRows(run, [row])
}

async function writeTrash(run: Run, tx: Calendar, transaction: object | undefined, rows: readonly ImportRow[]): Promise<Outcome> {
  const outcome = emptyOutcome()
  const known = indexRows(
    await run.records.find({ source: run.settings.source, recordIds: rows.map(({ recordId }) => recordId) }, transaction),
  )
  for (const { id } of rows) {
    // Another import of the source may have seen it since, and another source may have it, too.
    const row = known.byId(id)
    if (row === undefined || !isOfSource(row) || known.byRecord(row.recordId).some((other) => other.id !== id && !other.isMissing)) continue
    try {
      await tx.events.trash(row.recordId)
      outcome.report.trashed++
      outcome.rows.push({ ...row, isMissing: true, lastRunMs: run.nowMs })
      outcome.removedIds.push(id)
    } catch (error) {
      if (!isItemError(error)) throw error
      // Somebody else has put it into the trash, or deleted it: that stays as it is.
      if (error.code !== 'in_trash' && error.code !== 'not_found') outcome.report.skipped.push(...refused(row, error).report.skipped)
    }
  }
  return outcome
}

/** An event that may not be put into the trash. It has no place in the source. */
function refused({ key, kind }: ImportRow, { code, message }: { readonly code: string; readonly message: string }): Outcome {
  const outcome = emptyOutcome()
  outcome.report.skipped.push({ index: -1, kind, key, code, message })
  return outcome
}
