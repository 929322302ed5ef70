import { type AbortSignalLike, everyAborted } from '../abort-signal.ts'
import { createLruCache } from './lru-cache.ts'

/** Bytes in memory of their own. Compilers before TypeScript 5.7 know them by no other name than this. */
type Bytes = ReturnType<typeof Uint8Array.from>

/** A finished answer, as it is kept. Nobody changes it. */
export interface CachedResponse {
  /** What is sent. */
  readonly body: Bytes
  /** The same as text, where that is sent faster. */
  readonly text?: string
  /** Stands for the body: another body has another one. */
  readonly etag: string
  /** What is said of the body beside. */
  readonly headers: Readonly<Record<string, string>>
  /** The HTTP status of an error that is kept like an answer; absent for a success. */
  readonly status?: number
}

/** What an answer holds for. */
export interface Moment {
  /** The one "now" by which it is made. */
  readonly nowMs: number
  /** When the same question may have another answer, although nothing was written; null for never. */
  readonly staleAtMs: number | null
}

/** Makes an answer; see {@link ResponseCache}. */
export type Make<V> = (unshare: () => void, signal: AbortSignalLike) => Promise<V>

/** What was found out, as long as it holds. */
export interface ResponseCache<V> {
  /**
   * The answer that is kept under a key and holds now, at once; or else the one that `make` gives, which is kept then.
   * Whoever asks while it is being made waits for it. What `make` throws is not kept.
   * @param key all that the answer depends on, but the moment
   * @param make is given a signal that is aborted when all who wait for the answer have gone away. It calls `unshare` when the answer begins to
   * depend on more than the key: then it is not kept, and no other caller waits for it
   * @param caller the signal of who asks
   */
  cached(key: string, moment: Moment, make: Make<V>, caller?: AbortSignalLike): V | Promise<V>
}

interface Entry<V> extends Moment {
  readonly answer: V
}

/** An answer that is being made. */
interface Making<V> {
  /** Undefined where it failed, or turned out to be its maker's alone. */
  readonly entry: Promise<Entry<V> | undefined>
  /** The signals of those who wait for it; undefined for one who stays. */
  readonly callers: (AbortSignalLike | undefined)[]
}

/** Waits for an answer that somebody else has begun to make. */
function join<V>({ entry, callers }: Making<V>, caller: AbortSignalLike | undefined): Making<V>['entry'] {
  callers.push(caller)
  return entry
}

/** What an entry takes beside its texts and bytes, about. */
const entryBytes = 500

/**
 * Keeps answers of so many bytes in all.
 * @param sizeOf the bytes of an answer
 */
export function createResponseCache<V>(maxBytes: number, sizeOf: (answer: V) => number): ResponseCache<V> {
  const kept = createLruCache<Entry<V>>(maxBytes)
  const begun = new Map<string, Making<V>>()
  const renew: ResponseCache<V>['cached'] = async (key, moment, make, caller) => {
    // One that failed speaks for itself alone: the next caller may be told another error.
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
      if (isShared) kept.set(key, entry, entryBytes + 2 * key.length + sizeOf(entry.answer))
      return entry.answer
    } finally {
      if (shared !== undefined && begun.get(key) === shared) begun.delete(key)
    }
  }
  return {
    cached: (key, moment, make, caller) => {
      const known = kept.get(key)
      return known !== undefined && holds(known, moment.nowMs) ? known.answer : renew(key, moment, make, caller)
    },
  }
}

/** Clocks may be set back: then an answer is younger than now, and knows of records whose moment is yet to come. */
const holds = (entry: Moment, nowMs: number): boolean => entry.nowMs <= nowMs && (entry.staleAtMs === null || nowMs < entry.staleAtMs)
