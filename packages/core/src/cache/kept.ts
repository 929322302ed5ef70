import { createKeys, type KeyOf } from './keys.ts'
import { type CachedResponse, createResponseCache, type ResponseCache } from './response-cache.ts'

/** What is kept from one question to the next. */
export interface Kept {
  /** Finished answers. */
  readonly answers: ResponseCache<CachedResponse>
  /** The totals of lists, which all pages of a list share. */
  readonly totals: ResponseCache<number>
  /** What both are kept under. */
  readonly keyOf: KeyOf
}

/** Totals take a part of the bytes for themselves: among pages, which are a hundred times as large, none would last. */
const shareOfTotals = 1 / 16

/** Keeps so many bytes in all. */
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
