import { invalidInput } from '@kalends/core/internal'
import type { StoredRequest } from '@kalends/core/store'
import { type CachedResponse, toCachedResponse } from '../response/cached-response.ts'
import { keyHeader } from './key.ts'

/** The longest body that a store keeps, in bytes. */
export const maxStoredBytes = 8_388_608

/** The members of a response that are stored as headers. */
type StoredHeaders = Pick<CachedResponse, 'etag' | 'headers'>

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const encoder = new TextEncoder()

/**
 * A response as it is stored.
 * @throws invalid_input the body is too long to be stored
 */
export function toStoredRequest(
  request: Pick<StoredRequest, 'keyHash' | 'fingerprint' | 'atMs' | 'status'>,
  { etag, headers, body }: CachedResponse,
): StoredRequest {
  const { keyHash, fingerprint, atMs, status } = request
  if (body.byteLength > maxStoredBytes) throw invalidInput({ [keyHeader]: { code: 'key_not_usable', max: maxStoredBytes } })
  const stored: StoredHeaders = { etag, headers }
  return { keyHash, fingerprint, atMs, status, headers: JSON.stringify(stored), body: decoder.decode(body) }
}

/** The stored response, with the header that tells it from the first one. */
export function toReplay({ status, headers: text, body }: StoredRequest): CachedResponse {
  // Only `toStoredRequest` writes these texts.
  const { etag, headers } = JSON.parse(text) as StoredHeaders
  return toCachedResponse({ body: encoder.encode(body), etag, status, headers: { ...headers, 'Idempotency-Replayed': 'true' } })
}
