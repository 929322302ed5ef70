import type { Page } from '@kalends/core'
import type { JsonObject, JsonValue, LinkingRecord } from '../json.ts'
import type { LinkParameter } from '../parameters/query.ts'
import { integerSchema, type Property, refTo, urlSchema } from './property.ts'

/** The wire form of a list. */
export interface WireList<I> {
  /** The envelope. */
  readonly body: { readonly [member: string]: JsonValue | readonly I[] }
  /** Totals and links, repeated as headers. */
  readonly headers: Readonly<Record<string, string>>
}

/** The members of a list's envelope. */
export const listProperties = (key: string, component: string): readonly Property[] => [
  { name: key, schema: { type: 'array', items: refTo(component) }, text: 'listItems' },
  { name: 'rest_url', schema: urlSchema, text: 'listUrl' },
  { name: 'next_rest_url', schema: urlSchema, text: 'nextUrl', isOptional: true },
  { name: 'previous_rest_url', schema: urlSchema, text: 'previousUrl', isOptional: true },
  { name: 'total', schema: integerSchema, text: 'total' },
  { name: 'total_pages', schema: integerSchema, text: 'totalPages' },
]

/**
 * The envelope of a page, with links to its neighbours.
 * @param key the member with the records
 * @param url the list's URL
 * @param parameters those of the request, in its order; every link repeats them
 */
export function toWireList<I extends JsonObject | LinkingRecord>(
  key: string,
  items: readonly I[],
  page: Omit<Page<unknown>, 'items'>,
  url: string,
  parameters: readonly LinkParameter[],
): WireList<I> {
  const filters = parameters.filter(([name]) => name !== 'page')
  const list = `${withParameters(url, filters)}${filters.length === 0 ? '?' : '&'}page=`
  const linkTo = (number: number): string => list + String(number)
  const next = page.page < page.totalPages ? linkTo(page.page + 1) : undefined
  const previous = page.page > 1 ? linkTo(page.page - 1) : undefined
  const links = [
    ...(page.totalPages > 0 ? [`<${linkTo(1)}>; rel="first"`] : []),
    ...(previous !== undefined ? [`<${previous}>; rel="prev"`] : []),
    ...(next !== undefined ? [`<${next}>; rel="next"`] : []),
    ...(page.totalPages > 0 ? [`<${linkTo(page.totalPages)}>; rel="last"`] : []),
  ]
  return {
    body: {
      [key]: items,
      rest_url: withParameters(url, parameters),
      ...(next !== undefined && { next_rest_url: next }),
      ...(previous !== undefined && { previous_rest_url: previous }),
      total: page.total,
      total_pages: page.totalPages,
    },
    headers: {
      'X-TEC-Total': String(page.total),
      'X-TEC-TotalPages': String(page.totalPages),
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
