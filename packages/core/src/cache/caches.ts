import type { CalendarStore } from '../store/contract.ts'
import { createKeys, type KeyOf } from './keys.ts'
import { createPieceCache, type PieceCache } from './pieces.ts'
import { createResponseCache, type ResponseCache } from './response-cache.ts'
import { createWrites } from './writes.ts'

/** A value that can be cached: it says how much memory it takes, as byte arrays do. The cache stores it unchanged. */
export interface Cacheable {
  /** The approximate size in bytes. */
  readonly byteLength: number
}

/** The caches of a calendar. */
export interface Caches {
  /** The results of `calendar.cached`. */
  readonly results: ResponseCache<Cacheable>
  /** The totals of lists, which all pages of a list share. */
  readonly totals: ResponseCache<number>
  /** The encoded events of lists, which lists share and which outlive the writes of other records. */
  readonly pieces: PieceCache
  /** Builds the keys of results and totals. */
  readonly keyOf: KeyOf
}

/** The share of the bytes that is for totals. Pages are a hundred times as large: in one cache they would evict every total. */
const shareOfTotals = 1 / 16

/** The share of the bytes that is for pieces. */
const shareOfPieces = 5 / 16

/** Creates the caches of a store; together they take at most `maxBytes`. */
export function createCaches(maxBytes: number, store: Pick<CalendarStore, 'writtenSince'>): Caches {
  const bytesOfTotals = Math.floor(maxBytes * shareOfTotals)
  const bytesOfPieces = Math.floor(maxBytes * shareOfPieces)
  return {
    results: createResponseCache(maxBytes - bytesOfTotals - bytesOfPieces, ({ byteLength }) => byteLength),
    totals: createResponseCache(bytesOfTotals, () => 0),
    pieces: createPieceCache(bytesOfPieces, createWrites(store)),
    keyOf: createKeys(),
  }
}
