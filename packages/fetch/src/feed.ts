import { type Calendar, type Event, requireKnownOptions } from '@kalends/core'
import type { ItemColors } from './feed/item.ts'
import { defineFeed } from './feed/route.ts'
import { type Responder, serve } from './handler.ts'
import { type HandlerOptions, handlerOptionNames } from './options/handler-options.ts'
import { readCount, readSettings } from './options/settings.ts'

export type { ItemColors } from './feed/item.ts'

/** Options of a feed: its own, and those of the handler, which can be passed unchanged. */
export interface FeedOptions extends HandlerOptions {
  /** How many events one response can hold; a window with more events is refused, never truncated. @default 5,000 */
  readonly maxEvents?: number | undefined
  /** The colors of events; with this option responses are cached on request only, as with `links`. @default the component's own */
  readonly colors?: ((event: Event) => ItemColors | undefined) | undefined
}

/**
 * Serves the events of a calendar to calendar components such as FullCalendar and EventCalendar, at `{namespace}/feed`.
 * @throws TypeError an option is missing or has no meaning
 * @example
 * const options = { access: publicReadOnly(), publicUrl: 'https://example.org' }
 * const handler = createHandler(calendar, options)
 * const feed = createFeed(calendar, options)
 * const response = (await feed.tryHandle(request)) ?? (await handler(request))
 */
export function createFeed(calendar: Calendar, options: FeedOptions): Responder {
  requireKnownOptions('createFeed', options, { ...handlerOptionNames, maxEvents: true, colors: true })
  // The function may give other colors the next time, as `links` and `resolveImage` may.
  const settings = readSettings(calendar, options.colors === undefined ? options : { ...options, cache: options.cache ?? false })
  const { maxEvents = 5_000, colors } = options
  if (colors !== undefined && typeof colors !== 'function') throw new TypeError('colors must be a function')
  return serve([defineFeed({ maxEvents: readCount('maxEvents', maxEvents), colors })], settings)
}
