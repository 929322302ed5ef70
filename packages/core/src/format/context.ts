import type { Event } from '../kinds/event/view.ts'
import { type FormatContext, type FormatItem, recordsOf, updatedMsOf } from './format.ts'

/** What a document needs that is made without HTTP. */
export interface FormatContextOptions {
  /** The public address of the calendar, which a feed names as its own. */
  readonly publicUrl: string
  /** The domain in the uid of each record that has none of its own, as of a handler. @default the host of `publicUrl`, without its port */
  readonly uidDomain?: string | undefined
  /** The calendar's time zone. @default 'UTC' */
  readonly timeZone?: string | undefined
  /** The web page of an event. @default none */
  readonly pageUrl?: ((event: Event) => string) | undefined
}

/**
 * The context of a list that is written without HTTP, in any format.
 * @throws TypeError `publicUrl` is not an http or https address
 * @example
 * const { items } = await calendar.events.list()
 * const text = csv().encode(items, createFormatContext(items, { publicUrl: 'https://example.org' }))
 */
export function createFormatContext(
  items: readonly FormatItem[],
  { publicUrl, uidDomain, timeZone = 'UTC', pageUrl = () => '' }: FormatContextOptions,
): FormatContext {
  // As a URL parser has it: an international host name would become `xn--`, which takes a parser.
  const host = /^https?:\/\/(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d*)?(?:[/?#]|$)/i.exec(publicUrl)?.[1]
  if (host === undefined)
    throw new TypeError(`publicUrl must be an address such as https://example.org, with an ASCII host, not ${publicUrl}`)
  const domain = uidDomain ?? host.toLowerCase()
  const kindOf = (record: object): FormatContext['kind'] => ('startMs' in record ? 'event' : 'venue')
  const records = items.flatMap(recordsOf)
  return {
    kind: records[0] === undefined ? 'event' : kindOf(records[0]),
    isSingle: false,
    title: '',
    language: 'en',
    timeZone,
    selfUrl: publicUrl,
    updatedMs: records.reduce((newest, one) => Math.max(newest, updatedMsOf(one)), 0),
    pageUrl: (record) => ('startMs' in record ? pageUrl(record) : ''),
    restUrl: () => '',
    imageUrl: ({ image }) => (typeof image === 'string' ? image : ''),
    uid: (record) => record.uid || `${kindOf(record)}-${('recurrence' in record && record.recurrence?.seriesId) || record.id}@${domain}`,
  }
}
