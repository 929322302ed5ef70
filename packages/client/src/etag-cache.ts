/** A response that the service may confirm. */
export interface CachedResponse {
  /** The entity tag that it was sent with. */
  readonly etag: string
  /** The decoded body. */
  readonly value: unknown
}

/**
 * Responses by URL, the one that was used last at the end. They are only used after the service has confirmed them with 304 for the headers
 * of that request: an entity tag is a digest of the body, so a caller with other rights never gets a body that it could not read itself.
 */
export type EtagCache = Map<string, CachedResponse>

/**
 * Keeps a response, if it has an entity tag.
 * @param size the maximum number of responses; the one that was used longest ago goes first
 */
export function remember(cache: EtagCache, size: number, url: string, etag: string | null, value: unknown): void {
  cache.delete(url)
  if (etag) cache.set(url, { etag, value })
  for (const oldest of cache.keys()) if (cache.size > size) cache.delete(oldest)
}
