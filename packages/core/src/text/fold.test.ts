import * as fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { scriptWords } from '../../../testing/src/script-texts.ts'
import { foldKey, foldText, searchText, searchWords } from './fold.ts'
import { codePointLength, textIssue, truncateCodePoints } from './plain.ts'

const unusual = fc.constantFrom(
  ...['ß', 'ẞ', 'İ', 'ı', 'I', 'i', 'Σ', 'ς', 'ᾳ', 'ᾼ', '\u0301', '\u0307', '\u0323', 'é', 'e\u0301', 'ø', 'Æ', 'ﬁ', 'ŉ', 'ǰ', 'և'],
  ...[
    '\u200D',
    '\u200C',
    '\u00AD',
    '\u200F',
    '\uFE0F',
    '👩‍🚀',
    '🏳️‍🌈',
    '각',
    'ᄀ',
    'ᅡ',
    'ᆨ',
    'ｶﾞ',
    'が',
    'ＡＢ',
    '①',
    '½',
    '´',
    '¨',
    '\u3000',
    '\u2028',
    '\u0085',
  ],
  ...['हिन्दी', 'ไม่', 'שָׁלוֹם', 'أَ', 'Й', 'Ё', 'ᲀ', 'Ꭰ', 'ꭰ', 'Ა', 'ა', '"', ' ', '\n', '%', '_', '\\', '\uD83D', '\uDE00', '𝔘', 'ǅ'],
)
const anyText = fc.string({ unit: fc.oneof(unusual, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })), maxLength: 30 })
const runs = { numRuns: 6_000 * Number(process.env['KALENDS_TIMES'] ?? 1) }

/** Every code point except surrogates, in blocks of 256 with separating bars so that neighbours do not touch. */
const everyBlock = Array.from({ length: 0x1100 }, (_, block) =>
  Array.from({ length: 0x100 }, (_, offset) => String.fromCodePoint(block * 0x100 + offset)).join('|'),
).filter((_, block) => block < 0xd8 || block > 0xdf)

describe('foldText', () => {
  test.each([
    ['Straße', 'strasse'],
    ['STRASSE', 'strasse'],
    ['STRAẞE', 'strasse'],
    ['Café', 'cafe'],
    ['Cafe\u0301', 'cafe'],
    ['İstanbul', 'istanbul'],
    ['Istanbul', 'istanbul'],
    ['ıstanbul', 'istanbul'],
    ['ISPARTA ısparta', 'isparta isparta'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['οδός', 'οδοσ'],
    ['Αθήνα', 'αθηνα'],
    ['ᾼδης', 'αιδησ'],
    ['Łódź', 'lodz'],
    ['Đakovo', 'dakovo'],
    ['Smørrebrød', 'smorrebrod'],
    ['Ærø', 'aero'],
    ['Œuvre', 'oeuvre'],
    ['Þingvellir', 'thingvellir'],
    ['Suðuroy', 'suduroy'],
    ['Ħamrun', 'hamrun'],
    ['Ŧ', 't'],
    ['Kåfjord / Gáivuotna Ŋ', 'kafjord / gaivuotna n'],
    ['Əliyev', 'eliyev'],
    ['Ёлка й', 'елка й'],
    ['ﬁnale', 'finale'],
    ['ＦＵＬＬ　ｗｉｄｔｈ', 'full width'],
    ['ｶﾞ', 'ガ'],
    ['①½', '11⁄2'],
    ['𝔘𝔫𝔦', 'uni'],
    ['ſ K Å', 's k a'],
    ['각', '각'],
    ['ᄀ\u1161\u11A8', '각'],
    ['שָׁלוֹם', 'שלום'],
    ['مَرْحَبًا', 'مرحبا'],
    ['Donau\u00ADdampf', 'donaudampf'],
    ['می\u200Cخواهم', 'میخواهم'],
    ['\u200Fعيد\u200E', 'عيد'],
    ['👩\u200D🚀', '👩🚀'],
    ['☀\uFE0F', '☀'],
    ['\uFEFFa', 'a'],
    ['  a \t\r\n b\u00A0\u2003\u2028\u0085c ', 'a b c'],
    ['% _ \\ ! [ * "', '% _ \\ ! [ * "'],
    ['a\uD83Db', 'a\uFFFDb'],
    ['\uD83D\u0301\uDE00', '\uFFFD\u0301\uFFFD'],
    ['', ''],
    [' \n', ''],
    ['\u0301\u0308', ''],
    ['\u200B', ''],
    ["'", ''],
    ['a¨ ´b', 'a b'],
    ['5\u03360\u0336 1️⃣', '50 1'],
    ['a ≠ b', 'a ≠ b'],
    // Letters of which a mark is a part.
    ['Їжак у Ўсці', 'їжак у ўсці'],
    ['за́мок, замо́к', 'замок, замок'],
    ['ѝ ѐ е̏', 'и е е̏'],
    ['Ѓорѓи Ќосе', 'ѓорѓи ќосе'],
    ['г\u0300\u0301', 'ѓ'],
    ['е\u0300\u0308', 'е'],
    ['أحمد آل إبراهيم مؤمن', 'أحمد آل إبراهيم مؤمن'],
    ['ا\u064E\u0654', 'أ'],
    ['ا\u0640\u0654', 'أ'],
    ['ﺍﻟﻌـَﺮﺑﻴﺔ', 'العربية'],
    ['ﷲ', 'الله'],
    ['اللهٰ', 'الله'],
    ['שּׂמחה אַ', 'שמחה א'],
    ['คำ น้ำ', 'ค\u0E4Dา น\u0E49\u0E4Dา'],
    ['ᾧ ᾳ ͅ', 'ωι αι ι'],
    ['Việt Nữ', 'viet nu'],
    ['葛\u{E0100}城', '葛城'],
    // What keyboards and writing programs make of the same signs.
    ['Ain’t ain‘t ain‛t ain‚t ain`t ain´t ain′t ainʼt ain＇t', 'aint aint aint aint aint aint aint aint aint'],
    ['Σ’αγαπώ Σ΄αγαπώ Σ᾽αγαπώ', 'σαγαπω σαγαπω σαγαπω'],
    ['Hawaiʻi, Ka‘ū', 'hawaii, kau'],
    ['ŉ', 'n'],
    ['צה״ל ג׳ז בית־ספר', 'צה"ל גז בית-ספר'],
    ['“a” „b“ «c» ‹d› 「e」 『f』 ＂g＂ 〝h〟', '"a" "b" "c" "d" "e" "f" "g" "h"'],
    ['a‐b a‑b a‒b a–b a—b a―b a−b a﹘b a﹣b a－b', 'a-b a-b a-b a-b a-b a-b a-b a-b a-b a-b'],
    ['10〜20 ～', '10~20 ~'],
    ['ラーメン', 'ラーメン'],
  ])('%j becomes %j', (text, expected) => {
    expect(foldText(text)).toBe(expected)
  })

  test('every code point: capitals, normal forms and folding again make no difference', () => {
    for (const block of everyBlock) {
      const folded = foldText(block)
      // NFKC makes a space and a mark of the accents that are apostrophes.
      const normalized = block.replace(/[\u00B4\u0384\u1FBD\u1FFD]/g, '').normalize('NFKC')
      for (const same of [folded, block.toUpperCase(), block.toLowerCase(), block.normalize('NFC'), block.normalize('NFD'), normalized]) {
        if (foldText(same) !== folded) expect(foldText(same).split('|')).toEqual(folded.split('|'))
      }
      expect(folded).not.toMatch(/[\p{Script=Latin}\p{Script=Greek}]\p{M}/u)
    }
  })

  test.each(scriptWords)('$script: keeps words apart that differ by a mark, and no spelling of one', ({ word, same, other }) => {
    expect(new Set([word, ...same].map(foldText)).size).toBe(1)
    expect(new Set([word, ...other].map(foldText)).size).toBe(1 + other.length)
  })

  test('no word of one script is a word of another', () => {
    const words = scriptWords.flatMap(({ word, other }) => [word, ...other])
    expect(new Set(words.map(foldText)).size).toBe(words.length)
  })

  /** Letters, digits and marks of scripts from Devanagari to Tibetan, Myanmar, Khmer, kana, Han and Hangul, as they come. */
  const elsewhere = fc
    .oneof(
      ...[0x0900, 0x0e00, 0x0f00, 0x1000, 0x1780, 0x3041, 0x4e00, 0xac00].map((from, i) =>
        fc.integer({ min: from, max: [0x0dff, 0x0eff, 0x0fff, 0x109f, 0x17ff, 0x30fa, 0x9fff, 0xd7a3][i] ?? from }),
      ),
    )
    .map((code) => String.fromCodePoint(code))
    .filter((character) => /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{N}]/u.test(character))

  test('any word of other scripts keeps all of its letters and marks', () => {
    fc.assert(
      fc.property(fc.string({ unit: elsewhere, maxLength: 20 }), (word) => {
        expect(foldText(word)).toBe(word.normalize('NFKC').replace(/ +/g, ' ').trim())
      }),
      runs,
    )
  })

  test('letters that are not Latin or Greek stay, whatever their marks are', () => {
    const letters = everyBlock.join('|').match(/(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Hebrew}])\p{Lo}/gu) ?? []
    expect(letters.length).toBeGreaterThan(100_000)
    const folded = new Map<string, string>()
    for (const letter of letters) {
      if (letter.normalize('NFKC') !== letter) continue
      expect(folded.get(foldText(letter))).toBeUndefined()
      folded.set(foldText(letter), letter)
    }
  })

  test('any text: capitals and folding again make no difference', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const folded = foldText(text)
        expect(foldText(folded)).toBe(folded)
        expect(foldText(text.toUpperCase())).toBe(folded)
        expect(foldText(text.normalize('NFD'))).toBe(folded)
      }),
      runs,
    )
  })

  test('a text of ASCII folds as it does with an invisible character', () => {
    const ascii = fc.string({ unit: fc.integer({ min: 0, max: 127 }).map((code) => String.fromCharCode(code)), maxLength: 30 })
    fc.assert(
      fc.property(ascii, (text) => {
        expect(foldText(text)).toBe(foldText(`${text}\u200B`))
      }),
      runs,
    )
  })

  test('any text: well-formed, in NFC, without the marks of Latin letters, spaces single and inside', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(foldText(text)).not.toMatch(/\p{Cs}|[\p{Script=Latin}\p{Script=Greek}]\p{M}|['’´]|[^\S ]|\u0085| {2}|^ | $/u)
        expect(foldText(text).normalize('NFC')).toBe(foldText(text))
      }),
      runs,
    )
  })
})

const apostrophes = /[\u0027\u2018\u2019\u201A\u201B\u02BC\u02BB\u02B9\u2032\u0060\u00B4\u055A\u05F3]/gu
const points = /(?=\p{M})[\p{Script=Hebrew}\p{Script=Arabic}\u064B-\u0652\u0670]|\u0640/gu
const shapeless = /(?![\u{1BCA0}-\u{1D17A}\u{E0000}-\u{E007F}])(?=[\p{Cf}\p{M}])\p{Default_Ignorable_Code_Point}/gu

/** The definition, letter by letter and without optimization. Texts of {@link foldText} in capitals, so that only other letters differ. */
function foldedSlowly(text: string): string {
  const without = (one: string) => one.replace(shapeless, '').replace(apostrophes, '').replace(points, '')
  const parts = without(
    without(text.replace(/\p{Cs}/gu, '\uFFFD').normalize('NFC'))
      .normalize('NFKD')
      .toUpperCase()
      .toLowerCase(),
  )
  let letter = ''
  let folded = ''
  for (const character of parts) {
    const isMark = /\p{M}/u.test(character)
    if (!isMark) letter = character
    const isGeneral = /[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]/u.test(character)
    const isStress =
      character === '\u0300' || (character === '\u0301' && !/[гк]/u.test(letter)) || (character === '\u0308' && letter === 'е')
    const isLost =
      /\p{Script=Latin}|\p{Script=Greek}/u.test(letter) ||
      (!/[\p{L}\p{S}]/u.test(letter) ? isGeneral : /\p{Script=Cyrillic}/u.test(letter) && isStress)
    if (!isMark || !isLost) folded += character
  }
  return foldText(folded.normalize('NFC'))
}

describe('hostile texts', () => {
  const marks = [
    ...['\u0300\u0316', '\u0F71\u0F72', '\u0345\uFF9E', '\u0301', '\u{1D165}\u{1D16E}', 'e\u0345\u0301\u0316', '\u0344\u0316'],
    ...['\u3099\u0316', '\u0F73', "\u0301'\u0316", '\u0301\u0640\u0316', '\uFE71\u0301\u0316'],
  ]

  test.each(marks)('%j many times: no long run of marks is ever sorted, which takes quadratic time', (fragment) => {
    const normalize = vi.spyOn(String.prototype, 'normalize')
    const folded = foldText(`и${fragment.repeat(65_536)}`)
    const sorted = normalize.mock.contexts.map(String)
    normalize.mockRestore()
    expect(sorted.length).toBeGreaterThan(0)
    expect(sorted.filter((text) => /[\p{M}\uFF9E\uFF9F]{33}/u.test(text))).toEqual([])
    expect(folded).not.toMatch(/\p{M}{33}/u)
    expect(foldText(folded)).toBe(folded)
  })

  test('no character that is not a mark decomposes into different marks', () => {
    const marksOnly = Array.from({ length: 0x110000 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
      .filter((character) => !/\p{M}/u.test(character) && /^\p{M}+$/u.test(character.normalize('NFKD')))
    // Half-width voiced sound marks, which have one combining class.
    expect(marksOnly).toEqual(['\uFF9E', '\uFF9F'])
  })

  test('marks in any order and number fold as in the slow definition', () => {
    const marked = fc.string({ unit: fc.oneof(unusual, fc.constantFrom(...marks, '\u0345', '\uFF9E', '\u3099', 'ᾳ', 'ΐ')), maxLength: 30 })
    fc.assert(
      fc.property(fc.oneof(marked, anyText), (text) => {
        expect(foldText(text)).toBe(foldedSlowly(text))
      }),
      runs,
    )
  })

  const growing = ['\uFDFA', '\uFDFB', '\u3300', '\u33FF', 'ﬃ', '㍿', '\u1F82', 'ẞ', '\u{1F240}', 'a\uFDFA ', '﷽']
  const lengths = [1, 11, 22, 23, 200, 500, 65_536]
  test.each(growing.flatMap((fragment) => lengths.map((length) => [fragment, length] as const)))(
    'repeated %j, cut at %i code points, folds to at most twice as many',
    (fragment, length) => {
      const text = truncateCodePoints(fragment.repeat(length), length)
      const folded = foldText(text)
      expect(codePointLength(folded)).toBeLessThanOrEqual(Math.max(400, 2 * length))
      expect(foldText(folded)).toBe(folded)
      expect(codePointLength(foldKey(text))).toBeLessThanOrEqual(255)
    },
  )

  test.each(growing)('a short text of repeated %j is not truncated', (fragment) => {
    const text = fragment.repeat(Math.floor(22 / fragment.length))
    expect(foldText(text)).toBe(foldedSlowly(text))
  })

  test('each line of a search text is bounded by its own field', () => {
    const [title, description] = searchText([{ text: '\uFDFA'.repeat(200) }, { text: '\uFDFA'.repeat(65_536), html: true }]).split('\n')
    expect(codePointLength(title ?? '')).toBeLessThanOrEqual(400)
    expect(codePointLength(description ?? '')).toBeLessThanOrEqual(131_072)
  })

  test('a search is bounded and finds the text it was copied from', () => {
    const query = '\uFDFA'.repeat(200)
    const words = searchWords(query)
    expect(words.join(' ').length).toBeLessThanOrEqual(400)
    for (const word of words) expect(searchText([{ text: query }])).toContain(word)
  })
})

describe('foldKey', () => {
  test.each([
    ['Café', 'cafe'],
    ['\u0301', '\u0301'],
    ['\u0308\u0301', '\u0308\u0301'],
    [' \u0301 ', '\u0301'],
    ['', ''],
    ['   ', ''],
    ['a'.repeat(300), 'a'.repeat(255)],
    ['😀'.repeat(300), '😀'.repeat(255)],
    [`${'a'.repeat(254)} b`, 'a'.repeat(254)],
    ['\u0301'.repeat(300), '\u0301'.repeat(32)],
    ["'", "'"],
    ['´´', '\u0301 \u0301'],
    ['ـَ', 'ـَ'],
    ['가'.repeat(200), '가'.repeat(200)],
  ])('of %j is %j', (name, key) => {
    expect(foldKey(name)).toBe(key)
  })

  test('names of marks and apostrophes only differ from each other and from every other name', () => {
    expect(new Set(['\u0301', '\u0308', '\u0301\u0308', '\u200B', "'", '’', 'a', ''].map(foldKey)).size).toBe(8)
  })

  test('is bounded and stable, ignores case and canonical form, and is empty only for blank names', () => {
    const long = fc.array(anyText, { maxLength: 30 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.oneof(anyText, long), (name) => {
        const key = foldKey(name)
        expect(codePointLength(key)).toBeLessThanOrEqual(255)
        expect(foldKey(key)).toBe(key)
        expect(foldKey(name.toUpperCase())).toBe(key)
        expect(foldKey(name.normalize('NFD'))).toBe(key)
        expect(key === '').toBe(/^[\s\u0085]*$/.test(name))
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('searchText', () => {
  test.each([
    [[{ text: 'Jazz Night' }, { text: 'Café' }], 'jazz night\ncafe'],
    [[{ text: '<p>Jazz</p><p>Night</p>', html: true }], 'jazz night'],
    [[{ text: '<b>A</b>', html: false }, { text: '<b>B</b>' }], '<b>a</b>\n<b>b</b>'],
    [[{ text: '' }, { text: 'a' }, { text: ' \n ' }, { text: '<p></p>', html: true }, { text: 'b' }], 'a\nb'],
    [[{ text: 'two\nlines' }], 'two lines'],
    [[{ text: 'Gr&uuml;n&#223;&nbsp;&amp; Wei\u00AD&szlig;', html: true }], 'gr&uuml;nss & wei&szlig;'],
    [[], ''],
  ])('of %j is %j', (fields, expected) => {
    expect(searchText(fields)).toBe(expected)
  })

  test('keeps fields apart', () => {
    const text = searchText([{ text: 'open air' }, { text: 'concert hall' }])
    expect(searchWords('"air concert"').some((word) => text.includes(word))).toBe(false)
    expect(searchWords('"concert hall"').every((word) => text.includes(word))).toBe(true)
  })
})

describe('searchWords', () => {
  test.each([
    ['jazz night', ['jazz', 'night']],
    ['  Jazz \t NIGHT\n', ['jazz', 'night']],
    ['"jazz night"', ['jazz night']],
    ['open "Jazz  Night" air', ['open', 'jazz night', 'air']],
    ['"a b" "c d"', ['a b', 'c d']],
    ['" a "', ['a']],
    ['"unbalanced', ['"unbalanced']],
    ['a "b c', ['a', '"b', 'c']],
    ['b c"', ['b', 'c"']],
    ['12" vinyl', ['12"', 'vinyl']],
    ['12" "live set"', ['12"', 'live set']],
    ['"12" vinyl"', ['12', 'vinyl"']],
    ['rock"n"roll', ['rock"n"roll']],
    ['"rock"n"roll" now', ['rock"n"roll', 'now']],
    ['"a"b', ['"a"b']],
    ['"', ['"']],
    ['""', []],
    ['" "', []],
    ['"""', ['"']],
    ['100% _ \\ ! [ *', ['100%', '_', '\\', '!', '[', '*']],
    ["'", ["'"]],
    ["a '", ['a']],
    ['“jazz night”', ['jazz night']],
    ['„jazz night“ now', ['jazz night', 'now']],
    ['« jazz night »', ['jazz night']],
    ['»jazz night« ‹a b›', ['jazz night', 'a b']],
    ['「東京 ジャズ」', ['東京 ジャズ']],
    ['「東京 ジャズ」2031 『春』', ['東京 ジャズ', '2031', '春']],
    ['“爵士 之夜”音乐节', ['爵士 之夜', '音乐节']],
    ['｢a b｣', ['a b']],
    ['〝a b〟, c', ['a b', ',', 'c']],
    ['「a b『c』d」', ['a b', 'c', 'd']],
    ['12” vinyl 7” single', ['12', 'vinyl 7', 'single']],
    ['12” vinyl', ['12"', 'vinyl']],
    ['“”', []],
    ['“jazz night', ['"jazz', 'night']],
    ['"a “b" c”', ['a "b', 'c"']],
    ['"«Чайка» А. П. Чехова" 19', ['"чайка" а. п. чехова', '19']],
    ['＂「春の夜」 会＂', ['"春の夜" 会']],
    ['“a” b "c d" 12"', ['a', 'b', 'c d', '12"']],
    ['‘jazz night’', ['jazz', 'night']],
    ['king’s men', ['kings', 'men']],
    ['jazz «night»', ['jazz', 'night']],
    ['a a A á', ['a']],
    ['jazz jazzy', ['jazzy']],
    ['jazzy jazz', ['jazzy']],
    ['night "jazz night" zz', ['jazz night']],
    ['ab bc abc', ['abc']],
    ['aa bb cc dd ee ff gg hh', ['aa', 'bb', 'cc', 'dd', 'ee', 'ff', 'gg', 'hh']],
    ['aa bb cc dd ee ff gg hh ii jjj', ['aa', 'bb', 'cc', 'dd', 'ee', 'ff', 'gg', 'jjj']],
    ['aa bbb cc ddd ee fff gg hhh ii jjj kkk lll mmm', ['bbb', 'ddd', 'fff', 'hhh', 'jjj', 'kkk', 'lll', 'mmm']],
    ['😀😀 bbb ccc ddd eee fff ggg hhh iii', ['bbb', 'ccc', 'ddd', 'eee', 'fff', 'ggg', 'hhh', 'iii']],
    ['a b c d e f g h ab cd ef gh', ['ab', 'cd', 'ef', 'gh']],
    ['"jazz" jazz', ['jazz']],
    ['\u0301 a \u200B', ['a']],
    ['"\u0301" a', ['a']],
    ['＂full width＂', ['full width']],
    ['Straße', ['strasse']],
    ['', []],
    ['   ', []],
  ])('%j has the words %j', (query, words) => {
    expect(searchWords(query)).toEqual(words)
  })

  test('words are folded, each once, not empty, and come from the query', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.oneof(fc.constantFrom('"', ' ', 'a', 'B', '%'), unusual), maxLength: 30 }), (query) => {
        const words = searchWords(query)
        expect(new Set(words).size).toBe(words.length)
        for (const word of words) {
          expect(word).not.toBe('')
          expect(foldKey(word)).toBe(word)
          expect(foldText(query) || foldKey(query)).toContain(word)
        }
        expect(searchWords(query.toUpperCase())).toEqual(words)
      }),
      runs,
    )
  })

  const query = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'c', '"'), minLength: 1, maxLength: 4 }), { maxLength: 40 })

  test('at most eight words are searched: none is contained in another one, and no omitted word is longer', () => {
    fc.assert(
      fc.property(query, (given) => {
        const words = searchWords(given.join(' '))
        expect(words.length).toBeLessThanOrEqual(8)
        for (const word of words) expect(words.filter((other) => other.includes(word))).toEqual([word])
        const shortest = Math.min(...words.map((word) => word.length))
        const leftOut = given.filter((word) => !word.includes('"') && !words.some((other) => other.includes(word)))
        for (const word of leftOut) {
          expect(words).toHaveLength(8)
          expect(word.length).toBeLessThanOrEqual(shortest)
        }
      }),
      runs,
    )
  })

  test('for up to eight words, the searched words match the same texts as all words', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 4 }), { maxLength: 8 }),
        query,
        (words, text) => {
          const haystack = text.join(' ')
          const hasAll = (all: readonly string[]): boolean => all.every((word) => haystack.includes(word))
          expect(hasAll(searchWords(words.join(' ')))).toBe(hasAll(words))
        },
      ),
      runs,
    )
  })

  test('a text is found by each of its own words and by itself as a phrase', () => {
    fc.assert(
      fc.property(
        fc
          .string({
            unit: fc.oneof(unusual, fc.constantFrom('a', 'が', ' ', '「', '」', '“', '”', '«', '’', '–', '\u0301', '״')),
            maxLength: 30,
          })
          .filter((text) => !text.includes('"') && textIssue(text) === undefined),
        (text) => {
          const haystack = searchText([{ text }])
          const asPhrase = foldText(text).includes('"') ? [] : searchWords(`"${text}"`)
          for (const word of [...searchWords(text), ...asPhrase]) expect(haystack).toContain(word)
        },
      ),
      runs,
    )
  })
})
