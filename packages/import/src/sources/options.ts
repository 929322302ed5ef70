import type { Calendar, Clock } from '@kalends/core'
import { requireKnownOptions } from '@kalends/core/store'
import type { ImportItem } from '../item.ts'
import { type ImportedItem, requireImportStore } from '../options.ts'
import type { ImportStore } from '../records/import-store.ts'
import type { SourceFetch } from '../source-fetch.ts'
import type { Source, SourceStore } from '../source-store/source-store.ts'

/** The items of a source. */
export type SourceItems = Iterable<ImportItem> | AsyncIterable<ImportItem>

/** Reads a document: `(body) => readIcalendar(body.stream())`. What it throws makes the source incomplete. */
export type DocumentReader = (body: Blob, source: Source) => SourceItems | Promise<SourceItems>

/** Reads a site by requests of its own, with limits of its own. What it throws makes the source incomplete. */
export interface SiteReader {
  /** Reads it: `({ address }) => readTheEventsCalendar(address, { fetch: guardedFetch })`. */
  site(source: Source): SourceItems | Promise<SourceItems>
}

/** Reads the sources of one kind. */
export type SourceReader = DocumentReader | SiteReader

/** Options of `createSources`. */
export interface SourcesOptions {
  /** Where the sources are stored: `memorySources()`, or `kyselySources(db)` of `@kalends/import/kysely`. */
  readonly store: SourceStore
  /** Where imports keep what they know: `memoryImports()`, or `kyselyImports(db)` of `@kalends/import/kysely`. */
  readonly records: ImportStore
  /** The reader of each kind of source, such as `{ ics: (body) => readIcalendar(body.stream()) }`. */
  readonly readers: Readonly<Record<string, SourceReader>>
  /**
   * Sends the requests. In Node give `guardedFetch` of `@kalends/webhooks/node`, which refuses to connect to addresses inside of your own
   * network. The global `fetch` connects to any address: give it only where all sources are your own, or where the runtime has no inner
   * network.
   */
  readonly fetch: SourceFetch
  /** Changes an item before it is imported, as `map` of `importRecords`. */
  readonly map?: ((item: ImportedItem, source: Source) => ImportedItem | undefined | Promise<ImportedItem | undefined>) | undefined
  /** Names the record that an item is, as `match` of `importRecords`. */
  readonly match?: ((item: ImportedItem, source: Source) => number | undefined | Promise<number | undefined>) | undefined
  /** The time for a response with its redirects and its body, in milliseconds, at most 240,000. @default 60_000 */
  readonly timeoutMs?: number | undefined
  /** The largest body, in bytes. @default 20_000_000 */
  readonly maxBytes?: number | undefined
  /**
   * Takes addresses with `http`, any port, IP addresses and local names. `guardedFetch` still connects to the public internet alone.
   * @default false
   */
  readonly allowInsecure?: boolean | undefined
}

/** {@link SourcesOptions} with what is always there. */
export interface Settings extends SourcesOptions {
  /** Where the records are written. */
  readonly calendar: Calendar
  /** The source of "now". */
  readonly clock: Clock
  /** The longest time of a request in milliseconds. */
  readonly timeoutMs: number
  /** The largest document in octets. */
  readonly maxBytes: number
  /** Whether addresses of `http:` and of private networks are read. */
  readonly allowInsecure: boolean
}

const optionNames: Readonly<Record<keyof SourcesOptions, true>> = {
  ...{ store: true, records: true, readers: true, fetch: true, map: true, match: true },
  ...{ timeoutMs: true, maxBytes: true, allowInsecure: true },
}

/** @throws TypeError an option is missing or has no meaning */
export function readSettings(calendar: Calendar, options: SourcesOptions): Settings {
  requireKnownOptions('createSources', options, optionNames)
  const { store, records, readers, fetch, timeoutMs = 60_000, maxBytes = 20_000_000 } = options
  requireImportStore('createSources', records)
  const functions = { 'a store, such as memorySources()': store?.insert, 'fetch, such as guardedFetch of @kalends/webhooks/node': fetch }
  for (const [name, given] of Object.entries(functions)) if (typeof given !== 'function') throw new TypeError(`createSources needs ${name}`)
  const all = Object.values(readers ?? {})
  if (all.length === 0 || all.some((reader) => typeof reader !== 'function' && typeof reader?.site !== 'function'))
    throw new TypeError('createSources needs readers, a function or { site } for each kind of source')
  for (const [name, value, max] of [
    ['timeoutMs', timeoutMs, 240_000],
    ['maxBytes', maxBytes, Number.MAX_SAFE_INTEGER],
  ] as const)
    if (!Number.isSafeInteger(value) || value < 1 || value > max)
      throw new TypeError(`createSources: ${name} must be an integer from 1 to ${max}, not ${value}`)
  // Only exactly `true` opens the host's own network.
  return { ...options, calendar, clock: calendar.clock, timeoutMs, maxBytes, allowInsecure: options.allowInsecure === true }
}
