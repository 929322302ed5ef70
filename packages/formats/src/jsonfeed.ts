import type { Event } from '@kalends/core'
import type { Format } from '@kalends/core/format'
import { type FeedDocument, type FeedOptions, toFeedFormat } from './feed/to-feed.ts'

export type { FeedOptions } from './feed/to-feed.ts'

/**
 * The format JSON Feed, version 1.1, with the items of `rss`.
 * @throws TypeError an option is unknown
 * @example
 * const handler = createHandler(calendar, { access: publicReadOnly(), use: [formats([jsonFeed()])] })
 */
export const jsonFeed = (options: FeedOptions = {}): Format<Event> =>
  toFeedFormat({ name: 'jsonFeed', mediaType: 'application/feed+json; charset=utf-8', extension: 'feedjson', write }, options)

const write = ({ title, homeUrl, selfUrl, language, items }: FeedDocument): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: homeUrl,
    feed_url: selfUrl,
    language,
    ...(title !== '' && { authors: [{ name: title }] }),
    items: items.map(({ id, link, html, updated, published, categories, authors, imageUrl, ...item }) => ({
      id,
      url: link,
      title: item.title,
      content_html: html,
      ...(imageUrl !== '' && { image: imageUrl }),
      date_published: published,
      date_modified: updated,
      ...(authors.length > 0 && { authors }),
      tags: categories,
    })),
  })
