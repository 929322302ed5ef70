import { requireKnownOptions } from '../errors/known-names.ts'
import { type AbortSignalLike, requireSignal } from '../store/abort-signal.ts'

/** The options of every read. */
export interface ReadOptions {
  /**
   * An `AbortSignal`, or an object with the same members, for a caller that can abort: the read rejects with `signal.reason` soon after it is
   * aborted.
   */
  readonly signal?: AbortSignalLike | undefined
}

/** The options of `each`. */
export interface EachOptions extends ReadOptions {
  /** The maximum number of records. @default all */
  readonly limit?: number | undefined
}

/** The options of `count`. */
export interface CountOptions extends ReadOptions {
  /** The greatest result: records beyond it are not counted. @default all are */
  readonly atMost?: number | undefined
}

/**
 * The context of a read with the options of its caller.
 * @param owner the function that takes them
 * @param others the names of its options beside `signal`
 * @throws TypeError one is unknown, or the signal is none
 */
export function readingIn<C extends object>(context: C, owner: string, options: ReadOptions, ...others: readonly string[]): C {
  requireKnownOptions(owner, options, { signal: true, ...Object.fromEntries(others.map((name) => [name, true])) })
  return options.signal === undefined ? context : { ...context, signal: requireSignal(options.signal) }
}

/**
 * The limit of `each`, `count` or a preview: infinite without one.
 * @throws TypeError it is not an integer of 1 or more
 */
export function readLimit(limit: unknown, name = 'limit'): number {
  if (limit === undefined) return Number.POSITIVE_INFINITY
  if (!Number.isSafeInteger(limit) || Number(limit) < 1)
    throw new TypeError(`${name} must be an integer of 1 or more, not ${String(limit)}`)
  return Number(limit)
}
