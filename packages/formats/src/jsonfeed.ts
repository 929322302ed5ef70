import type { Event } from '@kalends/core'
import type { Format } from '@kalends/core/format'
import { type FeedOptions, toFeedFormat } from './feed/to-feed.ts'

export type { FeedOptions } from './feed/to-feed.ts'

/**
 * The format JSON Feed, version 1, with the items of `rss`.
 * @throws TypeError an option is unknown
 * @example
 * const handler = createHandler(calendar, { access: publicReadOnly(), formats: [jsonFeed()] })
 */
export const jsonFeed = (options: FeedOptions = {}): Format<Event> =>
  toFeedFormat(
    {
      name: 'jsonFeed',
      mediaType: 'application/feed+json; charset=utf-8',
      extension: 'feedjson',
      // The npm package `feed` copies an image's URL to JSON. In RSS and Atom it would guess a media type from the file extension.
      toItem: (item, imageUrl) => ({ ...item, ...(imageUrl !== '' && { image: imageUrl }) }),
      write: (feed) => feed.json1(),
    },
    options,
  )
