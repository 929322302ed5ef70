import type { Event, Venue } from '@kalends/core'
import { type Format, type FormatContext, type FormatItem, updatedMsOf } from '@kalends/core/format'

/** The context of a document with addresses at `town.example`. */
export const contextOf = (items: readonly (Event | Venue)[], more: Partial<FormatContext> = {}): FormatContext => ({
  kind: 'event',
  isSingle: false,
  title: 'Town',
  language: 'en',
  timeZone: 'Europe/Berlin',
  selfUrl: 'https://town.example/events',
  updatedMs: Math.max(0, ...items.map(updatedMsOf)),
  pageUrl: ({ slug }) => `https://town.example/${slug}`,
  restUrl: ({ id }) => `https://town.example/rest/${id}`,
  imageUrl: ({ image }) => (typeof image === 'string' ? image : ''),
  uid: (record) => record.uid || `event-${('recurrence' in record && record.recurrence?.seriesId) || record.id}@town.example`,
  ...more,
})

/** A document as text. */
export function encode<I extends FormatItem>(
  format: Format<I>,
  items: readonly (Event | Venue)[],
  more: Partial<FormatContext> = {},
): string {
  const body = (format as Format<FormatItem>).encode(items, contextOf(items, more))
  return typeof body === 'string' ? body : new TextDecoder('utf-8', { ignoreBOM: true }).decode(body)
}

/** A text with characters that have a meaning in HTML, XML, CSV or JSON. */
export const hostile = `</script>]]>]]><b a="'">&amp; A\\, "B"; =1+1`
