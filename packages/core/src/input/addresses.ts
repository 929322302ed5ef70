import type * as z from 'zod'
import { toOneLine } from '../text/plain.ts'
import { limits } from './limits.ts'
import { field, refuse } from './read.ts'
import { readInteger, readText } from './scalars.ts'

// RFC 3986: scheme, authority without user information, and a rest without spaces, quotes, angle brackets or backslashes.
const webAddress = /^https?:\/\/([^\s/?#@\\"<>]+)(?:[/?#][^\s\\"<>]*)?$/i
const port = /:([0-9]*)$/
const mailAddress = /^[^\s@"(),:;<>[\\\]]+@[^\s@"(),:;<>[\\\]]+$/
const label = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u

const isHostName = (host: string): boolean => {
  const name = host.endsWith('.') ? host.slice(0, -1) : host
  return name.length <= 253 && name.split('.').every((part) => part.length <= 63 && label.test(part))
}

function isHost(text: string): boolean {
  if (text.startsWith('[')) return /^\[[0-9a-f:.]+\](?::[0-9]{1,5})?$/i.test(text)
  const number = port.exec(text)?.[1]
  if (number !== undefined && (number === '' || number.length > 5 || Number(number) > 65_535)) return false
  return isHostName(number === undefined ? text : text.slice(0, -number.length - 1))
}

/** A web address: `http` or `https`, no credentials. */
export function readUrl(value: unknown): string {
  const text = toOneLine(readText(value, limits.url))
  const host = webAddress.exec(text)?.[1]
  return host !== undefined && isHost(host) ? text : refuse('must be an address that begins with http:// or https:// and has no user name')
}

/** One-line texts are trimmed at both ends, so spaces alone are blank too. */
const isBlank = (value: unknown): boolean => value === null || (typeof value === 'string' && toOneLine(value) === '')

/** A web address, or empty; null is empty. */
export const urlField: z.ZodType<string> = field(
  { type: ['string', 'null'], maxLength: limits.url, examples: ['https://example.org/'] },
  (value) => (isBlank(value) ? '' : readUrl(value)),
)

/** An e-mail address, or empty; null is empty. */
export const emailField: z.ZodType<string> = field(
  { type: ['string', 'null'], maxLength: limits.line, examples: ['info@example.org'] },
  (value) => {
    if (isBlank(value)) return ''
    const text = toOneLine(readText(value, limits.line))
    const at = text.lastIndexOf('@')
    const local = text.slice(0, at)
    const isAddress =
      mailAddress.test(text) &&
      local.length <= 64 &&
      !local.startsWith('.') &&
      !local.endsWith('.') &&
      !local.includes('..') &&
      isHostName(text.slice(at + 1))
    return isAddress ? text : refuse('must be an e-mail address')
  },
)

/**
 * A picture: a media id of the host, an address, or none (`false`, null, empty). A returned picture is accepted: its `id`, else its `url`.
 */
export const imageField: z.ZodType<number | string | null> = field(
  { type: ['integer', 'string', 'boolean', 'object', 'null'], description: 'A media id, an http(s) address, or false for none' },
  readImage,
)

function readImage(value: unknown): number | string | null {
  if (value === false || isBlank(value)) return null
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const id = Reflect.get(value, 'id')
    if (id !== undefined && id !== null) return readImageId(id)
    return readUrl(Reflect.get(value, 'url') ?? refuse('must have an id or a url'))
  }
  if (typeof value === 'number' || (typeof value === 'string' && /^[0-9]+$/.test(value))) return readImageId(value)
  return readUrl(value)
}

const readImageId = (value: unknown): number => readInteger(value) || refuse('must be a media id of 1 or more, an address or false')
