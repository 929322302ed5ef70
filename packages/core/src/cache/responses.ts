import { type AbortSignalLike, everyAborted } from '../store/abort-signal.ts'
import { createLruCache } from './lru-cache.ts'

/** A value that can be cached: it says how much memory it takes, as byte arrays do. The cache stores it unchanged. */
export interface Cacheable {
  /** The approximate size in bytes. */
  readonly byteLength: number
}

/** A computed value. */
export interface Made<V> {
  /** The value. */
  readonly value: V
  /** Whether it depends on more than its key: then it is for the caller alone, and not cached. */
  readonly isPersonal: boolean
}

/** Responses by key, and anything else that is computed once for many requests. */
export interface Responses {
  /** The cached value of a key; undefined if there is none. */
  get(key: string): Cacheable | undefined
  /**
   * Returns the cached value of a key; otherwise computes it with `make` and caches it. Concurrent callers of a key wait for the same
   * computation. Errors of `make` are not cached.
   * @param key everything that the value depends on, the state of the store included. Keys of different types of values differ
   * @param make receives a signal that is aborted once all waiting callers have aborted
   * @param caller the signal of the caller
   */
  cached<V extends Cacheable>(key: string, make: (signal: AbortSignalLike) => Promise<Made<V>>, caller?: AbortSignalLike): Promise<V>
}

/** A computation in progress that other callers of the key wait for. */
interface Computation {
  /** The result; undefined if the computation fails or is for its own caller alone. */
  readonly shared: Promise<Cacheable | undefined>
  /** The signals of the waiting callers; undefined for a caller that cannot abort. */
  readonly callers: (AbortSignalLike | undefined)[]
}

/** The approximate size of an entry in bytes, without its key and its value. */
const entryBytes = 500

/** Creates a cache of responses, bounded in bytes. Those of earlier states of the store are never found again, and evicted first. */
export function createResponses(maxBytes: number): Responses {
  const entries = createLruCache<Cacheable>(maxBytes)
  const computations = new Map<string, Computation>()
  return {
    get: entries.get,
    cached: async <V extends Cacheable>(
      key: string,
      make: (signal: AbortSignalLike) => Promise<Made<V>>,
      caller?: AbortSignalLike,
    ): Promise<V> => {
      const running = computations.get(key)
      running?.callers.push(caller)
      // If the other caller's computation failed, this one may still succeed, or fail with another error.
      const known = running === undefined ? entries.get(key) : await running.shared
      // Keys of different types of values differ.
      if (known !== undefined) return known as V
      const callers = [caller]
      const making = make(everyAborted(callers))
      const shared = making.then(
        ({ value, isPersonal }) => (isPersonal ? undefined : value),
        () => undefined,
      )
      const computation: Computation = { shared, callers }
      computations.set(key, computation)
      try {
        const { value, isPersonal } = await making
        if (!isPersonal) entries.set(key, value, entryBytes + 2 * key.length + value.byteLength)
        return value
      } finally {
        if (computations.get(key) === computation) computations.delete(key)
      }
    },
  }
}
