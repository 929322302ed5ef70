import { decodeHTMLStrict } from 'entities/decode'

/** Characters that display text has as entities: those of HTML, and typographic punctuation. */
const special = /[&<>\u2010-\u2027]/g

const names: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;' }

/**
 * Encodes plain text as display text, which pages put into HTML unchanged: `R&B` becomes `R&#038;B`. Straight quotation marks and
 * apostrophes become typographic ones, as there: many programs decode only those.
 */
export const toDisplayText = (text: string): string =>
  withTypographicQuotes(text).replace(special, (character) => names[character] ?? `&#${String(character.charCodeAt(0)).padStart(3, '0')};`)

/** What an opening quotation mark follows, besides another one. */
const beforeOpening = /^[\s([{\p{Pd}]?$/u

/** What follows an opening quotation mark that stands behind another one. */
const quoted = /[\p{L}\p{N}]/u

/** The year in `'99`, before which there is an apostrophe. */
const shortYear = /^\d\d(?!\d)/

function withTypographicQuotes(text: string): string {
  return text.replace(/["']/g, (mark, at: number) => {
    const before = text.charAt(at - 1)
    const after = text.charAt(at + 1)
    const isOpening = beforeOpening.test(before) ? /\S/.test(after) : /["']/.test(before) && quoted.test(after)
    if (mark === '"') return isOpening ? '\u201c' : '\u201d'
    return isOpening && !shortYear.test(text.slice(at + 1, at + 4)) ? '\u2018' : '\u2019'
  })
}

const entity = /&#?[0-9a-z]{1,32};/gi

/** Stands for a character that cannot be. */
const replacement = '\ufffd'

/** Decodes display text once, with all names of HTML. Entities that name no character stay. */
export const fromDisplayText = (text: string): string =>
  text.replace(entity, (found) => {
    const character = decodeHTMLStrict(found)
    return character === replacement ? found : character
  })
