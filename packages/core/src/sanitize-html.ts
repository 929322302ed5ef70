import sanitize from 'sanitize-html'

const tags = (
  'p br hr div span h1 h2 h3 h4 h5 h6 blockquote pre ul ol li dl dt dd figure figcaption table caption colgroup col thead tbody tfoot tr th td ' +
  'a img abbr b bdi bdo cite code del dfn em i ins kbd mark q rp rt ruby s samp small strong sub sup time u var wbr'
).split(' ')

/** The maximum number of passes. Two make nearly every text stable, and three every text that was tried; hostile texts could need more. */
const maxPasses = 5

/**
 * The maximum length of a result that is parsed again, in code units: 65,536 code points, the limit of descriptions. The calendar rejects
 * a longer result.
 */
const maxReread = 2 * 65_536

/** The maximum number of elements without an end tag, in which the parser's time is quadratic. A text with more is shown as text. */
const maxUnclosed = 5_000

const startOrEndTag = /<(\/?)([a-z][^\s/>]{0,20})/gi
const voidElements = new Set(
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr'.split(' '),
)

const options: sanitize.IOptions = {
  allowedTags: tags,
  allowedAttributes: {
    '*': ['dir', 'lang', 'title'],
    a: ['href', 'rel'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    ol: ['start', 'reversed', 'type'],
    li: ['value'],
    col: ['span'],
    colgroup: ['span'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
    time: ['datetime'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  parseStyleAttributes: false,
  // The content of these elements is code, or a fallback text that a browser shows only when something else fails.
  nonTextTags: 'script style textarea option xmp noscript noembed noframes iframe template title svg math plaintext'.split(' '),
  selfClosing: ['br', 'col', 'hr', 'img', 'wbr'],
  // Deeper markup is dropped: a text of opening tags alone must not build a tree too deep to traverse.
  nestingLimit: 100,
  transformTags: { a: toSafeLink, img: toSafeImage },
}

/**
 * The HTML sanitizer for `createCalendar({ sanitizeHtml })`, over the library `sanitize-html`: keeps text, headings, lists, tables, links
 * (http, https, mailto and relative ones) and images (http, https and relative ones); drops everything else, such as scripts, styles,
 * classes, event handlers, forms and frames, and the user name and password of an address. Links get `rel="noopener noreferrer nofollow"`.
 * In a text with more than 5,000 unclosed elements, all tags show as text.
 *
 * @returns HTML that is inert. Sanitizing it again changes nothing, if it has at most 65,536 code points.
 *
 * @example
 * ```ts
 * import { sanitizeHtml } from '@kalends/core/sanitize-html'
 *
 * sanitizeHtml('<p onclick="buy()">Doors open at <b>eight</b></p>') // '<p>Doors open at <b>eight</b></p>'
 * ```
 */
export function sanitizeHtml(html: string): string {
  let safe = sanitize(hasTooManyUnclosed(html) ? html.replaceAll('<', '&lt;') : html, options)
  // Dropping a tag can change where the elements around it end, which another pass may then change.
  for (let pass = 1; pass < maxPasses && safe.includes('<') && safe.length <= maxReread; pass += 1) {
    const again = sanitize(safe, options)
    if (again === safe) break
    safe = again
  }
  return safe
}

function hasTooManyUnclosed(html: string): boolean {
  const open = new Map<string, number>()
  let unclosed = 0
  for (const [, slash, spelled = ''] of html.matchAll(startOrEndTag)) {
    const name = spelled.toLowerCase()
    const known = open.get(name) ?? 0
    const step = slash === '' ? Number(!voidElements.has(name)) : -Number(known > 0)
    open.set(name, known + step)
    unclosed += step
    if (unclosed > maxUnclosed) return true
  }
  return false
}

function toSafeLink(tagName: string, attribs: sanitize.Attributes): sanitize.Tag {
  // Links without href get `rel`, too: the library may drop the href afterwards, and another pass must not change the result.
  return { tagName, attribs: { ...withoutCredentials('href', attribs), rel: 'noopener noreferrer nofollow' } }
}

function toSafeImage(tagName: string, attribs: sanitize.Attributes): sanitize.Tag {
  return { tagName, attribs: withoutCredentials('src', attribs) }
}

/**
 * Matches an address as the URL standard parses it: leading control characters and spaces, line breaks and tabs are ignored, and any
 * slashes start the authority.
 */
const webAddressWithUser = /^(https?:[\\/]*)[^\\/?#]*@/i

/** The address without user name and password, which the browser of every reader would send to its host. */
function withoutCredentials(name: 'href' | 'src', attribs: sanitize.Attributes): sanitize.Attributes {
  const address = attribs[name]?.replace(/^[\p{Cc} ]+|[\t\n\r]/gu, '') ?? ''
  return webAddressWithUser.test(address) ? { ...attribs, [name]: address.replace(webAddressWithUser, '$1') } : attribs
}
