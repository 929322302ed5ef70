/** Uncommitted changes over a base map. The base map stays unchanged until `commit`. */
export interface Layer<K, V> {
  /** The differences from the base map; undefined marks a removed key. */
  readonly changes: ReadonlyMap<K, V | undefined>
  /** The value with the changes. */
  get(key: K): V | undefined
  /** Changes a value; undefined removes it. */
  set(key: K, value: V | undefined): void
  /** All values with the changes. */
  values(): Iterable<V>
  /** Writes the changes into the base map. */
  commit(): void
}

/** Makes a layer without changes. */
export function layerOver<K, V>(base: Map<K, V>): Layer<K, V> {
  const changes = new Map<K, V | undefined>()

  function* values(): Iterable<V> {
    for (const [key, value] of base) if (!changes.has(key)) yield value
    for (const value of changes.values()) if (value !== undefined) yield value
  }

  return {
    changes,
    get: (key) => (changes.has(key) ? changes.get(key) : base.get(key)),
    set: (key, value) => void changes.set(key, value),
    values: () => (changes.size === 0 ? base.values() : values()),
    commit() {
      for (const [key, value] of changes) {
        if (value === undefined) base.delete(key)
        else base.set(key, value)
      }
    },
  }
}
