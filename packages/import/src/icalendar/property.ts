import type { Line } from './lines.ts'

/** A property of a component. */
export interface Property {
  /** Its name in upper case. */
  readonly name: string
  /** Its parameters as they are written, each after a semicolon. */
  readonly parameters: string
  /** Its value as it is written. */
  readonly value: string
  /** The number of its line. */
  readonly line: number
}

const isNameCode = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 45

/** The name of a content line, as it is written; empty for a line that is none. A regular expression takes twice as long. */
export function readName(text: string): string {
  let end = 0
  while (isNameCode(text.charCodeAt(end))) end++
  const after = text[end]
  return after === ':' || after === ';' ? text.slice(0, end) : ''
}

/** Reads a content line; undefined for a line without a value. @param name its name in upper case */
export function readProperty({ text, number }: Line, name: string): Property | undefined {
  const colon = colonAfter(text, name.length)
  if (colon < 0) return undefined
  return { name, parameters: text.slice(name.length, colon), value: text.slice(colon + 1), line: number }
}

/** The index of the first colon outside of quotation marks; -1 without one. */
function colonAfter(text: string, from: number): number {
  const colon = text.indexOf(':', from)
  if (colon <= from || !text.slice(from, colon).includes('"')) return colon
  let isQuoted = false
  for (let at = from; at < text.length; at++) {
    const character = text[at]
    if (character === '"') isQuoted = !isQuoted
    else if (character === ':' && !isQuoted) return at
  }
  return -1
}

/** The same property with the value behind its last colon: some programs write a zone such as `(UTC+01:00) Berlin` without quotation marks. */
export function splitAtLastColon({ name, parameters, value, line }: Property): Property {
  const colon = value.lastIndexOf(':')
  if (colon < 0) return { name, parameters, value, line }
  return { name, parameters: `${parameters}:${value.slice(0, colon)}`, value: value.slice(colon + 1), line }
}

/** The value of a parameter, without quotation marks; undefined if the property lacks it. */
export function parameterOf({ parameters }: Property, name: string): string | undefined {
  if (parameters === '') return undefined
  // Most properties have one parameter at most.
  const all = parameters.lastIndexOf(';') === 0 ? [parameters.slice(1)] : splitOutsideQuotes(parameters, ';')
  for (const parameter of all) {
    const equals = parameter.indexOf('=')
    if (equals > 0 && parameter.slice(0, equals).trim().toUpperCase() === name) return toParameterText(parameter.slice(equals + 1).trim())
  }
  return undefined
}

/** RFC 6868: `^n` is a line end, `^'` a quotation mark, `^^` a circumflex. */
function toParameterText(text: string): string {
  const bare = text.startsWith('"') ? text.replace(/^"|"$/g, '').trim() : text
  return bare.includes('^') ? bare.replace(/\^([n'^])/g, (_, one: string) => (one === 'n' ? '\n' : one === "'" ? '"' : '^')) : bare
}

function splitOutsideQuotes(text: string, separator: string): readonly string[] {
  if (!text.includes('"')) return text.split(separator)
  const parts: string[] = []
  let [from, isQuoted] = [0, false]
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted
    else if (text[at] === separator && !isQuoted) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  return [...parts, text.slice(from)]
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: no text of a calendar may contain them.
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]+/g

/** A value of type TEXT without its escapes, and without characters that no text of a calendar may contain. */
export function toText(value: string): string {
  const text = value.includes('\\') ? withoutEscapes(value) : value
  return text.replace(controls, '').trim()
}

/** A loop, because a replacement by a function takes a quarter of the time of a whole file. */
function withoutEscapes(value: string): string {
  let [text, from] = ['', 0]
  for (let at = value.indexOf('\\'); at >= 0 && at < value.length - 1; at = value.indexOf('\\', from)) {
    const character = value[at + 1] ?? ''
    text += value.slice(from, at) + (character === 'n' || character === 'N' ? '\n' : character)
    from = at + 2
  }
  return text + value.slice(from)
}

/** White space other than single spaces. */
export const wideSpace = /\s{2,}|[^\S ]/

/** A value of type TEXT in one line. */
export function toLineText(value: string): string {
  const text = toText(value)
  return wideSpace.test(text) ? text.replace(/\s+/g, ' ') : text
}

/** The texts of a list, also empty ones: commas separate them, except escaped ones. */
export const toTexts = (value: string): readonly string[] =>
  (value.includes('\\') ? (value.match(/(?:\\.|[^\\,])+/g) ?? []) : value.split(',')).map(toLineText)

/** The value of the first property of a name, as it is written; empty without one. */
export const valueIn = (properties: readonly Property[], name: string): string =>
  properties.find((property) => property.name === name)?.value.trim() ?? ''
