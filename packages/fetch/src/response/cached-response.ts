import type { Cacheable } from '@kalends/core/internal'
import type { JsonObject } from '../json.ts'
import type { Bytes } from './representation.ts'

/** A finished response as the cache stores it. It is immutable. */
export interface CachedResponse extends Cacheable {
  /** The bytes to send. */
  readonly body: Bytes
  /** The body as text, where that is sent faster. */
  readonly text?: string
  /** Identifies the body: different bodies have different tags. Empty for an error, which is no representation of the resource. */
  readonly etag: string
  /** The headers that describe the body. */
  readonly headers: Readonly<Record<string, string>>
  /** The HTTP status; absent for that of the endpoint. */
  readonly status?: number
  /** Returns what is sent of the body, once extensions have added members to its records. @default all of it */
  readonly select?: (body: JsonObject) => JsonObject
}

/** The response with its size in memory. A character takes two bytes. */
export function toCachedResponse(response: Omit<CachedResponse, 'byteLength'>): CachedResponse {
  const { body, text = '', etag, headers } = response
  let characters = text.length + etag.length
  for (const [name, value] of Object.entries(headers)) characters += name.length + value.length
  return { ...response, byteLength: body.byteLength + 2 * characters }
}
