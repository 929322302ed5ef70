import type { EventInput } from '@kalends/core'
import { linesFromHtml } from '@kalends/core/format'
import { isUrl, limits } from '@kalends/core/internal'
import type { ImportWarning } from '../item.ts'
import { shorten } from '../values/shorten.ts'
import { htmlFromText, limitedHtml } from '../values/texts.ts'
import type { Component } from './components.ts'
import { isName, readOrganizers, readPlace } from './places.ts'
import { type Property, parameterOf, toLineText, toText, toTexts, valueIn } from './property.ts'

/** The options that concern what events say. */
export interface ContentOptions {
  /** What CATEGORIES become. */
  readonly categories: 'categories' | 'tags'
  /** The status of events with CLASS:PRIVATE or CLASS:CONFIDENTIAL. */
  readonly privateEvents: 'private' | 'draft' | 'publish'
  /** The title of events without one. */
  readonly untitled: string
}

/** What an event says, apart from its times. Each member is there, so that a property that the source has removed is removed. */
export type EventContent = Omit<EventInput, 'startDate' | 'endDate' | 'timeZone' | 'allDay' | 'recurrence'>

/**
 * Reads what an event says.
 * @param isCancelled whether the METHOD of its calendar cancels all of its events
 * @param warnings receives what was left out or decided
 */
export function readContent(event: Component, options: ContentOptions, isCancelled: boolean, warnings: ImportWarning[]): EventContent {
  const { venue, onlineUrl } = readPlace(event, warnings)
  const status = isCancelled ? 'CANCELLED' : valueIn(event.properties, 'STATUS').toUpperCase()
  const url = addressOf(event)
  const isPrivate = /^(?:private|confidential)$/i.test(valueIn(event.properties, 'CLASS'))
  return {
    title: readTitle(event, options.untitled, warnings),
    description: readDescription(event, url, warnings),
    website: isUrl(url) ? url : '',
    image: readImage(event) ?? false,
    onlineUrl,
    attendance: onlineUrl === '' ? 'offline' : venue === undefined ? 'online' : 'mixed',
    // A tentative event is not known to be postponed.
    ...(status !== 'TENTATIVE' && {
      eventStatus: status === 'CANCELLED' ? 'cancelled' : 'scheduled',
      eventStatusReason: status === 'CANCELLED' ? readComment(event, warnings) : '',
    }),
    ...(isPrivate && { status: options.privateEvents }),
    [options.categories]: readCategories(event, warnings),
    venues: venue === undefined ? [] : [venue],
    organizers: readOrganizers(event, warnings),
  }
}

/** The page of an event, as the file writes it; empty for none. */
export const addressOf = (event: Component): string => valueIn(event.properties, 'URL')

function readTitle(event: Component, untitled: string, warnings: ImportWarning[]): string {
  const title = shorten(toLineText(valueIn(event.properties, 'SUMMARY')), limits.name, 'SUMMARY', warnings)
  if (isName(title)) return title
  warnings.push({ code: 'no_title', message: `The event has no SUMMARY; its title is “${untitled}”.` })
  return untitled
}

/** COMMENT, in which a cancellation can say its reason (RFC 5546, 3.2.5). */
const readComment = (event: Component, warnings: ImportWarning[]): string =>
  shorten(toLineText(valueIn(event.properties, 'COMMENT')), limits.name, 'COMMENT', warnings)

function readCategories(event: Component, warnings: ImportWarning[]): readonly { readonly name: string }[] {
  const names = new Set<string>()
  for (const property of event.properties) {
    if (property.name !== 'CATEGORIES') continue
    for (const text of toTexts(property.value)) {
      const name = shorten(text, limits.name, 'CATEGORIES', warnings)
      if (isName(name) && names.size < limits.list) names.add(name)
    }
  }
  return Array.from(names, (name) => ({ name }))
}

/** The address of IMAGE, or of an ATTACH that is an image. Nothing is downloaded. */
const readImage = (event: Component): string | undefined =>
  event.properties.find((property) => isImage(property) && isUrl(property.value.trim()))?.value.trim()

const isImage = (property: Property): boolean =>
  property.name === 'IMAGE' || (property.name === 'ATTACH' && /^image\//i.test(parameterOf(property, 'FMTTYPE') ?? ''))

/** The description as HTML: X-ALT-DESC where it has some, else DESCRIPTION. */
function readDescription(event: Component, url: string, warnings: ImportWarning[]): string {
  const rich = event.properties.find(
    (property) => property.name === 'X-ALT-DESC' && /^text\/html$/i.test(parameterOf(property, 'FMTTYPE') ?? ''),
  )
  const html = toText(rich?.value ?? '')
  const plain = withoutAddress(toText(valueIn(event.properties, 'DESCRIPTION')), url)
  if (html !== '' && linesFromHtml(html) !== '') return limitedHtml(html, 'DESCRIPTION', warnings)
  const isMarkup = plain.includes('<') && hasMarkup.test(plain)
  return limitedHtml(isMarkup ? plain.replaceAll('\n', '<br>') : htmlFromText(plain), 'DESCRIPTION', warnings)
}

/** Our own export writes the address of the page behind the description, which would grow with each round. */
const withoutAddress = (text: string, url: string): string => (url !== '' && text.endsWith(url) ? text.slice(0, -url.length).trim() : text)

/** Google Calendar writes HTML into DESCRIPTION. */
const hasMarkup = /<\/?(?:a|b|br|div|em|h[1-6]|html-blob|i|li|ol|p|span|strong|u|ul)(?:\s[^<>]{0,2000})?\/?>/i
