import { Parser } from 'htmlparser2'
import { fromDisplayText } from '../values/display-text.ts'

/** A document of JSON-LD in a page. */
export interface Script {
  /** The number of the line on which its element begins, from 1. */
  readonly line: number
  /** Its data; undefined for a text that is no JSON. */
  readonly data: unknown
}

/** The documents of a page, or of a text that is JSON itself. */
export function readScripts(text: string): readonly Script[] {
  const start = text.trimStart()
  if (start.startsWith('{') || start.startsWith('[')) return [{ line: 1, data: parseJson(text) }]
  const found: { readonly line: number; readonly parts: string[] }[] = []
  let parts: string[] | undefined
  let [line, counted] = [1, 0]
  const parser = new Parser({
    onopentag(name, { type }) {
      if (name !== 'script' || !isJsonLd(type)) return
      line += text.slice(counted, parser.startIndex).match(/\r\n|\r|\n/g)?.length ?? 0
      counted = parser.startIndex
      parts = []
      found.push({ line, parts })
    },
    ontext: (data) => void parts?.push(data),
    onclosetag(name) {
      if (name === 'script') parts = undefined
    },
  })
  parser.end(text)
  return found.map((script) => ({ line: script.line, data: parseJson(script.parts.join('')) }))
}

/** Whether a type is that of JSON-LD, with or without parameters such as a profile. */
const isJsonLd = (type = ''): boolean => /^\s*application\/ld\+json\s*(?:;|$)/i.test(type)

/** JSON, and what pages take for it: wrapped, with line ends in texts, or encoded as HTML. Undefined for any other text. */
function parseJson(text: string): unknown {
  const bare = withoutWrapping(text)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON has none in its texts.
  const withoutControls = bare.replace(/[\0-\x1f]+/g, ' ')
  for (const attempt of [text, bare, withoutControls, fromDisplayText(withoutControls)]) {
    try {
      return JSON.parse(attempt)
    } catch {
      // The next repair may do.
    }
  }
  return undefined
}

/** A text without what editors of pages put around JSON: comments, CDATA, a semicolon. */
function withoutWrapping(text: string): string {
  const data = text.replace('<![CDATA[', '').replace(']]>', '')
  return data.slice(Math.max(0, data.search(/[{[]/)), Math.max(data.lastIndexOf('}'), data.lastIndexOf(']')) + 1)
}
