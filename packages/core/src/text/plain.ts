const refused = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u
const allRefused = /(?![\t\n\r])[\p{Cc}\p{Cs}]/gu
const controlLimit = 0xa0

/** The reason why a text is rejected. */
export interface TextIssue {
  /** A control character, or an unpaired surrogate. */
  readonly code: 'control_character' | 'half_character'
  /** The character by its code point. */
  readonly character: string
}

/**
 * The reason why a text is rejected everywhere: NUL and the other control characters (except tab, LF and CR), and unpaired surrogates,
 * which neither databases nor UTF-8 can hold.
 *
 * @returns The reason with the character, such as `U+0000`; undefined for a valid text.
 */
export function textIssue(text: string): TextIssue | undefined {
  const code = refused.exec(text)?.[0].charCodeAt(0)
  if (code === undefined) return undefined
  const character = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  return { code: code < controlLimit ? 'control_character' : 'half_character', character }
}

/** The text without one leading byte order mark, which some editors and spreadsheets add. */
export function stripBom(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}

/**
 * Converts a text to one without a {@link textIssue}: rejected characters become U+FFFD. Leading byte order marks are removed, because a
 * text that is sent back would lose them.
 */
export function toValidText(text: string): string {
  return text.replace(/^\uFEFF+/, '').replace(allRefused, '\uFFFD')
}

/**
 * A text for one line: each run of tabs and of characters that end a line (LF, CR, U+2028, U+2029) becomes one space, and both ends are
 * trimmed. NEL (U+0085) is a control character, which no text may contain.
 */
export function toOneLine(text: string): string {
  return text.replace(/[\t\n\r\u2028\u2029]+/g, ' ').trim()
}

/** The length of a text in code points: an astral character counts once, unlike in `text.length`. */
export function codePointLength(text: string): number {
  let length = 0
  for (let index = 0; index < text.length; index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1) length += 1
  return length
}

/** The first `max` code points of a text. Never splits a surrogate pair. */
export function truncateCodePoints(text: string, max: number): string {
  // A code point has one or two units, so the length alone decides for most texts.
  if (text.length <= max) return text
  let end = 0
  for (let count = 0; count < max && end < text.length; count += 1) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  return text.slice(0, end)
}
