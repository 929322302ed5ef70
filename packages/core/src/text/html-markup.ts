/** Elements whose contents are not text for readers, with the pattern of their end tag. */
const contentless = new Map([
  ['script', /<\/script(?=[\s/>])/gi],
  ['style', /<\/style(?=[\s/>])/gi],
])

/** A tag, a comment or a declaration in HTML. */
export interface Markup {
  /** The name of the element in lower case; `!--` for a comment, `!` for a declaration. */
  readonly name: string
  /** Whether it is the end tag of an element. */
  readonly isClosing: boolean
  /** The index after the name. */
  readonly nameEnd: number
  /** The index after the tag; -1 without an end. */
  readonly tagEnd: number
  /** The index after the markup, with the contents of a script or style; -1 without an end. */
  readonly end: number
}

/**
 * Reads HTML from left to right. A `<` that starts no tag, or one without an end, is text.
 * @param onText takes each part of the text between markup, with its character references
 * @param onMarkup takes each tag, comment and declaration
 */
export function readHtml(html: string, onText: (part: string) => void, onMarkup: (markup: Markup) => void): void {
  // After the last `>` nothing can be a tag. With this bound, no part of a hostile text is scanned more than twice.
  const lastClose = html.lastIndexOf('>')
  let at = 0
  for (let open = html.indexOf('<'); open !== -1; open = html.indexOf('<', at)) {
    onText(html.slice(at, open))
    const markup = open < lastClose || html.startsWith('<!--', open) ? markupAt(html, open) : undefined
    if (markup === undefined) {
      onText('<')
      at = open + 1
    } else if (markup.end === -1) {
      at = open
      break
    } else {
      onMarkup(markup)
      at = markup.end
    }
  }
  onText(html.slice(at))
}

/** The markup at a `<`; undefined when the `<` is an ordinary character. */
function markupAt(html: string, open: number): Markup | undefined {
  if (html.startsWith('<!--', open)) return toDeclaration('!--', commentEnd(html, open))
  if (html.startsWith('<!', open) || html.startsWith('<?', open)) return toDeclaration('!', html.indexOf('>', open) + 1)
  const tag = /<(\/?)([a-z][^\s/>]*)/iy
  tag.lastIndex = open
  const [, slash, spelled = ''] = tag.exec(html) ?? []
  if (slash === undefined) return undefined
  const name = spelled.toLowerCase()
  const nameEnd = tag.lastIndex
  const end = tagEnd(html, nameEnd)
  const closing = slash === '' ? contentless.get(name) : undefined
  const isWhole = closing === undefined || end === -1
  return { name, isClosing: slash !== '', nameEnd, tagEnd: end, end: isWhole ? end : contentEnd(html, end, closing) }
}

const toDeclaration = (name: string, end: number): Markup => ({ name, isClosing: false, nameEnd: end, tagEnd: end, end })

/** `<!-->` and `<!--->` are complete comments. A comment without an end hides the rest, as in a browser. */
function commentEnd(html: string, open: number): number {
  const close = html.indexOf('-->', open + 2)
  return close === -1 ? html.length : close + 3
}

function contentEnd(html: string, from: number, pattern: RegExp): number {
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

/** An attribute of a tag. */
export interface Attribute {
  /** Its name in lower case. */
  readonly name: string
  /** Its value as written, without quotation marks, with its character references. */
  readonly value: string
  /** The index of the value as written, with its quotation marks. */
  readonly start: number
  /** The index after it. */
  readonly end: number
}

/** The attributes of a tag that have a value. */
export function* attributesIn(html: string, { nameEnd, tagEnd }: Markup): Generator<Attribute, void, undefined> {
  const end = tagEnd - 1
  for (let at = nameEnd; at < end; ) {
    const nameAt = at
    while (at < end && !/[\s"'<>/=]/.test(html.charAt(at))) at += 1
    if (at === nameAt) {
      at += 1
      continue
    }
    const name = html.slice(nameAt, at).toLowerCase()
    at = skipSpaces(html, at, end)
    if (html.charAt(at) !== '=') continue
    const start = skipSpaces(html, at + 1, end)
    const quote = html.charAt(start)
    const close = quote === '"' || quote === "'" ? html.indexOf(quote, start + 1) : -1
    at = close === -1 ? start + 1 : close + 1
    while (close === -1 && at < end && !/\s/.test(html.charAt(at))) at += 1
    if (at <= end) yield { name, value: close === -1 ? html.slice(start, at) : html.slice(start + 1, close), start, end: at }
  }
}

function skipSpaces(html: string, from: number, end: number): number {
  let at = from
  while (at < end && /\s/.test(html.charAt(at))) at += 1
  return at
}
