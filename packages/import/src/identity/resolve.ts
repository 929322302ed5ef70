import type { ImportWarning } from '../item.ts'
import type { ImportRow } from '../records/import-store.ts'
import type { Entry } from './entry.ts'
import type { RowIndex } from './rows.ts'

/** What an import does with an item. */
export type Step =
  /** Its record has all values. */
  | { readonly type: 'unchanged'; readonly entry: Entry; readonly row: ImportRow }
  | { readonly type: 'skip'; readonly entry: Entry; readonly row: ImportRow | undefined; readonly reason: ImportWarning }
  /** It is new; it may have a row with a decision. */
  | { readonly type: 'create'; readonly entry: Entry; readonly row: ImportRow | undefined }
  | { readonly type: 'update'; readonly entry: Entry; readonly row: ImportRow }
  /** It is a record that no import has written. */
  | { readonly type: 'link'; readonly entry: Entry; readonly row: ImportRow | undefined; readonly recordId: number }
  /** Only the end of the source tells whether it is a new event or a known one under another key. */
  | { readonly type: 'later'; readonly entry: Entry }

/** A set of ids of rows. */
export type IdSet = Pick<ReadonlySet<string>, 'has'>

/** What an item is compared with. */
export interface Known {
  readonly source: string
  readonly rows: RowIndex
  /** The ids of the rows whose items the source still has. */
  readonly seen: IdSet
  /** The ids of the rows that this run has made. */
  readonly made: IdSet
  /** Whether the source overwrites what others have changed in the record of a row. */
  readonly isOutdated: (row: ImportRow) => boolean
  /** Whether an item without a row may be a known event under another key. False at the end of the source. */
  readonly hasLayers: boolean
}

/** Decides what an item is, and what the import does with it. */
export function resolve(entry: Entry, known: Known): Step {
  const row = known.rows.byId(entry.id)
  if (row !== undefined) return resolveKnown(entry, row, known)
  if (!known.hasLayers || entry.item.kind !== 'event') return { type: 'create', entry, row: undefined }
  const { candidates, exact } = findCandidates(entry, known)
  if (candidates.length === 0) return { type: 'create', entry, row: undefined }
  // A later item of the source may have the key of the candidate.
  if (entry.isKeyed || exact === undefined || known.seen.has(exact.id)) return { type: 'later', entry }
  return resolveKnown(entry, exact, known)
}

/** What the import does with an item whose row is known. */
export function resolveKnown(entry: Entry, row: ImportRow, { seen, isOutdated }: Known): Step {
  const { decision, recordId } = row
  const { sequence, modifiedMs } = entry.item
  const skip = (code: string, message: string): Step => ({ type: 'skip', entry, row, reason: { code, message } })
  const isNewer = sequence !== undefined && row.sequence >= 0 && sequence > row.sequence
  if (decision.ignore === true) return skip('ignored', 'Somebody has decided that it is not imported.')
  if (decision.same !== undefined && row.content === '') return { type: 'link', entry, row, recordId: decision.same }
  if (row.content === entry.content && recordId !== 0 && !row.isMissing && !isOutdated(row)) return { type: 'unchanged', entry, row }
  if (seen.has(row.id) && !isNewer) return skip('repeated_key', 'The source has an item with this key already.')
  if (recordId === 0) return { type: 'create', entry, row }
  const isOlder =
    sequence !== undefined && sequence !== row.sequence && row.sequence >= 0
      ? sequence < row.sequence
      : modifiedMs !== undefined && modifiedMs < row.modifiedMs
  if (isOlder) return skip('older', 'The source has an older revision of it than the last import.')
  return { type: 'update', entry, row }
}

/** The rows that may be those of an item without a row, by the first layer that finds some. */
export interface Candidates {
  readonly candidates: readonly ImportRow[]
  /** The one with an equal start; undefined if there is none, or several. */
  readonly exact: ImportRow | undefined
}

/** Finds the candidates of an item: rows of its source with its address, else with its title, day and place. */
export function findCandidates(entry: Entry, { source, rows, made }: Known): Candidates {
  const isKnown = (row: ImportRow): boolean => row.source === source && row.kind === 'event' && row.recordId !== 0 && !made.has(row.id)
  const byAddress = rows.byAddress(entry.address).filter(isKnown)
  const candidates = byAddress.length > 0 ? byAddress : rows.byLook(entry.look).filter(isKnown)
  const same = candidates.filter(({ start }) => start === entry.start)
  const closest = same.length > 1 ? same.filter(({ look, address }) => look === entry.look && address === entry.address) : same
  return { candidates, exact: closest.length === 1 ? closest[0] : undefined }
}

/**
 * Decides at the end of a source which rows belong to the items that had to wait. A row that the source has lost belongs to the one item with
 * an equal start, else to the one item for which it is the only candidate. An event that has ended does not move.
 */
export function claimRows(waiting: readonly (Candidates & { readonly entry: Entry })[], seen: IdSet, nowMs: number): Claims {
  const claims = new Map<Entry, ImportRow>()
  const taken = new Set<string>()
  const claim = (toRow: (one: Candidates) => ImportRow | undefined): void => {
    const wishes = new Map<string, { readonly entry: Entry; readonly row: ImportRow }[]>()
    for (const one of waiting) {
      const row = claims.has(one.entry) ? undefined : toRow(one)
      if (row !== undefined && !seen.has(row.id) && !taken.has(row.id))
        wishes.set(row.id, [...(wishes.get(row.id) ?? []), { entry: one.entry, row }])
    }
    for (const [id, [first, ...others]] of wishes) {
      if (first === undefined || others.length > 0) continue
      claims.set(first.entry, first.row)
      taken.add(id)
    }
  }
  claim(({ exact }) => exact)
  claim(({ candidates }) => (candidates.length === 1 && (candidates[0]?.endMs ?? 0) >= nowMs ? candidates[0] : undefined))
  return claims
}

/** The rows of items that had to wait. */
export type Claims = ReadonlyMap<Entry, ImportRow>
