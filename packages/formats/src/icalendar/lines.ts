/** The longest line in octets, without its end (RFC 5545, 3.1). */
const maxOctets = 75

const ascii = /^[\x20-\x7e]*$/

/** A property as a content line, folded, with its end. Name and parameters need no escapes; the value is written as given. */
export function toLine(name: string, value: string): string {
  const line = `${name}:${value}`
  if (line.length <= maxOctets && ascii.test(line)) return `${line}\r\n`
  let text = ''
  let octets = 0
  for (const character of line) {
    const size = octetsOf(character)
    if (octets + size > maxOctets) {
      text += '\r\n '
      octets = 1
    }
    text += character
    octets += size
  }
  return `${text}\r\n`
}

/** The length of a character in UTF-8. A line must not be folded within one. */
function octetsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}

// A bare CR ends the line for some readers, and so do NEL and the separators of Unicode for others.
const lineEnds = /\r\n?|[\n\u0085\u2028\u2029]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: no line may contain them.
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** A value of type TEXT. */
export const toText = (text: string): string =>
  text
    .replace(lineEnds, '\n')
    .replace(controls, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')

/** A value of type TEXT in one line. */
export const toOneLine = (text: string): string => toText(text.replace(lineEnds, ' ').trim())

/** A quoted parameter value. It cannot contain a quotation mark. */
export const toParameter = (text: string): string => `"${text.replace(lineEnds, ' ').replace(controls, '').replaceAll('"', "'")}"`

/** A value of type URI, without white space and control characters. */
export const toUri = (uri: string): string => uri.replace(/[\s\u007f]/g, '').replace(controls, '')
