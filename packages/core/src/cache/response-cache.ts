import { type AbortSignalLike, everyAborted } from '../abort-signal.ts'
import { createLruCache } from './lru-cache.ts'

/** The period in which a response is valid. */
export interface Moment {
  /** The one "now" that it is computed with. */
  readonly nowMs: number
  /** When the response becomes stale without a write; null for never. */
  readonly staleAtMs: number | null
}

/** Computes a value; see {@link ResponseCache}. */
export type Make<V> = (unshare: () => void, signal: AbortSignalLike) => Promise<V>

/** Values by key, each valid for a period. */
export interface ResponseCache<V> {
  /** The cached value of a key, if it is valid at that time. */
  get(key: string, nowMs: number): V | undefined
  /**
   * Returns the cached value of a key if it is still valid; otherwise computes it with `make` and caches it. Concurrent callers of a key
   * wait for the same computation. Errors of `make` are not cached.
   * @param key everything that the value depends on, except the time
   * @param make receives a signal that is aborted once all waiting callers have aborted. It calls `unshare` when the value begins to depend
   * on more than the key: then the value is not cached, and no other caller waits for it
   * @param caller the signal of the caller
   */
  cached(key: string, moment: Moment, make: Make<V>, caller?: AbortSignalLike): Promise<V>
}

interface Entry<V> extends Moment {
  readonly answer: V
}

/** A computation in progress. */
interface Making<V> {
  /** Undefined where it failed, or where it was unshared. */
  readonly entry: Promise<Entry<V> | undefined>
  /** The signals of the waiting callers; undefined for a caller that cannot abort. */
  readonly callers: (AbortSignalLike | undefined)[]
}

/** Waits for a computation that another caller has started. */
function join<V>({ entry, callers }: Making<V>, caller: AbortSignalLike | undefined): Making<V>['entry'] {
  callers.push(caller)
  return entry
}

/** The approximate overhead of an entry in bytes, besides its strings and its body. */
const entryBytes = 500

/**
 * A response cache, bounded in bytes.
 * @param sizeOf the bytes of a value
 */
export function createResponseCache<V>(maxBytes: number, sizeOf: (answer: V) => number): ResponseCache<V> {
  const entries = createLruCache<Entry<V>>(maxBytes)
  const begun = new Map<string, Making<V>>()
  const get: ResponseCache<V>['get'] = (key, nowMs) => {
    const known = entries.get(key)
    return known !== undefined && holds(known, nowMs) ? known.answer : undefined
  }
  const cached: ResponseCache<V>['cached'] = async (key, moment, make, caller) => {
    const known = get(key, moment.nowMs)
    if (known !== undefined) return known
    // A failed computation affects its own caller alone: the next caller may get another error.
    const begunByOther = begun.get(key)
    const other = begunByOther === undefined ? undefined : await join(begunByOther, caller)
    if (other !== undefined && holds(other, moment.nowMs)) return other.answer
    const callers = [caller]
    let isShared = true
    let unshare = (): void => undefined
    const unshared = new Promise<undefined>((resolve) => {
      unshare = () => {
        isShared = false
        callers.length = 1
        if (begun.get(key) === shared) begun.delete(key)
        resolve(undefined)
      }
    })
    let shared: Making<V> | undefined
    const making = make(() => unshare(), everyAborted(callers)).then((answer) => ({ ...moment, answer }))
    if (isShared) {
      shared = { entry: Promise.race([making.catch(() => undefined), unshared]), callers }
      begun.set(key, shared)
    }
    try {
      const entry = await making
      if (isShared) entries.set(key, entry, entryBytes + 2 * key.length + sizeOf(entry.answer))
      return entry.answer
    } finally {
      if (shared !== undefined && begun.get(key) === shared) begun.delete(key)
    }
  }
  return { get, cached }
}

/** Clocks may be set back: then the entry is from the future and shows records whose publication date has not come yet. */
const holds = (entry: Moment, nowMs: number): boolean => entry.nowMs <= nowMs && (entry.staleAtMs === null || nowMs < entry.staleAtMs)
