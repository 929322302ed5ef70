import type { Event } from '@kalends/core'
import { type Format, type FormatContext, replaceAddresses, updatedMsOf, utcMsToLocal } from '@kalends/core/format'
import { requireKnownOptions } from '@kalends/core/store'
import { toAbsolute, toAscii } from '../addresses.ts'
import { joinFilled, placesOf, toPlace } from '../place.ts'
import { toDays } from './days.ts'
import { toStatusNote } from './status-note.ts'

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

/** The document of a feed. */
export interface FeedDocument {
  /** Its title. */
  readonly title: string
  /** Its own address. */
  readonly selfUrl: string
  /** The address of the web page to which it belongs. */
  readonly homeUrl: string
  /** The tag of its language. */
  readonly language: string
  /** The newest change, as a time of ISO 8601. */
  readonly updated: string
  /** Its items. */
  readonly items: readonly FeedItem[]
}

/** An event in a feed. */
export interface FeedItem {
  /** The address that identifies it. */
  readonly id: string
  /** The address of its web page. */
  readonly link: string
  /** Its title, which begins with the day, and with a note if the event does not take place as planned. */
  readonly title: string
  /** Its text as HTML, in which all addresses are in full. */
  readonly html: string
  /** When it was changed, as a time of ISO 8601. */
  readonly updated: string
  /** When it was published, as a time of ISO 8601. */
  readonly published: string
  /** The names of its categories and tags. */
  readonly categories: readonly string[]
  /** Its organizers, with the addresses of their web sites, if any. */
  readonly authors: readonly { readonly name: string; readonly url?: string }[]
  /** The address of its image; empty without one. */
  readonly imageUrl: string
}

/** The parts in which RSS, Atom and JSON Feed differ. */
export interface FeedForm extends Pick<Format, 'mediaType' | 'extension'> {
  /** The name of the format's function, for error messages. */
  readonly name: string
  /** Writes the feed. */
  write(feed: FeedDocument): string
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
    encode: (events, context) => form.write(toFeed(events, context, options)),
  }
}

function toFeed(events: readonly Event[], context: FormatContext, { title = context.title, homeUrl }: FeedOptions): FeedDocument {
  return {
    title,
    selfUrl: context.selfUrl,
    homeUrl: homeUrl ?? context.selfUrl,
    language: context.language,
    // Without items, the day of the document is the only time.
    updated: toTime(context.updatedMs || (context.todayMs ?? 0)),
    items: events.map((event) => toItem(event, context)),
  }
}

function toItem(event: Event, context: FormatContext): FeedItem {
  const days = toDays(event, context.language)
  const note = toStatusNote(event, context.language)
  const facts = [
    note && joinFilled([note, event.eventStatusReason], ': '),
    days,
    ...placesOf(event).map(toPlace),
    event.onlineUrl,
    event.cost.text,
  ]
  const page = toAscii(context.pageUrl(event))
  // Atom takes nothing but an address.
  const id = context.restUrl(event) || `${context.selfUrl}#${context.uid(event)}`
  const link = isWebAddress(page) ? page : id
  const imageUrl = toAscii(toAbsolute(link)(context.imageUrl(event)))
  return {
    id,
    link,
    title: joinFilled([days, note, event.title], ': '),
    html: `<p>${facts
      .filter((fact) => fact !== '')
      .map(escapeHtml)
      .join('<br>')}</p>${replaceAddresses(event.description, toAbsolute(link))}`,
    updated: toTime(updatedMsOf(event)),
    published: toTime(event.publishedMs),
    categories: [...event.categories, ...event.tags].map(({ name }) => name),
    authors: event.organizers.map(({ name, website }) => ({ name, ...(website !== '' && { url: website }) })),
    imageUrl: isWebAddress(imageUrl) ? imageUrl : '',
  }
}

const isWebAddress = (address: string): boolean => /^https?:\/\/[^/]/i.test(address)

const toTime = (ms: number): string => `${utcMsToLocal(ms)}Z`

/** Escapes plain text as HTML. */
const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
