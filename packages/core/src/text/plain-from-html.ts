import { textIssue } from './plain.ts'

/** Inline elements: their tags are removed. Every other tag becomes a gap: a space or a line break. */
const inline = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)

/** Elements whose contents are not text for readers, with the pattern of their end tag. */
const contentless = new Map([
  ['script', '</script(?=[\\s/>])'],
  ['style', '</style(?=[\\s/>])'],
])

const namedCharacters = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00A0'],
])

/** White space other than one space: in ordinary text it matches nothing, which is four times as fast as a match for each word. */
const whiteSpace = /\s{2,}|[^\S ]/g

/**
 * The text of HTML, for search: without tags, comments, scripts and styles, with character references decoded once and white space
 * collapsed as in a browser. A `<` that starts no tag, or one without an end, is text.
 */
export const plainFromHtml = (html: string): string =>
  readText(html, (text) => text, ' ')
    .replace(whiteSpace, ' ')
    .trim()

/**
 * The text of HTML, for people: like {@link plainFromHtml}, but each block element and each `<br>` begins a new line. There are no empty
 * lines.
 */
export const linesFromHtml = (html: string): string =>
  readText(html, (text) => text.replace(whiteSpace, ' '), '\n')
    .split('\n')
    .map((line) => line.replace(/ {2,}/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')

/**
 * Reads HTML from left to right.
 * @param toText converts each piece of text between two tags
 * @param gap replaces the tag of an element that is not inline
 */
function readText(html: string, toText: (text: string) => string, gap: string): string {
  // After the last `>` nothing can be a tag. With this bound, no part of a hostile text is scanned more than twice.
  const lastClose = html.lastIndexOf('>')
  let text = ''
  let at = 0
  for (let open = html.indexOf('<'); open !== -1; open = html.indexOf('<', at)) {
    text += toText(decoded(html.slice(at, open)))
    const markup = open < lastClose || html.startsWith('<!--', open) ? markupAt(html, open) : undefined
    if (markup === undefined) {
      text += '<'
      at = open + 1
    } else if (markup.end === -1) {
      at = open
      break
    } else {
      text += markup.isInline ? '' : gap
      at = markup.end
    }
  }
  return text + toText(decoded(html.slice(at)))
}

interface Markup {
  /** The index after the markup, -1 when it has no end. */
  end: number
  /** Whether it is removed without a gap. */
  isInline: boolean
}

/** The markup at a `<`; undefined when the `<` is an ordinary character. */
function markupAt(html: string, open: number): Markup | undefined {
  if (html.startsWith('<!--', open)) return { end: commentEnd(html, open), isInline: true }
  if (html.startsWith('<!', open) || html.startsWith('<?', open)) return { end: html.indexOf('>', open) + 1, isInline: false }
  const tag = /<(\/?)([a-z][^\s/>]*)/iy
  tag.lastIndex = open
  const [, slash, spelled = ''] = tag.exec(html) ?? []
  if (slash === undefined) return undefined
  const name = spelled.toLowerCase()
  const end = tagEnd(html, tag.lastIndex)
  const isInline = inline.has(name)
  const closing = slash === '' ? contentless.get(name) : undefined
  return { end: closing === undefined || end === -1 ? end : contentEnd(html, end, closing), isInline }
}

/** `<!-->` and `<!--->` are complete comments. A comment without an end hides the rest, as in a browser. */
function commentEnd(html: string, open: number): number {
  const close = html.indexOf('-->', open + 2)
  return close === -1 ? html.length : close + 3
}

function contentEnd(html: string, from: number, closing: string): number {
  const pattern = new RegExp(closing, 'gi')
  pattern.lastIndex = from
  return pattern.exec(html)?.index ?? html.length
}

/** The index after the `>` that ends a tag; a `>` inside a quoted attribute value does not. */
function tagEnd(html: string, from: number): number {
  let valueMayStart = false
  for (let index = from; index < html.length; index += 1) {
    const character = html.charAt(index)
    if (character === '>') return index + 1
    if (valueMayStart && (character === '"' || character === "'")) {
      // A quote without a closing one is an ordinary character.
      const close = html.indexOf(character, index + 1)
      if (close !== -1) index = close
    }
    valueMayStart = character === '=' || (valueMayStart && /\s/.test(character))
  }
  return -1
}

function decoded(text: string): string {
  return text.replace(/&(?:#(\d+)|#[xX]([\da-fA-F]+)|(lt|gt|amp|quot|apos|nbsp));/g, (_, decimal?: string, hex?: string, name?: string) =>
    name === undefined
      ? characterOf(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal))
      : (namedCharacters.get(name) ?? ''),
  )
}

/** The character of a code point; U+FFFD for characters that texts must not contain. */
function characterOf(code: number): string {
  const character = code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD'
  return textIssue(character) === undefined ? character : '\uFFFD'
}
