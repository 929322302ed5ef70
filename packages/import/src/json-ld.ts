import { canonicalZone } from '@kalends/core/internal'
import { type AbortSignalLike, requireKnownOptions } from '@kalends/core/store'
import type { ImportSource } from './icalendar/source.ts'
import type { ImportItem } from './item.ts'
import { readPage } from './json-ld/read.ts'

export type { ImportSource } from './icalendar/source.ts'

/** Options of the reader of JSON-LD. */
export interface ReadJsonLdOptions {
  /** The address of the page, for relative addresses. @default relative addresses are left out */
  readonly url?: string | undefined
  /** The zone in which events are shown, and of times without an offset. @default the items name no zone, so that they get that of the calendar */
  readonly timeZone?: string | undefined
  /** What the names of performers become. @default 'tags' */
  readonly performers?: 'tags' | 'organizers' | 'ignore' | undefined
  /** What keywords become. @default 'tags' */
  readonly keywords?: 'tags' | 'categories' | 'ignore' | undefined
  /** The largest number of events; the source ends at the next one. @default 100,000 */
  readonly maxEvents?: number | undefined
  /** The largest number of octets, which are held in memory as a whole. @default 20,000,000 */
  readonly maxBytes?: number | undefined
  /** The longest time between two parts of the source, in milliseconds. @default 10,000 */
  readonly idleMs?: number | undefined
  /** Stops the reading: the source ends, and is not complete. @default never */
  readonly signal?: AbortSignalLike | undefined
}

const names: Readonly<Record<keyof ReadJsonLdOptions, true>> = {
  ...{ url: true, timeZone: true, performers: true, keywords: true, maxEvents: true, maxBytes: true, idleMs: true, signal: true },
}

/**
 * Reads the events of a page for `importRecords`: `Event` of schema.org and its subtypes in the `script` elements of JSON-LD, or in a text that
 * is JSON-LD itself. Nothing in it throws: an event that cannot be read is an item that says why, and the last item says whether the page was
 * read as a whole. The lines of items are those of their elements.
 * @throws TypeError an option is unknown or has no meaning
 * @example
 * const url = 'https://theatre.example.org/programme'
 * const items = readJsonLd(await (await fetch(url)).text(), { url, timeZone: 'Europe/Berlin' })
 */
export function readJsonLd(source: ImportSource, options: ReadJsonLdOptions = {}): AsyncIterable<ImportItem> {
  requireKnownOptions('readJsonLd', options, names)
  const { url, performers = 'tags', keywords = 'tags', maxEvents = 100_000, maxBytes = 20_000_000, idleMs = 10_000, signal } = options
  const timeZone = options.timeZone === undefined ? undefined : canonicalZone(options.timeZone)
  if (options.timeZone !== undefined && timeZone === undefined)
    throw new TypeError(`readJsonLd: timeZone must be a time zone such as Europe/Berlin, not ${options.timeZone}`)
  if (url !== undefined && !URL.canParse(url)) throw new TypeError(`readJsonLd: url must be the address of a page, not ${url}`)
  return readPage(source, { ...{ maxEvents, maxBytes, idleMs, signal }, event: { base: url, timeZone, performers, keywords } })
}
