import { codePointLength, truncateCodePoints } from './plain.ts'
import { plainFromHtml } from './plain-from-html.ts'

export { plainFromHtml } from './plain-from-html.ts'

/** The maximum length of a {@link foldKey} in code points: the limit of an indexed column in every engine. */
const keyLength = 255

/** The length in code points that every folded text may have: twice the shortest limit of a field, the 200 of names. */
const shortestBound = 400

/** Lower-case letters that NFKD does not decompose although readers type them as plain letters, and the wave dash, typed as a tilde. */
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
    '~': '〜',
  }).flatMap(([plain, letters]) => [...letters].map((letter) => [letter, plain] as const)),
)
const foldable = new RegExp(`[${[...plainLetters.keys()].join('')}]`, 'gu')

/**
 * Characters without a shape (soft hyphen, zero-width space and joiners, direction marks, byte order mark, variation selectors), and
 * apostrophes: also the signs that keyboards put in their place, such as primes and accents (U+1FFD is U+00B4 in NFC), the Greek tonos and
 * koronis, the Hebrew geresh and the Armenian apostrophe. U+201A is among them, because U+2018, which closes it, is an apostrophe.
 */
const unread =
  /[\u034F'`\u00AD\u00B4\u02B9\u02BB\u02BC\u0384\u055A\u05F3\u061C\u17B4\u17B5\u180E\u1FBD\u1FFD\u200B-\u200F\u2018-\u201B\u202A-\u202E\u2032\u2060-\u2069\uFEFF\p{Variation_Selector}]/gu

/** The points of Hebrew and Arabic, and the tatweel. The hamza and the madda (U+0653 to U+0655) belong to their letters. */
const points =
  /[\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u0652\u0656-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u0897-\u089F\u08CA-\u08E1\u08E3-\u08FF\uFB1E]/g

/** All other quotation marks; U+05F4 is the Hebrew gershayim, which many type as `"`. */
const quotationMarks = /[\u00AB\u00BB\u05F4\u201C-\u201F\u2039\u203A\u2E42\u300C-\u300F\u301D-\u301F]/g

/** Hyphens, dashes and the minus sign, those of Armenian and Hebrew too. */
const dashes = /[\u058A\u05BE\u2010-\u2015\u2212\u2E3A\u2E3B]/g

/**
 * The maximum number of marks of a letter. Normal forms sort each run of marks in quadratic time: 128 KiB of two alternating marks take 1.7 s.
 * No language has a letter with more than ten. The half-width marks of kana (U+FF9E and U+FF9F) decompose into marks.
 */
const mostMarks = 32
const withShortRuns = (text: string): string => text.replace(/[\p{M}\uFF9E\uFF9F]{33,}/gu, (marks) => truncateCodePoints(marks, mostMarks))

/** The end of a text whose last letter has marks that readers leave out. */
const latinOrGreek = /[\p{Script=Latin}\p{Script=Greek}]$/u
const cyrillic = /[\u0400-\u052F]$/

/** The marks that a Cyrillic letter loses: acute and grave are stress. An acute makes another letter of г and к; ё is е. */
const stress = new Map([
  ['е', /[\u0300\u0301\u0308]/g],
  ['г', /\u0300/g],
  ['к', /\u0300/g],
])
const otherStress = /[\u0300\u0301]/g

/** A letter or a symbol before marks. Elsewhere the marks of no script mean nothing: NFKC makes a space and a mark of ¨, and 1️⃣ is 1. */
const letterOrSymbol = /[\p{L}\p{S}]$/u
const marksOfNoScript = /[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]/g

/** The marks in a decomposed text that belong to their letter, of a run that begins at an index. */
function ownMarks(marks: string, at: number, text: string): string {
  const before = text.slice(Math.max(0, at - 2), at)
  if (latinOrGreek.test(before)) return ''
  const run = truncateCodePoints(marks, mostMarks)
  if (cyrillic.test(before)) return run.replace(stress.get(before.slice(-1)) ?? otherStress, '')
  return letterOrSymbol.test(before) ? run : run.replace(marksOfNoScript, '')
}

/** Letters, digits, punctuation and spaces of ASCII: they need lower case and single spaces alone, and lose their apostrophes. */
const ascii = /^[ -~\t\n\r]*$/
const asciiApostrophes = /['`]/g

/** White space other than one space: in ordinary text it matches nothing, where a match for each word takes as long as all other steps. */
const gap = /[\s\u0085]{2,}|[^\S ]|\u0085/g
const withSingleSpaces = (text: string): string => text.replace(gap, ' ').trim()

/** The text without apostrophes, and without characters that have no shape of their own, such as soft hyphens, joiners and direction marks. */
export const withoutUnread = (text: string): string => text.replace(unread, '')

/**
 * Folds a text for comparison and search, so that the spellings of one word are equal, and different words are not. Compatibility forms and
 * letter case make no difference, nor do the marks of Latin and Greek letters, the points of Hebrew and Arabic, and Cyrillic stress; ё is
 * е. Every other mark is a part of its letter, as in kana, Thai and the scripts of India. Apostrophes and invisible characters fall away.
 * Quotation marks become `"`, dashes `-`, and each run of white space, line breaks included, one space; both ends are trimmed. Folding a
 * folded text changes nothing, and a text in capitals folds to the same.
 *
 * @returns Well-formed text of at most twice the code points of the text, or of 400 where that is more, which nearly always holds the
 * complete text; empty when the text consists of apostrophes, points and white space only.
 */
export function foldText(text: string): string {
  if (ascii.test(text)) return withSingleSpaces(text.toLowerCase().replace(asciiApostrophes, ''))
  // Unpaired surrogates are replaced first: otherwise removing a character between two of them would create a new pair. Apostrophes are
  // removed before NFKD, which makes a space and an accent of U+00B4, and after it, because it makes apostrophes of other characters.
  const wellFormed = withoutUnread(text.replace(/\p{Cs}/gu, '\uFFFD')).replace(points, '')
  const parts = withShortRuns(wellFormed).normalize('NFKD')
  // Upper case first, because it distinguishes more than lower case does (the iota subscript becomes a letter, dotless i becomes I).
  const small = parts.toUpperCase().toLowerCase()
  const letters = withoutUnread(small)
    .replace(points, '')
    .replace(/\p{M}+/gu, ownMarks)
  const plain = letters.replace(foldable, (letter) => plainLetters.get(letter) ?? letter)
  const folded = withSingleSpaces(plain.normalize('NFC').replace(quotationMarks, '"').replace(dashes, '-'))
  return bounded(folded, text)
}

/** Truncates a folded text: folding turns one code point into up to 18 (U+FDFA), and a store must hold the folded text of any field. */
function bounded(folded: string, text: string): string {
  if (folded.length <= shortestBound) return folded
  return truncateCodePoints(folded, Math.max(shortestBound, 2 * codePointLength(text))).trimEnd()
}

/**
 * The folded text, or the text in NFKC if it folds to nothing: the names `'` and `´` differ, and a search for `'` does not find everything.
 */
const foldVisible = (text: string): string => (text === '' ? '' : foldText(text) || withSingleSpaces(withShortRuns(text).normalize('NFKC')))

/** The key by which two names are equal: the folded text, at most 255 code points. Only a blank name has an empty key. */
export const foldKey = (text: string): string => truncateCodePoints(foldVisible(text), keyLength).trimEnd()

/**
 * The searched text of a record: each field folded, one per line, so that a phrase never matches across two fields. Empty fields are left
 * out.
 *
 * @param fields - In the order in which they are stored; `html` fields lose their markup first.
 */
export function searchText(fields: readonly { text: string; html?: boolean }[]): string {
  const lines: string[] = []
  for (const { text, html } of fields) {
    const line = text === '' ? '' : foldVisible(html === true ? plainFromHtml(text) : text)
    if (line !== '') lines.push(line)
  }
  return lines.join('\n')
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

/** The quotation marks that are not ASCII, and those that NFKC makes one of them. */
const enclosing = /[\u00AB\u00BB\u201C-\u201F\u2039\u203A\u2E42\u300C-\u300F\u301D-\u301F\uFE41-\uFE44\uFF62\uFF63]/

/** A phrase in ASCII marks; other marks belong to it, as where somebody quotes a title that quotes. */
const asciiPhrase = /(?<!\S)["\uFF02]([^"\uFF02]*)["\uFF02](?!\S)/

/** The folded words and phrases of a query, each once. */
function queryWords(query: string): readonly string[] {
  // Other pairs than those of ASCII enclose phrases wherever they stand: Chinese and Japanese have no spaces around them.
  const parts = query.split(/["\uFF02]/.test(query) ? asciiPhrase : enclosing)
  const isPaired = parts.length % 2 === 1 && parts.length > 1
  const words = isPaired
    ? parts.flatMap((part, i) => (i % 2 === 1 ? foldText(part) : spacedWords(foldText(part))))
    : spacedWords(foldVisible(query))
  return [...new Set(words)].filter((word) => word !== '')
}

/**
 * The words of a folded query, and empty ones. Words between a `"` at the start of a word and the next `"` at the end of one are one
 * phrase; every other `"`, like `%`, `_` and `\`, is a literal character.
 */
function spacedWords(folded: string): readonly string[] {
  const text = `${folded} `
  const lastClosing = text.lastIndexOf('" ')
  const words: string[] = []
  for (let at = 0; at < text.length; ) {
    const quoted = text.startsWith('"', at) && at < lastClosing
    const end = text.indexOf(quoted ? '" ' : ' ', at + (quoted ? 1 : 0))
    words.push(text.slice(quoted ? at + 1 : at, end).trim())
    at = end + (quoted ? 2 : 1)
  }
  return words
}
