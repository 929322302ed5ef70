import type { Event } from '@kalends/core'
import { type Format, type FormatContext, updatedMsOf } from '@kalends/core/format'
import { requireKnownOptions } from '@kalends/core/store'
import { Feed, type Item } from 'feed'
import { toPlace } from '../place.ts'
import { toDays } from './days.ts'

/** Options of feeds. */
export interface FeedOptions {
  /**
   * Which events a document has: `published` for the newest by publication, as feed readers expect; `start` for the next ones by start.
   * @default 'published'
   */
  readonly order?: 'published' | 'start' | undefined
  /** The title of a list. @default the title of the service */
  readonly title?: string | undefined
  /** The web page to which a list belongs. @default the address of the document */
  readonly homeUrl?: string | undefined
  /** The largest number of items in a document. @default 100 */
  readonly maxItems?: number | undefined
}

const names: Readonly<Record<keyof FeedOptions, true>> = { order: true, title: true, homeUrl: true, maxItems: true }

/** The parts in which RSS, Atom and JSON Feed differ. */
export interface FeedForm extends Pick<Format, 'mediaType' | 'extension'> {
  /** The name of the format's function, for error messages. */
  readonly name: string
  /** Adapts an item to the format. @default leaves it as it is */
  toItem?(item: Item, imageUrl: string): Item
  /** Writes the feed. */
  write(feed: Feed): string
}

/**
 * Creates a feed format.
 * @throws TypeError an option is unknown, or `order` is invalid
 */
export function toFeedFormat(form: FeedForm, options: FeedOptions): Format<Event> {
  requireKnownOptions(form.name, options, names)
  const { order = 'published', maxItems = 100 } = options
  if (order !== 'published' && order !== 'start')
    throw new TypeError(`order of ${form.name} must be published or start, not ${String(order)}`)
  return {
    mediaType: form.mediaType,
    extension: form.extension,
    kinds: ['event'],
    maxItems,
    selection: order === 'start' ? 'window' : 'newest',
    encode: (events, context) => form.write(toFeed(events, context, { ...form, ...options })),
  }
}

function toFeed(
  events: readonly Event[],
  context: FormatContext,
  { title = context.title, homeUrl, toItem }: FeedForm & FeedOptions,
): Feed {
  const link = homeUrl ?? context.selfUrl
  const self = context.selfUrl
  const feed = new Feed({
    id: self,
    title: toCharacters(title),
    link,
    feedLinks: { rss: self, atom: self, json: self },
    language: context.language,
    // Without a date, the npm package `feed` writes the current time.
    updated: new Date(context.updatedMs),
    generator: 'Kalends',
  })
  for (const event of events) {
    const item = toFeedItem(event, context)
    feed.addItem(toItem?.(item, context.imageUrl(event)) ?? item)
  }
  return feed
}

function toFeedItem(event: Event, context: FormatContext): Item {
  const days = toDays(event, context.language)
  const places = [...event.venues.map(toPlace), event.onlineUrl].filter((place) => place !== '')
  const facts = [days, ...places, event.cost.text].filter((fact) => fact !== '').map(escapeHtml)
  const page = context.pageUrl(event)
  // Atom takes nothing but an address.
  const address = context.restUrl(event) || `${context.selfUrl}#${context.uid(event)}`
  return {
    id: address,
    title: toCharacters(`${days}: ${event.title}`),
    link: /^https?:\/\/[^/]/i.test(page) ? page : address,
    date: new Date(updatedMsOf(event)),
    published: new Date(event.publishedMs),
    // The npm package `feed` writes CDATA, and splits only the first `]]>` of a text.
    description: toCharacters(`<p>${facts.join('<br>')}</p>${event.description}`).replaceAll(']]>', ']]&gt;'),
    category: [...event.categories, ...event.tags].map(({ name }) => ({ name: toCharacters(name), term: toCharacters(name) })),
  }
}

/** Escapes plain text as HTML. */
export const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has none of them.
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** A text without the characters that XML cannot contain. */
const toCharacters = (text: string): string => text.replace(notInXml, '')
