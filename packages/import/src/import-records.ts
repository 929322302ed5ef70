import type { Calendar } from '@kalends/core'
import { type Entry, rowId, toEntry, toKey } from './identity/entry.ts'
import type { ImportItem, ImportKind, SourceEnd, UnreadableItem } from './item.ts'
import { type ImportedItem, type ImportOptions, readSettings } from './options.ts'
import { overlayImports, storeFor } from './records/memory.ts'
import { emptyReport, type ImportReport, toNote } from './report.ts'
import { runChunk } from './run/chunk.ts'
import { trashMissing } from './run/missing.ts'
import { linkParents } from './run/parents.ts'
import { type Run, reportProgress, throwIfAborted } from './run/run.ts'
import { writeWaiting } from './run/waiting.ts'

/**
 * Imports records of another program: creates what is new, writes what the source has changed, and leaves alone what people have changed here.
 * Items are read on demand and written in chunks, each in one transaction. To resume after an error, run it again.
 * @param calendar the calendar, `as` the actor whose permissions apply to each record
 * @param items what a reader yields, such as `readIcalendar` of `@kalends/import/icalendar`
 * @returns what was done, and with which items nothing was done. What a source holds is never an error
 * @throws TypeError an option is invalid
 * @throws unavailable the storage is down or too busy; committed chunks stay
 * @throws what `map`, `match` and `onProgress` throw; `signal.reason` after an abort
 * @example
 * const report = await importRecords(calendar, items, { source: 'https://club.example.org/a.ics', records })
 */
export async function importRecords(
  calendar: Calendar,
  items: Iterable<ImportItem> | AsyncIterable<ImportItem>,
  options: ImportOptions,
): Promise<ImportReport> {
  const settings = readSettings(calendar, options)
  const run: Run = {
    settings,
    records: settings.dryRun ? overlayImports(settings.records) : storeFor(calendar, settings.records),
    report: emptyReport(),
    ...{ seen: new Set(), made: new Set(), imagined: new Set(), waiting: [], orphans: [] },
    ...{ nowMs: calendar.clock.nowMs(), done: 0, isStopped: false, hasKnownKeys: false },
  }
  const end = await readAll(run, items)
  const reason = whyIncomplete(run, end)
  await writeWaiting(run, reason === null ? (end?.covers ?? {}) : null)
  await linkParents(run)
  run.report.incomplete = reason
  if (reason === null && settings.onMissing === 'trash') await trashMissing(run, end?.covers)
  for (const notes of [run.report.skipped, run.report.warnings, run.report.doubtful]) notes.sort((a, b) => a.index - b.index)
  return run.report
}

/** Imports all items but those that wait. @returns the end of the source, if it has one */
async function readAll(run: Run, items: Iterable<ImportItem> | AsyncIterable<ImportItem>): Promise<SourceEnd | undefined> {
  const { settings } = run
  let chunk: Entry[] = []
  const ids = new Set<string>()
  const flush = async (): Promise<void> => {
    const entries = chunk
    chunk = []
    ids.clear()
    await runChunk(run, entries)
    if (entries.length > 0) await reportProgress(run)
  }
  const reading = readSafely(items)
  try {
    for await (const item of reading) {
      throwIfAborted(settings)
      if (item.kind === 'end') {
        await flush()
        return item
      }
      run.done++
      const mapped = item.kind === 'unreadable' || settings.map === undefined ? item : await settings.map(item)
      if (mapped === undefined) continue
      const entry = mapped.kind === 'unreadable' ? mapped : readEntry(settings.source, mapped)
      if ('code' in entry) {
        if (settings.onError === 'stop') await flush()
        if (!run.isStopped) addUnreadable(run, entry)
      } else {
        // Of two items with one key, the later one has to find the row of the first.
        if (ids.has(entry.id) || chunk.length >= settings.chunkSize) await flush()
        chunk.push(entry)
        ids.add(entry.id)
      }
      if (run.isStopped) return undefined
    }
    await flush()
    return undefined
  } finally {
    await reading.return(undefined)
  }
}

/** The items up to an error of their reader, which is then the end of an incomplete source. */
async function* readSafely(items: Iterable<ImportItem> | AsyncIterable<ImportItem>): AsyncGenerator<ImportItem, void, undefined> {
  try {
    yield* items
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    yield { kind: 'end', complete: false, reason: { code: 'source_failed', message } }
  }
}

/** What identifies an item, or why that cannot be told: a value of its input is no data, or nested too deeply. */
function readEntry(source: string, item: ImportedItem): Entry | UnreadableItem {
  try {
    return toEntry(source, item)
  } catch {
    const place = { index: item.index, ...(item.line !== undefined && { line: item.line }) }
    return { ...place, kind: 'unreadable', key: item.key, code: 'invalid_input', message: 'A value of the item is no data.' }
  }
}

const allKinds: readonly ImportKind[] = ['event', 'venue', 'organizer', 'category', 'tag']

function addUnreadable(run: Run, item: UnreadableItem): void {
  run.report.skipped.push(toNote(item, toKey(item.key), item))
  if (item.key !== '') for (const kind of allKinds) run.seen.add(rowId(run.settings.source, kind, item.key))
  if (run.settings.onError === 'stop') run.isStopped = true
}

/** Why no event of the source counts as missing. */
function whyIncomplete({ done, isStopped }: Run, end: SourceEnd | undefined): ImportReport['incomplete'] {
  if (isStopped) return { code: 'stopped', message: 'An item has ended the import.' }
  if (end === undefined) return { code: 'ended_early', message: 'The source has ended without its end.' }
  if (!end.complete) return end.reason ?? { code: 'ended_early', message: 'The source was not read as a whole.' }
  if (done === 0) return { code: 'empty', message: 'The source has no items.' }
  return null
}
