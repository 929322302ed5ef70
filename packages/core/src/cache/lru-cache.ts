/** Values by key, up to a total size in bytes. */
export interface LruCache<V> {
  /** The value of a key; marks it as the most recently used. */
  get(key: string): V | undefined
  /**
   * Stores a value and evicts the least recently used ones. A value larger than the whole cache is not stored.
   * @param bytes its size
   */
  set(key: string, value: V, bytes: number): void
  /** Removes the values that a condition holds for. */
  drop(isDropped: (value: V) => boolean): void
  /** Whether it has no values. */
  isEmpty(): boolean
}

/** An LRU cache, bounded in bytes. */
export function createLruCache<V>(maxBytes: number): LruCache<V> {
  // A map iterates in insertion order, so its first key is the least recently used one.
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
    drop: (isDropped) => {
      for (const [key, { value }] of entries) if (isDropped(value)) remove(key)
    },
    isEmpty: () => entries.size === 0,
  }
}
