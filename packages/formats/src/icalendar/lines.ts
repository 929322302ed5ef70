/** The longest line in octets, without its end (RFC 5545, 3.1). */
const maxOctets = 75

const ascii = /^[\x20-\x7e]*$/

/** A property as a content line, folded, with its end. Name and parameters need no escapes; the value is written as given. */
export function toLine(name: string, value: string): string {
  const line = `${name}:${value}`
  if (line.length <= maxOctets && ascii.test(line)) return `${line}\r\n`
  const parts: string[] = []
  let [begin, octets] = [0, 0]
  for (let index = 0; index < line.length; index++) {
    const code = line.charCodeAt(index)
    // The second half of a surrogate pair was counted with the first one: a line must not be folded within a character.
    if (code >= 0xdc00 && code < 0xe000) continue
    const size = octetsOf(code)
    if (octets + size > maxOctets) {
      parts.push(line.slice(begin, index))
      // The space before the next part counts.
      begin = index
      octets = 1
    }
    octets += size
  }
  parts.push(line.slice(begin))
  return `${parts.join('\r\n ')}\r\n`
}

/** The length of a character in UTF-8, by its code, or by the first half of its surrogate pair. */
const octetsOf = (code: number): number => (code < 0x80 ? 1 : code < 0x800 ? 2 : code >= 0xd800 && code < 0xdc00 ? 4 : 3)

// A bare CR ends the line for some readers, and so do NEL and the separators of Unicode for others.
const lineEnds = /\r\n?|[\n\u0085\u2028\u2029]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: no line may contain them.
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

// biome-ignore lint/suspicious/noControlCharactersInRegex: no line may contain them.
const special = /[\\;,\u0000-\u001f\u007f\u0085\u2028\u2029]/

/** A value of type TEXT. */
export function toText(text: string): string {
  if (!special.test(text)) return text
  const lines = text.replace(lineEnds, '\n').replace(controls, '')
  return lines.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')
}

/** A value of type TEXT in one line. */
export const toOneLine = (text: string): string => toText(text.replace(lineEnds, ' ').trim())

/** A quoted parameter value. It cannot contain a quotation mark. */
export const toParameter = (text: string): string => `"${text.replace(lineEnds, ' ').replace(controls, '').replaceAll('"', "'")}"`

/** A value of type URI, without white space and control characters. */
export const toUri = (uri: string): string => uri.replace(/[\s\u007f]/g, '').replace(controls, '')
