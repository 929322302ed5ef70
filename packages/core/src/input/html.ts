import { codePointLength, toValidText } from '../text/plain.ts'
import { limits } from './limits.ts'
import type { Issues } from './read.ts'
import { emptyIfNull, textOf } from './scalars.ts'
import { jsonSchemas, type Schema, transform } from './schemas.ts'

/** HTML of an input. */
export interface HtmlText {
  /** As the client sent it. */
  readonly given: string
  /** As it will be stored; empty until {@link makeSafe} has run. */
  safe: string
}

/** The members of an input that hold HTML. */
export interface HtmlFields {
  /** The description. */
  readonly description: HtmlText
  /** The short description. */
  readonly excerpt: HtmlText
}

type HtmlName = keyof HtmlFields

const htmlNames: readonly HtmlName[] = ['description', 'excerpt']

const noHtml: HtmlText = { given: '', safe: '' }

/** HTML that is not sanitized yet; null is empty. */
export const htmlField: Schema<HtmlText> = transform(emptyIfNull(textOf(limits.html)), (given) => ({ given, safe: '' })).register(
  jsonSchemas,
  { type: ['string', 'null'], maxLength: limits.html },
)

/** HTML that shows nothing, as editors leave it when its text is deleted. */
const blank = /^(?:\s|&nbsp;|<\/?(?:p|div|br|span)\b[^<>]*>)*$/i

/**
 * Sanitizes the HTML of an input. HTML without text, such as `<p></p>`, is stored as the empty text. Runs before the transaction: a sanitizer is slow, and a transaction may run again. Characters that texts
 * must not contain are removed afterwards, because a sanitizer may decode `&#1;` to the character itself.
 */
export function makeSafe(fields: Partial<HtmlFields>, sanitizeHtml: (html: string) => string): void {
  for (const name of htmlNames) {
    const html = fields[name]
    if (html === undefined) continue
    const safe = toValidText(sanitizeHtml(html.given))
    html.safe = blank.test(safe) ? '' : safe
  }
}

/**
 * Adds an issue for HTML whose sanitized form exceeds the limit, because clients could not send such HTML back.
 * @param before the stored HTML, which may be sent back regardless of its sanitized length
 */
export function checkHtml(fields: Partial<HtmlFields>, before: Partial<Record<HtmlName, string>>, issues: Issues): void {
  for (const name of htmlNames) {
    const { given, safe } = fields[name] ?? noHtml
    const isTooLong = safe.length > limits.html && codePointLength(safe) > limits.html
    if (isTooLong && given !== before[name]) issues[name] ??= { code: 'too_long_made_safe', max: limits.html }
  }
}

/** The HTML to store: the sanitized input, or the stored HTML when the input sends it back. */
export const toStoredHtml = (html: HtmlText | undefined, before = ''): string =>
  html === undefined || html.given === before ? before : html.safe

/** The length of the HTML of an input in code points: as given or sanitized, whichever is longer. */
export function htmlLength(fields: Partial<HtmlFields>): number {
  let length = 0
  for (const name of htmlNames) {
    const { given, safe } = fields[name] ?? noHtml
    length += Math.max(codePointLength(given), codePointLength(safe))
  }
  return length
}

/** The length of the HTML in the data of a nested record, in code points; counted before any of the data is parsed. */
export function rawHtmlLength(data: object): number {
  let length = 0
  for (const name of htmlNames) {
    const text: unknown = Reflect.get(data, name)
    if (typeof text === 'string') length += codePointLength(text)
  }
  return length
}
