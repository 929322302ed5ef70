/** Elements that are no part of a paragraph. */
const blocks: ReadonlySet<string> = new Set([
  ...['address', 'article', 'aside', 'blockquote', 'caption', 'col', 'colgroup', 'dd', 'details', 'div', 'dl', 'dt', 'fieldset'],
  ...['figcaption', 'figure', 'footer', 'form', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'hgroup', 'hr', 'legend', 'li', 'main'],
  ...['menu', 'nav', 'ol', 'p', 'section', 'summary', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr', 'ul'],
])

const tag = /<\/?([a-z][a-z0-9]{0,9})\b[^<>]*>/gi

const isBlock = (name: string | undefined): boolean => name !== undefined && blocks.has(name.toLowerCase())

/**
 * Returns a description as that service shows it: a blank line ends a paragraph, and any other line break outside of block elements is a
 * `<br />`. HTML that has its own paragraphs stays.
 */
export function toParagraphs(html: string): string {
  // Line breaks in it are shown as they are.
  if (/<pre[\s>]/i.test(html)) return html
  const spaced = html.replace(tag, (found, name) => {
    if (!isBlock(name)) return found
    return found.startsWith('</') ? `${found}\n\n` : `\n\n${found}`
  })
  const lines = spaced.split(/\r\n?|\n/).map((line) => line.trim())
  const fragments = lines.join('\n').split(/\n\n+/)
  return fragments
    .map((fragment) => fragment.trim())
    .filter((fragment) => fragment !== '')
    .map((fragment) => ([...fragment.matchAll(tag)].some(([, name]) => isBlock(name)) ? fragment : `<p>${withBreaks(fragment)}</p>`))
    .join('\n')
}

/** A text whose line breaks are elements; those after a `<br>` are none. A look back at each break alone takes linear time. */
const withBreaks = (text: string): string => text.replace(/(?<!<br ?\/?>)\n/gi, '<br />\n')
