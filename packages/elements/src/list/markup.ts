/** HTML that needs no escaping any more. It is a class, because an event from a foreign service may be any JSON. */
export class Markup {
  /** The HTML. */
  readonly markup: string

  /** @param markup HTML that has no text of an event in it, or only escaped ones */
  constructor(markup: string) {
    this.markup = markup
  }
}

/** What a template takes: texts are escaped, HTML is not, and false, null and undefined are nothing. */
export type Part = string | number | Markup | readonly Markup[] | false | null | undefined

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes a text for content and for attributes in quotes. */
export const escapeText = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

function toHtml(part: Part): string {
  if (part === undefined || part === null || part === false) return ''
  if (part instanceof Markup) return part.markup
  if (Array.isArray(part)) return part.map(toHtml).join('')
  return escapeText(String(part))
}

/** HTML with values in it. An attribute has its value in double quotes, and one that is an address has it from {@link toAddress}. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(texts.map((text, index) => text + toHtml(parts[index])).join(''))

/** Puts a value in the place of `{}` in a text. */
export const fill = (text: string, value: string | Markup): Markup => {
  const [before = '', after = ''] = text.split('{}')
  return html`${before}${value}${after}`
}

/** An address that a link may lead to, of http, https or the same site; empty for any other, such as one of `javascript:`. */
export const toAddress = (text: unknown): string => (typeof text === 'string' && /^(?:https?:\/\/|\/)/i.test(text) ? text : '')
