import { internals } from '@kalends/core/internal'
import type { Entry } from '../identity/entry.ts'
import { type Claims, claimExact, claimMoved, findCandidates, type Waiting } from '../identity/resolve.ts'
import { indexRows } from '../identity/rows.ts'
import type { ImportWarning, SourceEnd } from '../item.ts'
import { toNote } from '../report.ts'
import { runChunk } from './chunk.ts'
import { areTooMany, findComing } from './missing.ts'
import { type Run, reportProgress, throwIfAborted } from './run.ts'

const undecided: ImportWarning = {
  code: 'undecided',
  message: 'It may be a known event at another time. Only a source that is read as a whole tells whether it still has that event.',
}

/**
 * Imports the items that may be known events under other keys: now it is known which events the source has lost.
 * @param covers the time that the source covers; null if it was not read as a whole, so that it may have the other events, too
 */
export async function writeWaiting(run: Run, covers: NonNullable<SourceEnd['covers']> | null): Promise<void> {
  const { settings, seen, nowMs } = run
  const items = run.waiting.splice(0)
  if (items.length === 0) return
  const waiting = await findAll(run, items)
  const exact = claimExact(waiting, seen)
  const claimed = new Set([...exact.values()].map(({ id }) => id))
  const taken = { has: (id: string) => seen.has(id) || claimed.has(id) }
  const others = waiting.filter(({ entry }) => !exact.has(entry))
  // A run that was not whole may have found some items of a source under their new keys, so known keys tell nothing about it.
  const mayHaveMoved = claimMoved(others, taken, nowMs, false)
  const isWhole = mayHaveMoved.size === 0 || (covers !== null && (await isComplete(run, covers, taken, mayHaveMoved)))
  const claims: Claims = new Map([...exact, ...(isWhole ? claimMoved(others, taken, nowMs, run.hasKnownKeys) : [])])
  const ready = isWhole ? items : items.filter((entry) => !mayHaveMoved.has(entry))
  if (!isWhole) for (const { item, key } of mayHaveMoved.keys()) run.report.skipped.push(toNote(item, key, undecided))
  for (const chunk of chunksOf(ready, settings.chunkSize)) {
    throwIfAborted(settings)
    await runChunk(run, chunk, claims)
    await reportProgress(run)
  }
}

/** Whether the source has lost so few events that it can be believed. */
async function isComplete(
  run: Run,
  covers: NonNullable<SourceEnd['covers']>,
  taken: { has(id: string): boolean },
  moved: Claims,
): Promise<boolean> {
  const ids = new Set([...moved.values()].map(({ id }) => id))
  return !areTooMany(run.settings, await findComing(run, covers, { has: (id) => taken.has(id) || ids.has(id) }))
}

/** The candidates of the items, of each key once. */
async function findAll({ settings, records, seen, made }: Run, items: readonly Entry[]): Promise<readonly Waiting[]> {
  const { source, calendar, chunkSize } = settings
  const waiting: Waiting[] = []
  const first = new Map(items.toReversed().map((entry) => [entry.id, entry]))
  for (const chunk of chunksOf([...first.values()].reverse(), chunkSize)) {
    const addresses = chunk.map(({ address }) => address).filter((address) => address !== '')
    const lookup = { source, addresses, looks: chunk.map(({ look }) => look) }
    const rows = indexRows(await records.find(lookup, internals(calendar).engineTransaction))
    const known = { source, rows, seen, made, isOutdated: () => false, hasLayers: true }
    for (const entry of chunk) waiting.push({ entry, ...findCandidates(entry, known) })
  }
  return waiting
}

/** Chunks of at most a size. Of two items with one key, the later one is in another chunk: it has to find the row of the first. */
function* chunksOf(entries: readonly Entry[], size: number): Generator<readonly Entry[]> {
  let chunk: Entry[] = []
  const ids = new Set<string>()
  for (const entry of entries) {
    if (chunk.length >= size || ids.has(entry.id)) {
      yield chunk
      chunk = []
      ids.clear()
    }
    chunk.push(entry)
    ids.add(entry.id)
  }
  if (chunk.length > 0) yield chunk
}
