import { createKeys, type KeyOf } from './keys.ts'
import { createResponseCache, type ResponseCache } from './response-cache.ts'

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
  /** Builds the keys of both. */
  readonly keyOf: KeyOf
}

/** The share of the bytes that is for totals. Pages are a hundred times as large: in one cache they would evict every total. */
const shareOfTotals = 1 / 16

/** Creates both caches; together they take at most `maxBytes`. */
export function createCaches(maxBytes: number): Caches {
  const bytesOfTotals = Math.floor(maxBytes * shareOfTotals)
  return {
    results: createResponseCache(maxBytes - bytesOfTotals, ({ byteLength }) => byteLength),
    totals: createResponseCache(bytesOfTotals, () => 0),
    keyOf: createKeys(),
  }
}
