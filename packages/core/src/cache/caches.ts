import type { ChangeLog } from '../store/log.ts'
import { createItems, type Items } from './items.ts'
import { createResponses, type Responses } from './responses.ts'

/** The two layers of the cache of a calendar. */
export interface Caches {
  /** Finished responses and totals; they are found as long as the revision of the store stays the same. */
  readonly responses: Responses
  /** The encoded events of lists, which lists share and which outlive the writes of other records. */
  readonly items: Items
}

/** The share of the bytes that is for items. */
const shareOfItems = 5 / 16

/** Creates the caches of a store; together they take at most `maxBytes`. */
export function createCaches(maxBytes: number, log: Pick<ChangeLog, 'writtenSince'>): Caches {
  const bytesOfItems = Math.floor(maxBytes * shareOfItems)
  return { responses: createResponses(maxBytes - bytesOfItems), items: createItems(bytesOfItems, log) }
}
