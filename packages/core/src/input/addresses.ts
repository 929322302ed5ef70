import * as z from 'zod/mini'
import { textIssue } from '../text/plain.ts'
import { limits } from './limits.ts'
import { isObject } from './read.ts'
import { integerField, isAtMost, isBlank, lineOf } from './scalars.ts'
import { because, chooseSchema, constant, jsonSchemas, objectOf, type Schema, transform } from './schemas.ts'

// RFC 3986: scheme, authority without user information, and a rest without spaces, quotes, angle brackets or backslashes.
const webAddress = /^https?:\/\/([^\s/?#@\\"<>]+)(?:[/?#][^\s\\"<>]*)?$/i
const port = /:([0-9]*)$/
const mailAddress = /^[^\s@"(),:;<>[\\\]]+@[^\s@"(),:;<>[\\\]]+$/
const label = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u

const isHostName = (host: string): boolean => {
  const name = host.endsWith('.') ? host.slice(0, -1) : host
  return name.length <= 253 && name.split('.').every((part) => part.length <= 63 && label.test(part))
}

const octet = /^(?:0|[1-9][0-9]{0,2})$/
const ipv6Group = /^[0-9a-f]{1,4}$/i

function isIpv4(text: string): boolean {
  const parts = text.split('.')
  return parts.length === 4 && parts.every((part) => octet.test(part) && Number(part) <= 255)
}

/**
 * Whether a text is an IPv6 address (RFC 4291): eight groups. `::` stands for one or more groups of zeros, an IPv4 address for the last
 * two.
 */
function isIpv6(text: string): boolean {
  const end = text.lastIndexOf(':') + 1
  const halves = (end > 0 && isIpv4(text.slice(end)) ? `${text.slice(0, end)}0:0` : text).split('::')
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  const isComplete = halves.length === 1 ? groups.length === 8 : halves.length === 2 && groups.length < 8
  return isComplete && groups.every((group) => ipv6Group.test(group))
}

function isHost(text: string): boolean {
  const number = port.exec(text)?.[1]
  if (number !== undefined && (number === '' || number.length > 5 || Number(number) > 65_535)) return false
  const host = number === undefined ? text : text.slice(0, -number.length - 1)
  return host.startsWith('[') ? host.endsWith(']') && isIpv6(host.slice(1, -1)) : isHostName(host)
}

function isWebAddress(text: string): boolean {
  const host = webAddress.exec(text)?.[1]
  return host !== undefined && isHost(host)
}

function isMailAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  return (
    mailAddress.test(text) &&
    local.length <= 64 &&
    !local.startsWith('.') &&
    !local.endsWith('.') &&
    !local.includes('..') &&
    isHostName(text.slice(at + 1))
  )
}

/** Whether a trimmed text is a web address that records take: the check of `urlField` without its schema, which takes as long again. */
export const isUrl = (text: string): boolean => isWebAddress(text) && textIssue(text) === undefined && isAtMost(text, limits.url)

const url = lineOf(limits.url).check(z.refine(isWebAddress, because({ code: 'not_a_web_address' })))
const email = lineOf(limits.line).check(z.refine(isMailAddress, because({ code: 'not_an_email' })))

const empty = constant('')

/** Reads null and blank texts as the empty text. */
const emptyIfBlank = (schema: Schema<string>): Schema<string> => chooseSchema((value) => (isBlank(value) ? empty : schema))

/** A web address, `http` or `https` without credentials, or empty; null is empty. */
export const urlField: Schema<string> = emptyIfBlank(url).register(jsonSchemas, {
  type: ['string', 'null'],
  maxLength: limits.url,
  examples: ['https://example.org/'],
})

/** An e-mail address, or empty; null is empty. */
export const emailField: Schema<string> = emptyIfBlank(email).register(jsonSchemas, {
  type: ['string', 'null'],
  maxLength: limits.line,
  examples: ['info@example.org'],
})

const mediaId = integerField.check(z.refine((id) => id > 0, because({ code: 'not_an_image' })))

const hasMember = (value: object, name: string): boolean => (Reflect.get(value, name) ?? null) !== null

const noImage = constant(null)
const imageById = transform(objectOf({ id: mediaId }), ({ id }) => id)
const imageByUrl = transform(objectOf({ url }), (image) => image.url)
const otherObject = z.never(because({ code: 'image_without_source' }))

function chooseImage(value: unknown): Schema<number | string | null> {
  if (value === false || isBlank(value)) return noImage
  if (isObject(value)) return hasMember(value, 'id') ? imageById : hasMember(value, 'url') ? imageByUrl : otherObject
  return typeof value === 'number' || (typeof value === 'string' && /^[0-9]+$/.test(value)) ? mediaId : url
}

/**
 * An image: a media id of the host, an address, or none (`false`, null, empty). An image as a view returns it is accepted too; it is read
 * as its `id`, or as its `url` if it has no `id`.
 */
export const imageField: Schema<number | string | null> = chooseSchema(chooseImage).register(jsonSchemas, {
  type: ['integer', 'string', 'boolean', 'object', 'null'],
  description: 'A media id, an http(s) address, or false for none',
})
