import { codePointLength, truncateCodePoints } from './plain.ts'
import { plainFromHtml } from './plain-from-html.ts'

export { plainFromHtml } from './plain-from-html.ts'

/** How many code points a {@link foldKey} has at most: what an indexed column of every engine can hold. */
const keyLength = 255

/** Twice the shortest limit of a field: names have at most 200 code points. */
const shortestBound = 400

/** Lower-case letters that NFKD leaves whole although readers type them with plain ones. */
const plainLetters = new Map(
  Object.entries({
    a: 'ⱥ',
    b: 'ƀɓƃ',
    c: 'ƈȼ',
    d: 'đðɖɗƌ',
    e: 'əǝɛɇ',
    f: 'ƒ',
    g: 'ǥɠɣ',
    h: 'ħⱨ',
    i: 'ɨɩ',
    j: 'ɉ',
    k: 'ƙⱪ',
    l: 'łƚⱡɫ',
    n: 'ŋɲƞ',
    o: 'øɔɵ',
    p: 'ƥᵽ',
    q: 'ĸɋ',
    r: 'ɍɽ',
    s: 'ȿ',
    t: 'ŧƭʈⱦ',
    u: 'ʉ',
    v: 'ʋ',
    w: 'ⱳ',
    y: 'ɏƴ',
    z: 'ƶȥⱬɀ',
    ae: 'æ',
    hv: 'ƕ',
    oe: 'œ',
    ou: 'ȣ',
    ss: 'ß',
    th: 'þ',
    σ: 'ς',
  }).flatMap(([plain, letters]) => [...letters].map((letter) => [letter, plain] as const)),
)
const foldable = new RegExp(`[${[...plainLetters.keys()].join('')}]`, 'gu')

/** Characters without a shape: soft hyphen, zero-width space and joiners, direction marks, byte order mark. */
const invisible = /[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu

/** The text without characters that have no shape of their own, such as soft hyphens, joiners and direction marks. */
export function withoutInvisible(text: string): string {
  return text.replace(invisible, '')
}

/**
 * Folds a text for comparing and searching: compatibility forms, case, accents and every other combining mark, soft
 * hyphens and their like make no difference; each run of white space, line breaks included, is one space; ends are
 * trimmed. Folding a folded text changes nothing, and a text in capitals folds to the same.
 *
 * @returns Well-formed text of at most twice the code points of the text, or of 400 where that is more, which holds nearly
 * every text whole; empty when the text is made of marks and white space only.
 */
export function foldText(text: string): string {
  // Half pairs go first: a mark between two halves would otherwise be stripped and leave a new pair.
  const wellFormed = text.replace(/\p{Cs}/gu, '\uFFFD')
  // Marks go before NFKD, which sorts each run of them in quadratic time: 128 KiB of two marks in turn took 1.7 s.
  // The iota subscript alone is a letter in capitals.
  const bare = wellFormed.replaceAll('\u0345', 'ι').replace(/\p{M}+/gu, '')
  const parts = withoutInvisible(bare.normalize('NFKD'))
  // Capitals first: they say more than small letters do (the iota subscript becomes a letter, dotless i becomes I).
  const small = parts.toUpperCase().replace(/\p{M}/gu, '').toLowerCase().replace(/\p{M}/gu, '')
  const plain = small.replace(foldable, (letter) => plainLetters.get(letter) ?? letter)
  // NFKD took Hangul syllables apart into letters; together they are shorter and sort the same.
  const folded = plain
    .normalize('NFC')
    .replace(/[\s\u0085]+/gu, ' ')
    .trim()
  return bounded(folded, text)
}

/** Folding makes up to 18 code points of one (U+FDFA), and a store must hold the folded text of any field. */
function bounded(folded: string, text: string): string {
  if (folded.length <= shortestBound) return folded
  return truncateCodePoints(folded, Math.max(shortestBound, 2 * codePointLength(text))).trimEnd()
}

/**
 * The key by which two names are the same: the folded text, at most 255 code points. A name that folds to nothing (made
 * of marks only) is its own key, so that two such names still differ.
 */
export function foldKey(text: string): string {
  const key = foldText(text) || text.normalize('NFC').trim()
  return truncateCodePoints(key, keyLength).trimEnd()
}

/**
 * The text of a record that searches look through: each field folded, one a line, so that no phrase is ever found half in
 * one field and half in the next. Fields that hold nothing are left out.
 *
 * @param fields - In the order in which they are kept; `html` fields lose their markup first.
 */
export function searchText(fields: readonly { text: string; html?: boolean }[]): string {
  return fields
    .map(({ text, html }) => foldText(html === true ? plainFromHtml(text) : text))
    .filter((line) => line !== '')
    .join('\n')
}

/** Every word that is looked for is one more scan of each text. */
const maxSearchWords = 8

/**
 * The folded words that a search looks for, each once and in the order of the query. A word contained in another one is left
 * out, because every text with that one has it, too; of the rest, the 8 longest are looked for (the earlier of equally long
 * ones), and a text may lack the others.
 */
export function searchWords(query: string): readonly string[] {
  const words = queryWords(query)
  const distinct = words.filter((word) => !words.some((other) => other !== word && other.includes(word)))
  if (distinct.length <= maxSearchWords) return distinct
  // The sort is stable, so that the earlier of equally long words stays before the later one.
  const longest = new Set([...distinct].sort((a, b) => lengthOf(b) - lengthOf(a)).slice(0, maxSearchWords))
  return distinct.filter((word) => longest.has(word))
}

const lengthOf = (word: string): number => [...word].length

/**
 * The folded words of a query, each once. Words between a `"` at the start of a word and the next `"` at the
 * end of one are one phrase; every other `"`, like `%`, `_` and `\`, is a character to be found.
 */
function queryWords(query: string): readonly string[] {
  const text = `${foldText(query)} `
  const lastClosing = text.lastIndexOf('" ')
  const words = new Set<string>()
  for (let at = 0; at < text.length; ) {
    const quoted = text.startsWith('"', at) && at < lastClosing
    const end = text.indexOf(quoted ? '" ' : ' ', at + (quoted ? 1 : 0))
    words.add(text.slice(quoted ? at + 1 : at, end).trim())
    at = end + (quoted ? 2 : 1)
  }
  words.delete('')
  return [...words]
}
