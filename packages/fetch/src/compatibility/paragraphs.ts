/** A tag of an element that is no part of a paragraph. */
const block =
  /<\/?(?:address|article|aside|blockquote|caption|col|colgroup|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hgroup|hr|legend|li|main|menu|nav|ol|p|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)(?=[\s/>])[^>]*>/gi

/**
 * Returns a description as that service shows it: a blank line ends a paragraph, and any other line break outside of block elements is a
 * `<br />`. HTML that has its own paragraphs stays.
 */
export function toParagraphs(html: string): string {
  const text = html.replace(/\r\n?/g, '\n').trim()
  // Line breaks in it are shown as they are.
  if (/<pre[\s>]/i.test(text)) return text
  const spaced = text.replace(block, (tag) => (tag.startsWith('</') ? `${tag}\n\n` : `\n\n${tag}`))
  const pieces = spaced.split(/\n[^\S\n]*\n/).map((piece) => piece.trim())
  return pieces
    .filter((piece) => piece !== '')
    .map((piece) => (piece.search(block) === -1 ? `<p>${withBreaks(piece)}</p>` : piece))
    .join('\n')
}

/** A text whose line breaks are elements; those after a `<br>` are none. */
const withBreaks = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .reduce((before, line) => (/<br *\/?>$/i.test(before) ? `${before}\n${line}` : `${before}<br />\n${line}`))
