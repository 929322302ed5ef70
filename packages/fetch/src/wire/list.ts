import { CalendarError, type Page } from '@kalends/core'
import type { JsonObject } from '../json.ts'
import type { LinkParameter } from '../parameters/query.ts'
import { integerSchema, type Property, refTo, urlSchema } from './property.ts'

/** The members of a list's envelope. */
export const listProperties = (key: string, component: string): readonly Property[] => [
  { name: key, schema: { type: 'array', items: refTo(component) }, text: 'listItems' },
  { name: 'rest_url', schema: urlSchema, text: 'listUrl' },
  { name: 'next_rest_url', schema: urlSchema, text: 'nextUrl', isOptional: true },
  { name: 'previous_rest_url', schema: urlSchema, text: 'previousUrl', isOptional: true },
  { name: 'total', schema: integerSchema, text: 'total' },
  { name: 'total_pages', schema: integerSchema, text: 'totalPages' },
]

/** The envelope of a list. */
export interface Envelope {
  /** The members beside the records. */
  readonly members: JsonObject
  /** Totals and links, repeated as headers. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * The envelope of a page, with links to its neighbours.
 * @param url the list's URL
 * @param parameters those of the request, in its order; every link repeats them
 * @throws page_out_of_range the page is past the end; never for page 1
 */
export function toEnvelope(
  { page, total, totalPages }: Omit<Page<unknown>, 'items'>,
  url: string,
  parameters: readonly LinkParameter[],
): Envelope {
  if (page > Math.max(1, totalPages)) throw new CalendarError('page_out_of_range', { page, totalPages })
  const self = withParameters(url, parameters)
  const filters = parameters.filter(([name]) => name !== 'page')
  const list = filters.length === parameters.length ? self : withParameters(url, filters)
  const linkTo = (number: number): string => `${list}${list === url ? '?' : '&'}page=${number}`
  const next = page < totalPages ? linkTo(page + 1) : undefined
  const previous = page > 1 ? linkTo(page - 1) : undefined
  const links = [
    ...(totalPages > 0 ? [`<${linkTo(1)}>; rel="first"`] : []),
    ...(previous !== undefined ? [`<${previous}>; rel="prev"`] : []),
    ...(next !== undefined ? [`<${next}>; rel="next"`] : []),
    ...(totalPages > 0 ? [`<${linkTo(totalPages)}>; rel="last"`] : []),
  ]
  return {
    members: {
      rest_url: self,
      ...(next !== undefined && { next_rest_url: next }),
      ...(previous !== undefined && { previous_rest_url: previous }),
      total,
      total_pages: totalPages,
    },
    headers: {
      'X-TEC-Total': String(total),
      'X-TEC-TotalPages': String(totalPages),
      ...(links.length > 0 && { Link: links.join(', ') }),
    },
  }
}

/** A URL with parameters. */
export function withParameters(url: string, parameters: readonly LinkParameter[]): string {
  if (parameters.length === 0) return url
  return `${url}?${parameters.map(([name, values]) => `${encodeURIComponent(name)}=${values.map(encode).join(',')}`).join('&')}`
}

/** Percent-encodes everything but RFC 3986's unreserved characters and commas, which separate the items of lists and stay readable. */
const encode = (text: string): string =>
  encodeURIComponent(text)
    .replace(/%2C/g, ',')
    .replace(/['()*!]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
