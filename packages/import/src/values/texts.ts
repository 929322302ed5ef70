import { linesFromHtml } from '@kalends/core/format'
import { codePointLength, limits, truncateCodePoints, venueShape } from '@kalends/core/internal'
import type { ImportWarning } from '../item.ts'
import { shorten } from './shorten.ts'

/** Control characters and unpaired surrogates, which no text of the calendar may have. */
const refused = /(?![\t\n\r])[\p{Cc}\p{Cs}]/gu

/** The text of a value: of a number, too. Every other value is an empty text. */
export const toText = (value: unknown): string =>
  typeof value === 'string' ? value.replace(refused, '').trim() : typeof value === 'number' ? String(value) : ''

/** The text of a value as one line. */
export const toLine = (value: unknown): string => toText(value).replace(/[\s\u2028\u2029]+/g, ' ')

/** A line within the limit of lines. @param warnings receives that it was shortened */
export const limitedLine = (value: unknown, name: string, warnings: ImportWarning[]): string =>
  shorten(toLine(value), limits.line, name, warnings).trim()

/** A title or a name within its limit; empty if it has nothing to see. */
export function limitedName(value: unknown, name: string, warnings: ImportWarning[]): string {
  const text = shorten(toLine(value), limits.name, name, warnings).trim()
  return venueShape.name.safeParse(text).success ? text : ''
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Paragraphs of a plain text as HTML. */
export const htmlFromText = (text: string): string => (lineEnd.test(text) ? paragraphsOf(text) : paragraphOf(text.trim()))

const lineEnd = /[\r\n]/

const paragraphOf = (text: string): string =>
  text === '' ? '' : `<p>${special.test(text) ? text.replace(/[&<>]/g, (one) => escapes[one] ?? one) : text}</p>`

const special = /[&<>]/

const paragraphsOf = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .join('\n')
    .split('\n\n')
    .map((part) => part.trim())
    .map((part) => paragraphOf(part).replaceAll('\n', '<br>'))
    .join('')

/** HTML within the limit: of longer HTML, the beginning of its text. */
export function limitedHtml(html: string, name: string, warnings: ImportWarning[]): string {
  if (html.length <= limits.html || codePointLength(html) <= limits.html) return html
  warnings.push({ code: 'text_shortened', message: `The ${name} is shortened to ${limits.html} characters.` })
  let text = truncateCodePoints(linesFromHtml(html), limits.html)
  // Escapes and line ends take more characters in HTML.
  while (codePointLength(htmlFromText(text)) > limits.html) text = truncateCodePoints(text, Math.floor(text.length * 0.8))
  return htmlFromText(text)
}

/** The elements by which HTML is told from plain text. */
const elements = new Set('a b br div em h1 h2 h3 h4 h5 h6 i img li ol p span strong u ul'.split(' '))

/** Whether a text is HTML. */
export const isHtml = (text: string): boolean =>
  [...text.matchAll(/<\/?([a-z][a-z0-9]{0,9})\b[^<>]*>/gi)].some(([, name = '']) => elements.has(name.toLowerCase()))

/** A text that is HTML, or that becomes HTML. */
export const htmlOf = (text: string): string => (isHtml(text) ? text : htmlFromText(text))
