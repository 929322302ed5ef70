import { createKeys, type KeyOf } from './keys.ts'
import { type CachedResponse, createResponseCache, type ResponseCache } from './response-cache.ts'

/** The caches of a calendar. */
export interface Kept {
  /** Finished responses. */
  readonly answers: ResponseCache<CachedResponse>
  /** The totals of lists, which all pages of a list share. */
  readonly totals: ResponseCache<number>
  /** Builds the keys of both. */
  readonly keyOf: KeyOf
}

/** The share of the bytes that belongs to totals. Pages are a hundred times as large and would evict every total. */
const shareOfTotals = 1 / 16

/** Creates both caches, bounded in bytes together. */
export function createKept(maxBytes: number): Kept {
  const bytesOfTotals = Math.floor(maxBytes * shareOfTotals)
  return {
    answers: createResponseCache(maxBytes - bytesOfTotals, bytesOf),
    totals: createResponseCache(bytesOfTotals, () => 0),
    keyOf: createKeys(),
  }
}

const bytesOf = ({ body, text = '', etag, headers }: CachedResponse): number =>
  body.byteLength + 2 * (text.length + etag.length + Object.entries(headers).flat().join('').length)
