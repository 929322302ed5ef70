import type * as z from 'zod'
import { codePointLength, toGoodText } from '../text/plain.ts'
import { limits } from './limits.ts'
import { field, type Problems } from './read.ts'
import { readText } from './scalars.ts'

/** HTML of an input. */
export interface HtmlText {
  /** As it was sent. */
  readonly given: string
  /** As it is stored; empty until {@link makeSafe} has run. */
  safe: string
}

/** The members of an input that hold HTML. */
export interface HtmlFields {
  /** What it is about. */
  readonly description: HtmlText
  /** The same in short. */
  readonly excerpt: HtmlText
}

type HtmlName = keyof HtmlFields

const htmlNames: readonly HtmlName[] = ['description', 'excerpt']

const noHtml: HtmlText = { given: '', safe: '' }

/** HTML that is not yet made safe; null is empty. */
export const htmlField: z.ZodType<HtmlText> = field({ type: ['string', 'null'], maxLength: limits.html }, (value) => ({
  given: value === null ? '' : readText(value, limits.html),
  safe: '',
}))

/**
 * Makes the HTML of an input safe. Before the transaction: a sanitizer takes its time, and a transaction may run again.
 * A sanitizer that reads `&#1;` writes the character itself, which no text may hold.
 */
export function makeSafe(fields: Partial<HtmlFields>, sanitizeHtml: (html: string) => string): void {
  for (const name of htmlNames) {
    const html = fields[name]
    if (html !== undefined) html.safe = toGoodText(sanitizeHtml(html.given))
  }
}

/**
 * Finds HTML that is too long to be sent back when it is made safe.
 * @param before what is stored, which may be sent back whatever becomes of it
 */
export function checkHtml(fields: Partial<HtmlFields>, before: Partial<Record<HtmlName, string>>, problems: Problems): void {
  for (const name of htmlNames) {
    const { given, safe } = fields[name] ?? noHtml
    const isTooLong = safe.length > limits.html && codePointLength(safe) > limits.html
    if (isTooLong && given !== before[name]) problems[name] ??= `must have at most ${limits.html} characters when it is made safe`
  }
}

/** The text to store: what was given, made safe, or what was stored before when that was sent back. */
export const toStoredHtml = (html: HtmlText | undefined, before = ''): string =>
  html === undefined || html.given === before ? before : html.safe

/** How many code points of HTML an input has: as given or when it is made safe, whichever is more. */
export function htmlLength(fields: Partial<HtmlFields>): number {
  const texts = htmlNames.map((name) => fields[name] ?? noHtml)
  return texts.reduce((sum, { given, safe }) => sum + Math.max(codePointLength(given), codePointLength(safe)), 0)
}

/** How many code points of HTML the data of a nested record has, before anything of it is read. */
export function rawHtmlLength(data: object): number {
  const texts = htmlNames.map((name): unknown => Reflect.get(data, name))
  return texts.reduce((sum: number, text) => sum + (typeof text === 'string' ? codePointLength(text) : 0), 0)
}
