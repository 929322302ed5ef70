import sanitize from 'sanitize-html'
import { requireKnownOptions } from './errors/known-names.ts'

/** Elements that only structure a page: they are kept without attributes. */
const sections = 'section article aside header footer main nav address details summary figure figcaption hgroup'.split(' ')

const blocks = [
  ...sections,
  ...'p hr div h1 h2 h3 h4 h5 h6 blockquote pre ul ol li dl dt dd table caption colgroup col thead tbody tfoot tr th td'.split(' '),
]

const inlines =
  'br span a img abbr b bdi bdo cite code del dfn em i ins kbd mark q rp rt ruby s samp small strong sub sup time u var wbr'.split(' ')

const kept = [...blocks, ...inlines]

const isSection = new Set(sections)
const isBlock = new Set([...blocks, ...'center dialog dir fieldset legend listing marquee menu multicol search'.split(' ')])

/** Custom elements, which have a hyphen in their names, can be blocks: an additional break harms less than two words in one. */
const leavesBreak = (name: string): boolean => isBlock.has(name) || name.includes('-')

/** Schemes of links whose programs run code or read files. */
const unsafeSchemes = new Set(['javascript', 'vbscript', 'data', 'blob', 'file', 'filesystem', 'about', 'view-source'])

const defaults = {
  linkSchemes: ['http', 'https', 'mailto', 'tel', 'sms', 'geo', 'webcal'],
  rel: 'noopener noreferrer nofollow',
  without: [],
} as const satisfies HtmlSanitizerOptions

/** What {@link createHtmlSanitizer} keeps. */
export interface HtmlSanitizerOptions {
  /**
   * The schemes of links, in lower case and without a colon; relative links stay in any case.
   * @default ['http', 'https', 'mailto', 'tel', 'sms', 'geo', 'webcal']
   */
  readonly linkSchemes?: readonly string[] | undefined
  /** The value of `rel` of all links. @default 'noopener noreferrer nofollow' */
  readonly rel?: string | undefined
  /** Elements to drop beside those that are always dropped, such as `img` or `table`. Their text stays. @default none */
  readonly without?: readonly string[] | undefined
}

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

const shared: sanitize.IOptions = {
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
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  parseStyleAttributes: false,
  // The content of these elements is code, or a fallback text that a browser shows only when something else fails.
  nonTextTags: 'script style textarea option xmp noscript noembed noframes iframe template title svg math plaintext'.split(' '),
  selfClosing: ['br', 'col', 'hr', 'img', 'wbr'],
  // Deeper markup is dropped: a text of opening tags alone must not build a tree too deep to traverse.
  nestingLimit: 100,
}

/** Dropped elements within a line that show something between two texts: a space separates the texts. */
const replaced = /(?<=[^\s>]|<\/(?:button|select)>)<(?=(?:audio|button|canvas|iframe|math|object|select|svg|textarea|video)[\s/>])/gi

/** Forms, whose tags become those of a `div` before they are parsed: the parser ignores a form inside another one. */
const forms = /<(\/?)form(?=[\s/>])/gi

/**
 * Creates a sanitizer like {@link sanitizeHtml} with other options.
 * @throws TypeError an option is unknown, a scheme of links runs code, or `without` names an element that is not kept, or `div`
 * @example
 * import { createHtmlSanitizer } from '@kalends/core/sanitize-html'
 *
 * const sanitizeHtml = createHtmlSanitizer({ without: ['img', 'table'], rel: 'noopener' })
 */
export function createHtmlSanitizer(options: HtmlSanitizerOptions = {}): (html: string) => string {
  requireKnownOptions('createHtmlSanitizer', options, { linkSchemes: true, rel: true, without: true })
  const { linkSchemes = defaults.linkSchemes, rel = defaults.rel, without = defaults.without } = options
  const scheme = linkSchemes.find((one) => !/^[a-z][a-z0-9+.-]*$/.test(one) || unsafeSchemes.has(one))
  if (scheme !== undefined)
    throw new TypeError(`linkSchemes must hold names of safe schemes such as "https", not ${JSON.stringify(scheme)}`)
  // The break that a dropped block leaves is a `div`.
  const stray = without.find((name) => !kept.includes(name) || name === 'div')
  if (stray !== undefined)
    throw new TypeError(`without must hold elements that are kept otherwise, such as "img", not ${JSON.stringify(stray)}`)
  const allowedTags = kept.filter((name) => !without.includes(name))
  const isKept = new Set(allowedTags)
  const transform = (tagName: string, attribs: sanitize.Attributes): sanitize.Tag => {
    if (!isKept.has(tagName)) return leavesBreak(tagName) ? { tagName: 'div', attribs: {} } : { tagName, attribs }
    if (isSection.has(tagName)) return { tagName, attribs: {} }
    // Links without href get `rel`, too: the library may drop the href afterwards, and another pass must not change the result.
    if (tagName === 'a') return { tagName, attribs: { ...withoutCredentials('href', attribs), rel } }
    return { tagName, attribs: tagName === 'img' ? withoutCredentials('src', attribs) : attribs }
  }
  const settings = { ...shared, allowedTags, allowedSchemes: [...linkSchemes], transformTags: { '*': transform } }
  return (html) => sanitizeRepeatedly(html, settings)
}

/**
 * The HTML sanitizer for `createCalendar({ sanitizeHtml })`, over the library `sanitize-html`: keeps text, sections, headings, lists, tables,
 * links (http, https, mailto, tel, sms, geo, webcal and relative ones) and images (http, https and relative ones); drops everything else,
 * such as scripts, styles, classes, event handlers, forms and frames, and the user name and password of an address. A dropped block becomes
 * a `div`, so that its text stays a block. Links get `rel="noopener noreferrer nofollow"`. {@link createHtmlSanitizer} has options. In a text with more than 5,000 unclosed elements, all tags show as text.
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
export const sanitizeHtml: (html: string) => string = createHtmlSanitizer()

function sanitizeRepeatedly(html: string, options: sanitize.IOptions): string {
  let safe = sanitize(
    hasTooManyUnclosed(html) ? html.replaceAll('<', '&lt;') : html.replace(replaced, ' <').replace(forms, '<$1div'),
    options,
  )
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

/**
 * Matches an address as the URL standard parses it: leading control characters and spaces, line breaks and tabs are ignored, and any
 * slashes start the authority.
 */
const webAddressWithUser = /^(https?:[\\/]*|webcal:\/\/)[^\\/?#]*@/i

/** The address without user name and password, which the browser of every reader would send to its host. */
function withoutCredentials(name: 'href' | 'src', attribs: sanitize.Attributes): sanitize.Attributes {
  const address = attribs[name]?.replace(/^[\p{Cc} ]+|[\t\n\r]/gu, '') ?? ''
  return webAddressWithUser.test(address) ? { ...attribs, [name]: address.replace(webAddressWithUser, '$1') } : attribs
}
