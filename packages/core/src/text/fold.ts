import { codePointLength, truncateCodePoints } from './plain.ts'
import { plainFromHtml } from './plain-from-html.ts'

export { plainFromHtml } from './plain-from-html.ts'

/** The maximum length of a {@link foldKey} in code points: the limit of an indexed column in every engine. */
const keyLength = 255

/** The length in code points that every folded text may have: twice the shortest limit of a field, the 200 of names. */
const shortestBound = 400

/** Lower-case letters that NFKD does not decompose although readers type them as plain letters. */
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

/** Letters, digits, punctuation and spaces of ASCII: of all the folding, they need lower case and single spaces alone. */
const ascii = /^[ -~\t\n\r]*$/

/** White space other than one space: in ordinary text it matches nothing, where a match for each word takes as long as all other steps. */
const gap = /[\s\u0085]{2,}|[^\S ]|\u0085/g

/** The text without characters that have no shape of their own, such as soft hyphens, joiners and direction marks. */
export function withoutInvisible(text: string): string {
  return text.replace(invisible, '')
}

/**
 * Folds a text for comparison and search: compatibility forms, case, accents and all other combining marks, soft hyphens and similar
 * characters make no difference. Each run of white space, line breaks included, becomes one space; both ends are trimmed. Folding a folded
 * text changes nothing, and a text in capitals folds to the same.
 *
 * @returns Well-formed text of at most twice the code points of the text, or of 400 where that is more, which nearly always holds the
 * complete text; empty when the text consists of marks and white space only.
 */
export function foldText(text: string): string {
  if (ascii.test(text)) return text.toLowerCase().replace(gap, ' ').trim()
  // Unpaired surrogates are replaced first: otherwise removing a mark between two of them would create a new pair.
  const wellFormed = text.replace(/\p{Cs}/gu, '\uFFFD')
  // Marks are removed before NFKD, which sorts each run of them in quadratic time: 128 KiB of two alternating marks took 1.7 s. The iota
  // subscript is replaced, because it alone becomes a letter in capitals.
  const bare = wellFormed.replaceAll('\u0345', 'ι').replace(/\p{M}+/gu, '')
  const parts = withoutInvisible(bare.normalize('NFKD'))
  // Upper case first, because it distinguishes more than lower case does (the iota subscript becomes a letter, dotless i becomes I).
  const small = parts.toUpperCase().replace(/\p{M}/gu, '').toLowerCase().replace(/\p{M}/gu, '')
  const plain = small.replace(foldable, (letter) => plainLetters.get(letter) ?? letter)
  // NFKD decomposed Hangul syllables into letters; composed they are shorter and sort the same.
  const folded = plain.normalize('NFC').replace(gap, ' ').trim()
  return bounded(folded, text)
}

/** Truncates a folded text: folding turns one code point into up to 18 (U+FDFA), and a store must hold the folded text of any field. */
function bounded(folded: string, text: string): string {
  if (folded.length <= shortestBound) return folded
  return truncateCodePoints(folded, Math.max(shortestBound, 2 * codePointLength(text))).trimEnd()
}

/**
 * The key by which two names are equal: the folded text, at most 255 code points. A name that folds to nothing (made of marks only) is its
 * own key, so that two such names still differ.
 */
export function foldKey(text: string): string {
  const key = foldText(text) || text.normalize('NFC').trim()
  return truncateCodePoints(key, keyLength).trimEnd()
}

/**
 * The searched text of a record: each field folded, one per line, so that a phrase never matches across two fields. Empty fields are left
 * out.
 *
 * @param fields - In the order in which they are stored; `html` fields lose their markup first.
 */
export function searchText(fields: readonly { text: string; html?: boolean }[]): string {
  return fields
    .map(({ text, html }) => foldText(html === true ? plainFromHtml(text) : text))
    .filter((line) => line !== '')
    .join('\n')
}

/** The maximum number of searched words: each word costs one more scan of each text. */
const maxSearchWords = 8

/**
 * The folded words of a search, each once and in the order of the query. A word contained in another one is left out, because every text
 * with the longer one contains it too. Of the rest only the 8 longest are searched (the earlier of equally long ones), and a text may lack
 * the others.
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
 * The folded words of a query, each once. Words between a `"` at the start of a word and the next `"` at the end of one are one phrase;
 * every other `"`, like `%`, `_` and `\`, is a literal character.
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
