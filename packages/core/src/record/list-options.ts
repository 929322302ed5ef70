import { requireKnownOptions } from '../errors/known-names.ts'

/** The options of `each`. */
export interface EachOptions {
  /** The maximum number of records. @default all */
  readonly limit?: number | undefined
}

/** The options of `count`. */
export interface CountOptions {
  /** The greatest result: records beyond it are not counted. @default all are */
  readonly atMost?: number | undefined
}

/** @throws TypeError a limit is not an integer of 1 or more */
export function requireLimit(limit: unknown, name = 'limit'): asserts limit is number {
  if (!Number.isSafeInteger(limit) || Number(limit) < 1)
    throw new TypeError(`${name} must be an integer of 1 or more, not ${String(limit)}`)
}

/**
 * The limit among the options of `each` or `count`; infinite without one.
 * @throws TypeError an option is unknown, or the limit is not an integer of 1 or more
 */
export function readLimit(owner: string, options: object, name: 'limit' | 'atMost'): number {
  requireKnownOptions(owner, options, { [name]: true })
  const limit: unknown = Reflect.get(options, name)
  if (limit === undefined) return Number.POSITIVE_INFINITY
  requireLimit(limit, name)
  return limit
}
