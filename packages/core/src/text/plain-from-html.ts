import { attributesIn, type Markup, readHtml } from './html-markup.ts'
import { textIssue } from './plain.ts'

/** Inline elements, and comments: their tags are removed. Every other tag becomes a gap: a space or a line break. */
const inline = new Set(
  '!-- a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)

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
export function plainFromHtml(html: string): string {
  let text = ''
  readHtml(
    html,
    (part) => {
      text += decoded(part)
    },
    ({ name }) => {
      text += inline.has(name) ? '' : ' '
    },
  )
  return text.replace(whiteSpace, ' ').trim()
}

/** The elements whose tags stay within a line: the cells of a row are one line. */
const inLine = new Set(['td', 'th'])

/**
 * The text of HTML, for people: like {@link plainFromHtml}, but each block element and each `<br>` begins a new line. There are no empty
 * lines.
 * @param addressOf the address to show for that of a link or an image; empty to show none. With it, a link is `text (address)`, and an image
 * with an alternative text is that text with its address.
 */
export function linesFromHtml(html: string, addressOf: (address: string) => string = () => ''): string {
  let text = ''
  /** The link that has begun: its address, and where its text begins. */
  let link = { address: '', at: 0 }
  const endLink = (): void => {
    if (link.address !== '') text = text.slice(0, link.at) + withAddress(text.slice(link.at), link.address)
    link = { address: '', at: 0 }
  }
  const attribute = (markup: Markup, name: string): string =>
    decoded([...attributesIn(html, markup)].find((one) => one.name === name)?.value ?? '').trim()
  readHtml(
    html,
    (part) => {
      text += decoded(part).replace(whiteSpace, ' ')
    },
    (markup) => {
      const { name, isClosing } = markup
      if (name === 'a') {
        endLink()
        if (!isClosing) link = { address: shownAddress(attribute(markup, 'href'), addressOf), at: text.length }
      } else if (!inline.has(name)) text += inLine.has(name) ? ' ' : '\n'
      if (name === 'img') {
        const address = shownAddress(attribute(markup, 'src'), addressOf)
        const alternative = attribute(markup, 'alt').replace(whiteSpace, ' ')
        if (address !== '' && alternative !== '') text += `${withAddress(alternative, address)}\n`
      }
    },
  )
  endLink()
  return text
    .split('\n')
    .map((line) => line.replace(/ {2,}/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}

/** Scripts and contents are no addresses. */
const shownAddress = (address: string, addressOf: (address: string) => string): string =>
  address === '' || /^(?:javascript|vbscript|data):/i.test(address) ? '' : addressOf(address).replace(/\s/g, '')

/** A text and the address to which it leads, once if they are the same. */
function withAddress(text: string, address: string): string {
  const label = text.trim()
  if (label === '') return `${text}${address}`
  const bare = (one: string): string => one.toLowerCase().replace(/^(?:[a-z]+:)?(?:\/\/)?|\/$/g, '')
  if (bare(label) === bare(address)) return text
  const end = text.trimEnd().length
  return `${text.slice(0, end)} (${address})${text.slice(end)}`
}

/** A text without character references, decoded once. */
export function decoded(text: string): string {
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
