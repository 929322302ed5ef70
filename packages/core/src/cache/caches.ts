import type { CalendarStore } from '../store/contract.ts'
import { createKeys, type KeyOf } from './keys.ts'
import { createPieceCache, type PieceCache } from './pieces.ts'
import type { Tracked } from './reads.ts'
import { createResponseCache, type ResponseCache } from './response-cache.ts'
import { createWrites, type Writes } from './writes.ts'

/** A value that can be cached: it says how much memory it takes, as byte arrays do. The cache stores it unchanged. */
export interface Cacheable {
  /** The approximate size in bytes. */
  readonly byteLength: number
}

/** The caches of a calendar. */
export interface Caches {
  /** The results of `calendar.cached`. */
  readonly results: ResponseCache<Tracked<Cacheable>>
  /** The totals of lists, which all pages of a list share. */
  readonly totals: ResponseCache<Tracked<number>>
  /** The encoded events of lists, which lists share and which outlive the writes of other records. */
  readonly pieces: PieceCache
  /** What was written when. */
  readonly writes: Writes
  /** Builds the keys of results and totals. */
  readonly keyOf: KeyOf
}

/** The share of the bytes that is for totals. Pages are a hundred times as large: in one cache they would evict every total. */
const shareOfTotals = 1 / 16

/** The share of the bytes that is for pieces. */
const shareOfPieces = 5 / 16

/** The size of an id in a list of ids. */
const bytesOfId = 8

/** Creates the caches of a store; together they take at most `maxBytes`. */
export function createCaches(maxBytes: number, store: Pick<CalendarStore, 'writtenSince'>): Caches {
  const bytesOfTotals = Math.floor(maxBytes * shareOfTotals)
  const bytesOfPieces = Math.floor(maxBytes * shareOfPieces)
  const writes = createWrites(store)
  const isCurrent = ({ reads }: Tracked<unknown>, state: number): boolean => writes.isUnchanged(reads, state)
  const sizeOf = ({ value, reads }: Tracked<Cacheable>): number => value.byteLength + bytesOfId * Object.values(reads.ids).flat().length
  return {
    results: createResponseCache(maxBytes - bytesOfTotals - bytesOfPieces, sizeOf, isCurrent),
    totals: createResponseCache<Tracked<number>>(bytesOfTotals, () => 0, isCurrent),
    pieces: createPieceCache(bytesOfPieces, writes),
    writes,
    keyOf: createKeys(),
  }
}
