import type { ImportWarning } from '../item.ts'
import type { ImportRow } from '../records/import-store.ts'
import type { Entry } from './entry.ts'
import { groupBy, type RowIndex } from './rows.ts'

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
  /** The name of the source. */
  readonly source: string
  /** What is known of its items. */
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
  if (isOfOtherSource(entry, known)) return { type: 'skip', entry, row, reason: otherSource }
  if (!known.hasLayers || entry.item.kind !== 'event') return { type: 'create', entry, row: undefined }
  const { candidates, exact } = findCandidates(entry, known)
  if (candidates.length === 0) return { type: 'create', entry, row: undefined }
  // A later item of the source may have the key of the candidate.
  if (entry.isKeyed || exact === undefined || known.seen.has(exact.id)) return { type: 'later', entry }
  return resolveKnown(entry, exact, known)
}

/** Whether the key of an item belongs to an event of another source, as far as both look alike. The uid of an event is unique. */
const isOfOtherSource = ({ item, isKeyed, key, look }: Entry, { source, rows }: Known): boolean =>
  isKeyed &&
  item.kind === 'event' &&
  rows.byLook(look).some((row) => row.source !== source && row.key === key && row.recordId !== 0 && !row.isMissing)

/** The reason why an item is not imported whose uid belongs to an event of another source. */
export const otherSource: ImportWarning = { code: 'uid_taken', message: 'The event with this uid belongs to another source.' }

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

/** The rows that may be those of an item without a row. */
export interface Candidates {
  /** All of them, by the first layer that finds some: rows with its address, else with its title, day and place. */
  readonly candidates: readonly ImportRow[]
  /** The one with an equal start; undefined if there is none, or several. */
  readonly exact: ImportRow | undefined
}

/** Whether a row tells which event an item is, or that it is none. */
const isImported = ({ kind, recordId, decision }: ImportRow): boolean => kind === 'event' && (recordId !== 0 || decision.ignore === true)

/** Finds the candidates of an item among the rows of its source. */
export function findCandidates(entry: Entry, { source, rows, made }: Known): Candidates {
  const isKnown = (row: ImportRow): boolean => row.source === source && isImported(row) && !made.has(row.id)
  const byAddress = rows.byAddress(entry.address).filter(isKnown)
  const candidates = byAddress.length > 0 ? byAddress : rows.byLook(entry.look).filter(isKnown)
  const same = candidates.filter(({ start }) => start === entry.start)
  const closest = same.length > 1 ? same.filter((row) => row.look === entry.look && row.address === entry.address) : same
  return { candidates, exact: closest.length === 1 ? closest[0] : undefined }
}

/** The only row that may be that of an item at another time. Of several events of one page, it is the one with its title, day and place. */
function onlyCandidate(entry: Entry, candidates: readonly ImportRow[]): ImportRow | undefined {
  // Another page is another event, unless its start is equal, too.
  const ofPage = candidates.filter(({ address }) => address === entry.address || address === '' || entry.address === '')
  const alike = ofPage.length > 1 ? ofPage.filter(({ look }) => look === entry.look) : ofPage
  return alike.length === 1 ? alike[0] : undefined
}

/** An item that waits for the end of the source, with its candidates. */
export interface Waiting extends Candidates {
  /** The item. */
  readonly entry: Entry
}

/** The rows of items that had to wait. */
export type Claims = ReadonlyMap<Entry, ImportRow>

/** Gives each item that wants a row that row, unless another item wants it, too, or the source still has its item. */
function claimEach(waiting: readonly Waiting[], seen: IdSet, toRow: (one: Waiting) => ImportRow | undefined): Claims {
  const wishes = groupBy(
    waiting.flatMap((one) => {
      const row = toRow(one)
      return row === undefined || seen.has(row.id) ? [] : [{ entry: one.entry, row }]
    }),
    ({ row }) => row.id,
  )
  return new Map([...wishes.values()].flatMap((wish) => (wish.length === 1 ? wish.map(({ entry, row }) => [entry, row] as const) : [])))
}

/** Claims rows that the source has lost for the items with an equal start. */
export const claimExact = (waiting: readonly Waiting[], seen: IdSet): Claims => claimEach(waiting, seen, ({ exact }) => exact)

/**
 * Claims rows that the source has lost for the items that must be those events at other times: an item has one candidate, and no other item
 * has it. An event that has ended does not move.
 * @param areKeysLasting whether the source has other items under known keys: then an item under a new key is a new event
 */
export const claimMoved = (waiting: readonly Waiting[], seen: IdSet, nowMs: number, areKeysLasting: boolean): Claims =>
  claimEach(waiting, seen, ({ entry, candidates }) => {
    const row = entry.isKeyed && areKeysLasting ? undefined : onlyCandidate(entry, candidates)
    return row !== undefined && row.endMs >= nowMs ? row : undefined
  })
