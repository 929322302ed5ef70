/** A response that the service may confirm. */
export interface CachedResponse {
  /** The entity tag that it was sent with. */
  readonly etag: string
  /** The decoded body. */
  readonly value: unknown
}

/** Decoded responses by URL; the one that was used longest ago goes first. */
export interface EtagCache {
  /** The response of a URL; undefined for none. */
  get(url: string): CachedResponse | undefined
  /** Keeps a response that has an entity tag. */
  set(url: string, response: { readonly etag: string | null; readonly value: unknown }): void
}

/**
 * A cache whose entries are only used after the service has confirmed them with 304 for the headers of that request: an entity tag is a digest of
 * the body, so a caller with other rights never gets a body that it could not read itself.
 * @param size how many responses it keeps
 */
export function createEtagCache(size: number): EtagCache {
  const entries = new Map<string, CachedResponse>()
  return {
    get: (url) => entries.get(url),
    set(url, { etag, value }) {
      entries.delete(url)
      if (etag) entries.set(url, { etag, value })
      for (const oldest of entries.keys()) if (entries.size > size) entries.delete(oldest)
    },
  }
}
