import { CalendarError } from '@kalends/core'
import { deletedRequests, type RequestTable, type StoredRequest } from '@kalends/core/store'
import { firstKeptMs } from './process-state.ts'

/** A request that has a key. */
export interface KeyedRequest {
  /** Identifies caller and key. */
  readonly keyHash: string
  /** Identifies the content. */
  readonly fingerprint: string
}

/** How many portions of expired responses one request deletes at most. */
const maxPortions = 20

/**
 * The stored response to a request. An expired one is deleted, because it would keep the key.
 * @throws key_reused the response belongs to another request
 * @throws unavailable the response has expired, and older ones have to be deleted before it: a later request succeeds
 */
export async function findStored(
  requests: RequestTable,
  { keyHash, fingerprint }: KeyedRequest,
  nowMs: number,
): Promise<StoredRequest | undefined> {
  const row = await requests.get(keyHash)
  if (row === undefined) return undefined
  const firstMs = firstKeptMs(nowMs)
  if (row.atMs < firstMs) return deleteExpired(requests, keyHash, firstMs)
  if (row.fingerprint !== fingerprint) throw new CalendarError('key_reused', {})
  return row
}

/** Deletes expired responses, the oldest first, until that of the key is gone. */
async function deleteExpired(requests: RequestTable, keyHash: string, firstMs: number): Promise<undefined> {
  for (let portion = 0; portion < maxPortions; portion++)
    if ((await requests.deleteBefore(firstMs)) < deletedRequests || (await requests.get(keyHash)) === undefined) return undefined
  throw new CalendarError('unavailable', {})
}
