import sanitize from 'sanitize-html'

const tags = (
  'p br hr div span h1 h2 h3 h4 h5 h6 blockquote pre ul ol li dl dt dd figure figcaption table caption colgroup col thead tbody tfoot tr th td ' +
  'a img abbr b bdi bdo cite code del dfn em i ins kbd mark q rp rt ruby s samp small strong sub sup time u var wbr'
).split(' ')

/** Two make nearly every text stable and three all that were tried; the bound keeps a hostile one from asking for more. */
const maxPasses = 5

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
  // What stands inside these is code, or text that a browser shows only when something else fails.
  nonTextTags: 'script style textarea option xmp noscript noembed noframes iframe template title svg math plaintext'.split(' '),
  selfClosing: ['br', 'col', 'hr', 'img', 'wbr'],
  // Deeper markup is dropped: a text of opening tags alone must not build a tree that nothing can walk.
  nestingLimit: 100,
  transformTags: { a: withSafeRel },
}

/**
 * The HTML sanitizer for `createCalendar({ sanitizeHtml })`, over the library `sanitize-html`: keeps text, headings, lists,
 * tables, links (http, https, mailto and relative ones) and images (http, https and relative ones); drops everything else,
 * such as scripts, styles, classes, event handlers, forms and frames. Links tell search engines and their targets nothing.
 *
 * @returns HTML that is inert, and that sanitizing again leaves as it is.
 *
 * @example
 * ```ts
 * import { sanitizeHtml } from '@kalends/core/sanitize-html'
 *
 * sanitizeHtml('<p onclick="buy()">Doors open at <b>eight</b></p>') // '<p>Doors open at <b>eight</b></p>'
 * ```
 */
export function sanitizeHtml(html: string): string {
  let safe = sanitize(html, options)
  // Dropping a tag can change what the tags around it close, which shows only when the result is read again.
  for (let pass = 1; pass < maxPasses; pass += 1) {
    const again = sanitize(safe, options)
    if (again === safe) break
    safe = again
  }
  return safe
}

function withSafeRel(tagName: string, attribs: sanitize.Attributes): sanitize.Tag {
  // Also without href, which the library may still drop: else a second run would find a link that needs no rel.
  return { tagName, attribs: { ...attribs, rel: 'noopener noreferrer nofollow' } }
}
