import type { Event } from '@kalends/core'
import type { Format } from '@kalends/core/format'
import type { Item } from 'feed'
import { type FeedOptions, toFeedFormat } from './feed/to-feed.ts'

export type { FeedOptions } from './feed/to-feed.ts'

/**
 * The format RSS 2.0. The title of an item begins with the day of the event, and its text with the day and the places.
 * @throws TypeError an option is unknown
 * @example
 * const handler = createHandler(calendar, { access: publicReadOnly(), formats: [rss({ order: 'start' })] })
 */
export const rss = (options: FeedOptions = {}): Format<Event> =>
  toFeedFormat(
    { name: 'rss', mediaType: 'application/rss+xml; charset=utf-8', extension: 'rss', toItem, write: (feed) => feed.rss2() },
    options,
  )

/** Titles are plain text in CDATA. The npm package `feed` splits only the first `]]>` of a text. */
const toItem = (item: Item): Item => ({ ...item, title: item.title.replaceAll(']]>', ']] >') })
