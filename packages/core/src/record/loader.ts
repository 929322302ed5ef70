/** The maximum number of keys per lookup. */
const keysPerLook = 500

/**
 * Batches lookups by key, as DataLoader does: each key is loaded once, and enqueued keys are loaded with the first requested one. Values
 * are those that one write has seen: it does not notice concurrent changes.
 */
export interface Loader<K, V> {
  /** Announces keys that will be requested. */
  enqueue(keys: Iterable<K>): void
  /** Loads the values of keys; missing keys are left out. */
  loadMany(keys: readonly K[]): Promise<ReadonlyMap<K, V>>
  /** Adds a value that the write itself has created, unless the key has one already. */
  prime(key: K, value: V): void
}

/** @param load returns the values of at most 500 keys */
export function createLoader<K, V>(load: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>): Loader<K, V> {
  const known = new Map<K, V | undefined>()
  const queued = new Set<K>()

  const look = async (keys: readonly K[]): Promise<void> => {
    for (let from = 0; from < keys.length; from += keysPerLook) {
      const chunk = keys.slice(from, from + keysPerLook)
      const found = await load(chunk)
      for (const key of chunk) known.set(key, found.get(key))
    }
  }

  return {
    enqueue(keys) {
      for (const key of keys) if (!known.has(key)) queued.add(key)
    },
    async loadMany(keys) {
      const unknown = keys.filter((key) => !known.has(key))
      if (unknown.length > 0) {
        const wanted = new Set([...unknown, ...queued])
        queued.clear()
        await look([...wanted])
      }
      const found = new Map<K, V>()
      for (const key of keys) {
        const value = known.get(key)
        if (value !== undefined) found.set(key, value)
      }
      return found
    },
    prime(key, value) {
      if (known.get(key) === undefined) known.set(key, value)
    },
  }
}

/** Loads records by id. */
export const loadById =
  <R extends { readonly id: number }>(collection: { getMany(ids: readonly number[]): Promise<readonly R[]> }) =>
  async (ids: readonly number[]): Promise<ReadonlyMap<number, R>> =>
    new Map((await collection.getMany(ids)).map((record) => [record.id, record]))
