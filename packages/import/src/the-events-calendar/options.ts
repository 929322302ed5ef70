import type { Clock } from '@kalends/core'
import { systemClock } from '@kalends/core/internal'
import { type AbortSignalLike, requireKnownOptions } from '@kalends/core/store'
import type { SourceFetch } from '../source-fetch.ts'
import type { SiteCheckpoint } from './checkpoint.ts'
import type { SiteImage } from './publication.ts'
import type { SiteSettings } from './read.ts'

/** Options of the reader of a live site. */
export interface ReadTheEventsCalendarOptions {
  /** Sends the requests. Where strangers name the site, use one that refuses private addresses. @default the global `fetch` */
  readonly fetch?: SourceFetch | undefined
  /**
   * A user and an application password of WordPress, sent by HTTP Basic. An editor also gets drafts and private records.
   * @default the public records
   */
  readonly auth?: { readonly username: string; readonly password: string } | undefined
  /** Only events, venues and organizers that the site has changed since. The source then counts as incomplete. @default all */
  readonly since?: Date | undefined
  /** The pause between two requests, in milliseconds. @default 200 */
  readonly pauseMs?: number | undefined
  /** The id of the author of a record, by what the site names it, such as `2`; undefined for the actor of the import. @default the actor */
  readonly mapAuthor?: ((author: string) => string | undefined | Promise<string | undefined>) | undefined
  /** Takes an image over, and gives its media id or its new address; undefined keeps the address of the site. @default the address of the site */
  readonly onImage?: ((image: SiteImage) => number | string | undefined | Promise<number | string | undefined>) | undefined
  /** Gives the declared fields of an event for its `custom_fields`. @default they are not imported */
  readonly mapFields?: ((fields: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>> | undefined) | undefined
  /**
   * What becomes of events that repeat, which the site sends as single ones. `series` joins those of one title, time of day, length and place;
   * they come at the end, and not at all if their list was not read as a whole. Not together with `since`.
   * @default 'single'
   */
  readonly repeating?: 'single' | 'series' | undefined
  /** Keeps the pages, so that a run after a killed one does not request them again. @default none: a run begins at the first page */
  readonly checkpoint?: SiteCheckpoint | undefined
  /** The longest time of a request, in milliseconds. @default 30,000 */
  readonly timeoutMs?: number | undefined
  /** How often a request is sent that fails, or gets an answer that is none. @default 5 */
  readonly attempts?: number | undefined
  /** The longest wait that a site may ask for (`Retry-After`), in milliseconds; for a longer one the source ends. @default 300,000 */
  readonly maxWaitMs?: number | undefined
  /** The largest number of octets of an answer. @default 20,000,000 */
  readonly maxBytes?: number | undefined
  /** The largest number of records; the source ends at the next one. @default 100,000 */
  readonly maxItems?: number | undefined
  /** Stops the reading before the next request: the source ends, and is not complete. @default never */
  readonly signal?: AbortSignalLike | undefined
  /** The source of "now" for `Retry-After` headers that name a date. @default the clock of the machine */
  readonly clock?: Clock | undefined
}

const names: Readonly<Record<keyof ReadTheEventsCalendarOptions, true>> = {
  ...{
    fetch: true,
    auth: true,
    since: true,
    pauseMs: true,
    mapAuthor: true,
    onImage: true,
    mapFields: true,
    repeating: true,
    checkpoint: true,
  },
  ...{ timeoutMs: true, attempts: true, maxWaitMs: true, maxBytes: true, maxItems: true, signal: true, clock: true },
}

/** @throws TypeError an option is unknown or has no meaning, or the address is none */
export function readSettings(url: string, options: ReadTheEventsCalendarOptions): SiteSettings {
  requireKnownOptions('readTheEventsCalendar', options, names)
  const site = URL.canParse(url) ? new URL(url) : undefined
  if (site === undefined || !/^https?:$/.test(site.protocol) || `${site.username}${site.password}` !== '')
    throw new TypeError('readTheEventsCalendar needs the http or https address of a site, without a password')
  const { since, auth, fetch = globalThis.fetch, pauseMs = 200, timeoutMs = 30_000, attempts = 5, maxWaitMs = 300_000 } = options
  const { maxBytes = 20_000_000, maxItems = 100_000, clock = systemClock, signal, checkpoint, mapAuthor, onImage, mapFields } = options
  if (since !== undefined && Number.isNaN(since.getTime())) throw new TypeError('readTheEventsCalendar: since must be a date')
  if (!(attempts >= 1)) throw new TypeError('readTheEventsCalendar: attempts must be 1 or more')
  const { repeating = 'single' } = options
  if (repeating === 'series' && since !== undefined)
    throw new TypeError('readTheEventsCalendar: since leaves out dates of series, so repeating must be single')
  for (const [name, value] of Object.entries({ pauseMs, timeoutMs, maxWaitMs, maxBytes, maxItems }))
    if (!(value >= 0)) throw new TypeError(`readTheEventsCalendar: ${name} must be a number of 0 or more`)
  return {
    ...{ url: site, host: site.host, fetch, pauseMs, timeoutMs, attempts, maxWaitMs, maxBytes, maxItems, clock, signal },
    ...{ checkpoint, repeating, mapAuthor, onImage, mapFields, sinceMs: since?.getTime() },
    headers: { accept: 'application/json', ...(auth !== undefined && { authorization: toBasic(auth.username, auth.password) }) },
  }
}

const toBasic = (username: string, password: string): string =>
  `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)))}`
