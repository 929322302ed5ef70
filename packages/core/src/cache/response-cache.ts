import { type AbortSignalLike, everyAborted } from '../abort-signal.ts'
import { createLruCache } from './lru-cache.ts'

/** The period in which a value is valid. */
export interface Validity {
  /** The "now" that the value is computed with: the start of the period. */
  readonly nowMs: number
  /** When the value becomes stale without a write; null for never. */
  readonly staleAtMs: number | null
  /** The state of the writes before the value is computed; see `Writes`. */
  readonly state: number
}

/** Computes a value; see {@link ResponseCache}. */
export type Make<V> = (unshare: () => void, signal: AbortSignalLike) => Promise<V>

/** Values by key, each valid for a period. */
export interface ResponseCache<V> {
  /** The cached value of a key; undefined if there is none, or none that is valid now. */
  get(key: string, now: Pick<Validity, 'nowMs' | 'state'>): V | undefined
  /**
   * Returns the cached value of a key if it is still valid; otherwise computes it with `make` and caches it. Concurrent callers of a key
   * wait for the same computation. Errors of `make` are not cached.
   * @param key everything that the value depends on, except the time and the stored records
   * @param make receives a signal that is aborted once all waiting callers have aborted. It calls `unshare` when the value begins to depend
   * on more than the key: then the value is not cached, and no other caller waits for it
   * @param caller the signal of the caller
   */
  cached(key: string, validity: Validity, make: Make<V>, caller?: AbortSignalLike): Promise<V>
}

interface Entry<V> extends Validity {
  readonly value: V
  /** The last state in which the value was found current. */
  state: number
}

/** A computation in progress that other callers of the key can wait for. */
interface Computation<V> {
  /** The result; undefined if the computation fails or is unshared. */
  readonly entry: Promise<Entry<V> | undefined>
  /** The signals of the waiting callers; undefined for a caller that cannot abort. */
  readonly callers: (AbortSignalLike | undefined)[]
}

/** Waits for a computation that another caller has started. */
function join<V>({ entry, callers }: Computation<V>, caller: AbortSignalLike | undefined): Computation<V>['entry'] {
  callers.push(caller)
  return entry
}

/** The approximate size of an entry in bytes, without its key and its value. */
const entryBytes = 500

/**
 * A response cache, bounded in bytes.
 * @param sizeOf the bytes of a value
 * @param isCurrent whether no write after a state has changed a value
 */
export function createResponseCache<V>(
  maxBytes: number,
  sizeOf: (value: V) => number,
  isCurrent: (value: V, state: number) => boolean,
): ResponseCache<V> {
  const entries = createLruCache<Entry<V>>(maxBytes)
  const computations = new Map<string, Computation<V>>()
  const get: ResponseCache<V>['get'] = (key, { nowMs, state }) => {
    const known = entries.get(key)
    if (known === undefined || !isValid(known, nowMs) || !isCurrent(known.value, known.state)) return undefined
    known.state = state
    return known.value
  }
  const cached: ResponseCache<V>['cached'] = async (key, validity, make, caller) => {
    const known = get(key, validity)
    if (known !== undefined) return known
    // A computation that began in an earlier state may have read what was stored then.
    const shareKey = `${validity.state} ${key}`
    const computation = computations.get(shareKey)
    const other = computation === undefined ? undefined : await join(computation, caller)
    if (other !== undefined && isValid(other, validity.nowMs)) return other.value
    // If the other caller's computation failed, this one may still succeed, or fail with another error.
    const callers = [caller]
    let isShared = true
    let unshare = (): void => undefined
    const unshared = new Promise<undefined>((resolve) => {
      unshare = () => {
        isShared = false
        // The other callers stop waiting for this computation.
        callers.length = 1
        if (computations.get(shareKey) === shared) computations.delete(shareKey)
        resolve(undefined)
      }
    })
    let shared: Computation<V> | undefined
    const making = make(() => unshare(), everyAborted(callers)).then((value) => ({ ...validity, value }))
    if (isShared) {
      shared = { entry: Promise.race([making.catch(() => undefined), unshared]), callers }
      computations.set(shareKey, shared)
    }
    try {
      const entry = await making
      if (isShared) entries.set(key, entry, entryBytes + 2 * key.length + sizeOf(entry.value))
      return entry.value
    } finally {
      if (shared !== undefined && computations.get(shareKey) === shared) computations.delete(shareKey)
    }
  }
  return { get, cached }
}

/**
 * Whether an entry is valid at a time. After a clock was set back, an entry can be from the future: it would show records whose publication
 * date has not come yet.
 */
export const isValid = (entry: Omit<Validity, 'state'>, nowMs: number): boolean =>
  entry.nowMs <= nowMs && (entry.staleAtMs === null || nowMs < entry.staleAtMs)
