import { requireKnownOptions } from '../errors/known-names.ts'
import { type AbortSignalLike, requireSignal, throwIfAborted } from '../store/abort-signal.ts'

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
  /** The greatest result. The count of events ends there; records of other kinds are all counted. @default no limit */
  readonly atMost?: number | undefined
}

const ofReads = { signal: true } as const

/** The names of the options of `each`. */
export const ofEach = { ...ofReads, limit: true } as const

/** The names of the options of `count`. */
export const ofCount = { ...ofReads, atMost: true } as const

/**
 * The context of a read with the options of its caller.
 * @param owner the function that takes them
 * @param names the names of all of its options
 * @throws TypeError they are no object, one is unknown, or the signal is none; the reason of a signal that is aborted already
 */
export function readingIn<C extends object>(
  context: C,
  owner: string,
  options: ReadOptions,
  names: Readonly<Record<string, true>> = ofReads,
): C {
  requireKnownOptions(owner, options, names)
  if (options.signal === undefined) return context
  const signal = requireSignal(options.signal)
  // A store in memory answers at once, and does not look at signals.
  throwIfAborted(signal)
  return { ...context, signal }
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
