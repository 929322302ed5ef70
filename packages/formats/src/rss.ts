import type { Event } from '@kalends/core'
import type { Format } from '@kalends/core/format'
import { type FeedDocument, type FeedItem, type FeedOptions, toFeedFormat } from './feed/to-feed.ts'
import { imageTypeOf, toXml, toXmlLine } from './feed/xml.ts'

export type { FeedOptions } from './feed/to-feed.ts'

/**
 * The format RSS 2.0. The title of an item begins with the day of the event, and its text with the day and the places.
 * @throws TypeError an option is unknown
 * @example
 * const handler = createHandler(calendar, { access: publicReadOnly(), use: [formats([rss({ order: 'start' })])] })
 */
export const rss = (options: FeedOptions = {}): Format<Event> =>
  toFeedFormat({ name: 'rss', mediaType: 'application/rss+xml; charset=utf-8', extension: 'rss', write }, options)

const namespaces = { 'xmlns:atom': 'http://www.w3.org/2005/Atom', 'xmlns:dc': 'http://purl.org/dc/elements/1.1/' }

const write = ({ title, selfUrl, homeUrl, language, updated, items }: FeedDocument): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n${toXml(
    'rss',
    { version: '2.0', ...namespaces },
    toXml(
      'channel',
      {},
      toXmlLine('title', title),
      toXmlLine('link', homeUrl),
      toXmlLine('description', title),
      toXmlLine('language', language),
      toXmlLine('lastBuildDate', toDate(updated)),
      toXmlLine('generator', 'Kalends'),
      toXml('atom:link', { rel: 'self', type: 'application/rss+xml', href: selfUrl }),
      ...items.map(toItem),
    ),
  )}\n`

const toItem = ({ id, link, title, html, published, categories, authors, imageUrl }: FeedItem): string =>
  toXml(
    'item',
    {},
    toXmlLine('title', title),
    toXmlLine('link', link),
    toXmlLine('guid', id, { isPermaLink: 'false' }),
    toXmlLine('pubDate', toDate(published)),
    // RSS itself has authors by e-mail address alone.
    ...authors.map(({ name }) => toXmlLine('dc:creator', name)),
    ...categories.map((name) => toXmlLine('category', name)),
    // The length is required, and 0 where it is unknown.
    imageUrl === '' ? '' : toXml('enclosure', { url: imageUrl, length: '0', type: imageTypeOf(imageUrl) ?? 'image/*' }),
    toXmlLine('description', html),
  )

/** A time as of e-mails (RFC 822), such as `Sun, 31 May 2026 17:30:00 GMT`. */
const toDate = (time: string): string => new Date(time).toUTCString()
