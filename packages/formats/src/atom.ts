import type { Event } from '@kalends/core'
import type { Format } from '@kalends/core/format'
import { type FeedDocument, type FeedItem, type FeedOptions, toFeedFormat } from './feed/to-feed.ts'
import { imageTypeOf, toXml, toXmlLine } from './feed/xml.ts'

export type { FeedOptions } from './feed/to-feed.ts'

/**
 * The format Atom (RFC 4287), with the items of `rss`.
 * @throws TypeError an option is unknown
 * @example
 * const handler = createHandler(calendar, { access: publicReadOnly(), use: [formats([atom()])] })
 */
export const atom = (options: FeedOptions = {}): Format<Event> =>
  toFeedFormat({ name: 'atom', mediaType: 'application/atom+xml; charset=utf-8', extension: 'atom', write }, options)

const write = ({ title, selfUrl, homeUrl, language, updated, items }: FeedDocument): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n${toXml(
    'feed',
    { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': language },
    toXmlLine('id', selfUrl),
    toXmlLine('title', title),
    toXmlLine('updated', updated),
    // An entry needs an author, if only that of its feed (4.1.1).
    toAuthor({ name: title || 'Kalends' }),
    toXmlLine('generator', 'Kalends'),
    toXml('link', { rel: 'alternate', href: homeUrl }),
    toXml('link', { rel: 'self', type: 'application/atom+xml', href: selfUrl }),
    ...items.map(toEntry),
  )}\n`

const toEntry = ({ id, link, title, html, updated, published, categories, authors, imageUrl }: FeedItem): string => {
  const type = imageTypeOf(imageUrl)
  return toXml(
    'entry',
    {},
    toXmlLine('id', id),
    toXmlLine('title', title),
    toXml('link', { rel: 'alternate', href: link }),
    imageUrl === '' ? '' : toXml('link', { rel: 'enclosure', href: imageUrl, ...(type !== undefined && { type }) }),
    toXmlLine('updated', updated),
    toXmlLine('published', published),
    ...authors.map(toAuthor),
    ...categories.map((term) => toXml('category', { term })),
    toXmlLine('content', html, { type: 'html' }),
  )
}

const toAuthor = ({ name, url }: FeedItem['authors'][number]): string =>
  toXml('author', {}, toXmlLine('name', name), url === undefined ? '' : toXmlLine('uri', url))
