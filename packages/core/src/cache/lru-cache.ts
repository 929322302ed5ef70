/** Values by key, up to a total size. */
export interface LruCache<V> {
  /** The value of a key, which is then the last to go. */
  get(key: string): V | undefined
  /**
   * Keeps a value, in the place of those that nobody asked for in the longest time. One that is larger than the whole cache is not kept.
   * @param bytes its size
   */
  set(key: string, value: V, bytes: number): void
}

/** A cache for values of so many bytes in all. */
export function createLruCache<V>(maxBytes: number): LruCache<V> {
  // A map remembers the order in which keys were set, so its first one is the one to go.
  const entries = new Map<string, { readonly value: V; readonly bytes: number }>()
  let total = 0
  const remove = (key: string): void => {
    total -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }
  return {
    get: (key) => {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    set: (key, value, bytes) => {
      remove(key)
      if (bytes > maxBytes) return
      entries.set(key, { value, bytes })
      total += bytes
      for (const oldest of entries.keys()) {
        if (total <= maxBytes) return
        remove(oldest)
      }
    },
  }
}
