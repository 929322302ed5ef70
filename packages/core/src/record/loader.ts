/** How many keys are looked up together. */
const keysPerLook = 500

/**
 * Looks things up by key, each key once, and keys that are known to come together with the first that is asked for. It stands
 * for what one write has seen: what others change meanwhile is not noticed.
 */
export interface Loader<K, V> {
  /** Says that these keys will be asked for. */
  enqueue(keys: Iterable<K>): void
  /** What is there under these keys, by key. */
  of(keys: readonly K[]): Promise<ReadonlyMap<K, V>>
  /** Takes in what the write itself has made, unless something was there before. */
  prime(key: K, value: V): void
}

/** @param load finds what is there under at most 500 keys */
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
    async of(keys) {
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

/** Finds records by id. */
export const loadById =
  <R extends { readonly id: number }>(collection: { getMany(ids: readonly number[]): Promise<readonly R[]> }) =>
  async (ids: readonly number[]): Promise<ReadonlyMap<number, R>> =>
    new Map((await collection.getMany(ids)).map((record) => [record.id, record]))
