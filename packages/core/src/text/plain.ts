const refused = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u
const allRefused = /(?![\t\n\r])[\p{Cc}\p{Cs}]/gu
const controlLimit = 0xa0

/**
 * Why a text is refused everywhere: NUL and the other control characters (tab, LF and CR are welcome), and halves of
 * surrogate pairs, which no database and no UTF-8 can hold.
 *
 * @returns A short reason such as `contains the control character U+0000`, or undefined for a good text.
 */
export function textProblem(text: string): string | undefined {
  const code = refused.exec(text)?.[0].charCodeAt(0)
  if (code === undefined) return undefined
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  return code < controlLimit ? `contains the control character ${name}` : `contains half a surrogate pair, ${name}`
}

/** The text without one leading byte order mark, which some editors and spreadsheets put in front. */
export function stripBom(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}

/**
 * The text that {@link textProblem} finds no fault in: what is refused becomes U+FFFD. Byte order marks in front go, because
 * whoever sends the text back would lose them.
 */
export function toGoodText(text: string): string {
  return text.replace(/^\uFEFF+/, '').replace(allRefused, '\uFFFD')
}

/** A text for one line: each run of tabs, LFs and CRs becomes one space, and both ends are trimmed. */
export function toOneLine(text: string): string {
  return text.replace(/[\t\n\r]+/g, ' ').trim()
}

/** The length of a text in code points: an astral character counts once, unlike in `text.length`. */
export function codePointLength(text: string): number {
  let length = 0
  for (let index = 0; index < text.length; index += unitsAt(text, index)) length += 1
  return length
}

/** The first `max` code points of a text. No surrogate pair is ever cut in two. */
export function truncateCodePoints(text: string, max: number): string {
  // A code point takes one unit or two, so most texts are settled by their length alone.
  if (text.length <= max) return text
  let end = 0
  for (let count = 0; count < max && end < text.length; count += 1) end += unitsAt(text, end)
  return text.slice(0, end)
}

function unitsAt(text: string, index: number): 1 | 2 {
  return (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1
}
