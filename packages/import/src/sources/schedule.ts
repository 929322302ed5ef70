import { digest } from '../digest.ts'
import type { Source, StoredSource } from '../source-store/source-store.ts'

/** The delay after the first failure, in milliseconds; each further one doubles it, up to the interval of the source. */
const firstDelayMs = 300_000

const maxRetryAfterMs = 86_400_000

/**
 * How long to wait after a failure, in milliseconds.
 * @param failures the number of failures since the last success, this one included
 * @param retryAfterMs how long the server wants to be left alone; it never shortens a delay
 */
export const delayAfter = (intervalMs: number, failures: number, retryAfterMs: number): number =>
  Math.max(Math.min(intervalMs, firstDelayMs * 2 ** (failures - 1)), Math.min(retryAfterMs, maxRetryAfterMs))

/** A digest of the settings of a source, under which its validators and its time hold. */
export const settingsDigest = ({ kind, address, intervalMs, options, readerOptions }: StoredSource): string =>
  digest([kind, address, intervalMs, options, readerOptions])

/** When a source is to be read again, in milliseconds since 1970. */
export const dueAtMs = (source: StoredSource): number => (source.ranWith === settingsDigest(source) ? source.nextAtMs : 0)

/** A source as hosts see it. */
export function toSource(stored: StoredSource): Source {
  const { ranWith: _, etag: __, lastModified: ___, leaseUntilMs: ____, ...source } = stored
  return { ...source, nextAtMs: dueAtMs(stored) }
}
