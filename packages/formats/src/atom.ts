import type { Event } from '@kalends/core'
import type { Format } from '@kalends/core/format'
import type { Item } from 'feed'
import { escapeHtml, type FeedOptions, toFeedFormat } from './feed/to-feed.ts'

export type { FeedOptions } from './feed/to-feed.ts'

/**
 * The format Atom (RFC 4287), with the items of `rss`.
 * @throws TypeError an option is unknown
 * @example
 * const handler = createHandler(calendar, { access: publicReadOnly(), formats: [atom()] })
 */
export const atom = (options: FeedOptions = {}): Format<Event> =>
  toFeedFormat(
    { name: 'atom', mediaType: 'application/atom+xml; charset=utf-8', extension: 'atom', toItem, write: (feed) => feed.atom1() },
    options,
  )

/** Titles are HTML. Categories are attributes, in which the npm package `feed` does not escape `<`: categories with a `<` are left out. */
const toItem = (item: Item): Item => ({
  ...item,
  title: escapeHtml(item.title),
  ...(item.category !== undefined && { category: item.category.filter(({ name = '' }) => !name.includes('<')) }),
})
