import { toAscii } from '../addresses.ts'

/** The longest line in octets, without its end (RFC 5545, 3.1). */
const maxOctets = 75

const ascii = /^[\x20-\x7e]*$/

/** A property as a content line, folded, with its end. Name and parameters need no escapes; the value is written as given. */
export function toLine(name: string, value: string): string {
  const line = `${name}:${value}`
  const isAscii = ascii.test(line)
  let text = ''
  // The space before a continued part counts.
  for (let [begin, octets] = [0, maxOctets]; ; octets = maxOctets - 1) {
    const end = isAscii ? begin + octets : endOf(line, begin, octets)
    if (end >= line.length) return `${text}${line.slice(begin)}\r\n`
    text += `${line.slice(begin, end)}\r\n `
    begin = end
  }
}

/** The index at which a part of a line ends: it has at most `octets` octets, and does not end within a surrogate pair. */
function endOf(line: string, begin: number, octets: number): number {
  let rest = octets
  for (let index = begin; index < line.length; index++) {
    const code = line.charCodeAt(index)
    // The second half of a surrogate pair was counted with the first one.
    if (code >= 0xdc00 && code < 0xe000) continue
    rest -= octetsOf(code)
    if (rest < 0) return index
  }
  return line.length
}

/** The length of a character in UTF-8, by its code, or by the first half of its surrogate pair. */
const octetsOf = (code: number): number => (code < 0x80 ? 1 : code < 0x800 ? 2 : code >= 0xd800 && code < 0xdc00 ? 4 : 3)

// A bare CR ends the line for some readers, and so do NEL and the separators of Unicode for others.
const lineEnds = /\r\n?|[\n\u0085\u2028\u2029]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: no line may contain them.
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

// biome-ignore lint/suspicious/noControlCharactersInRegex: no line may contain them.
const special = /\r\n?|[\\;,\u0000-\u0008\n-\u001f\u007f\u0085\u2028\u2029]/g

/** A value of type TEXT. */
export const toText = (text: string): string => text.replace(special, escaped)

function escaped(found: string): string {
  if ('\\;,'.includes(found)) return `\\${found}`
  return /[\r\n\u0085\u2028\u2029]/.test(found) ? '\\n' : ''
}

/** A value of type TEXT in one line. */
export const toOneLine = (text: string): string => toText(text.replace(lineEnds, ' ').trim())

/** A quoted parameter value. It cannot contain a quotation mark. */
export const toParameter = (text: string): string => `"${text.replace(lineEnds, ' ').replace(controls, '').replaceAll('"', "'")}"`

// biome-ignore lint/suspicious/noControlCharactersInRegex: no line may contain them.
const spaces = /[\s\u0000-\u001f\u007f]/g

/** A value of type URI, without white space and control characters, and with letters of other scripts encoded. */
export const toUri = (uri: string): string => toAscii(uri.replace(spaces, ''))
