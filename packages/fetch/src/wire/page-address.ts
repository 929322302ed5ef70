import type { Kind } from '@kalends/core/store'
import type { LinkedRecord } from '../options/handler-options.ts'
import type { Settings } from '../options/settings.ts'

/** A URL that needs no change. Parsing costs a microsecond, and a page of a list has hundreds of addresses. */
const finished = /^https?:\/\/[\x21-\x7e]+$/

const addressOrPath = /^(?:https?:\/\/|\/)/i

/**
 * The URL of a record's web page, percent-encoded; undefined if `links` gives none. A path is one of the host of `publicUrl`.
 * @throws TypeError the result of `links` is no address
 */
export function pageAddress(
  { links, publicUrl }: Pick<Settings, 'links' | 'publicUrl'>,
  kind: Kind,
  record: LinkedRecord,
): string | undefined {
  const given: unknown = links?.(kind, record) // A host without types can return anything.
  if (given === undefined || given === null || given === '') return undefined
  if (typeof given === 'string') {
    if (finished.test(given)) return given
    if (addressOrPath.test(given) && URL.canParse(given, publicUrl)) return new URL(given, publicUrl).href
  }
  throw new TypeError(`links must return an address such as https://example.org/event/choir, a path or undefined, not ${String(given)}`)
}
