import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldKey, foldText, searchText, searchWords } from './fold.ts'
import { codePointLength, textProblem } from './plain.ts'

const nasty = fc.constantFrom(
  ...[
    'ß',
    'ẞ',
    'İ',
    'ı',
    'I',
    'i',
    'Σ',
    'ς',
    'ᾳ',
    'ᾼ',
    '\u0345',
    '\u0301',
    '\u0307',
    '\u0323',
    'é',
    'e\u0301',
    'ø',
    'Æ',
    'ﬁ',
    'ŉ',
    'ǰ',
    'և',
  ],
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
const anyText = fc.string({ unit: fc.oneof(nasty, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })), maxLength: 30 })
const runs = { numRuns: 3_000 }

/** Every code point but halves of pairs, in blocks of 256 with bars between so that neighbours do not touch. */
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
    ['Ёлка й', 'елка и'],
    ['ﬁnale', 'finale'],
    ['ＦＵＬＬ　ｗｉｄｔｈ', 'full width'],
    ['ｶﾞ', 'カ'],
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
    ['% _ \\ ! [ * \' "', '% _ \\ ! [ * \' "'],
    ['a\uD83Db', 'a\uFFFDb'],
    ['\uD83D\u0301\uDE00', '\uFFFD\uFFFD'],
    ['', ''],
    [' \n', ''],
    ['\u0301\u0308', ''],
    ['\u200B', ''],
  ])('%j becomes %j', (text, expected) => {
    expect(foldText(text)).toBe(expected)
  })

  test('every code point: capitals, normal forms and folding again make no difference', () => {
    for (const block of everyBlock) {
      const folded = foldText(block)
      for (const same of [folded, block.toUpperCase(), block.normalize('NFC'), block.normalize('NFD'), block.normalize('NFKC')]) {
        if (foldText(same) !== folded) expect(foldText(same).split('|')).toEqual(folded.split('|'))
      }
      if (/\p{M}/u.test(folded)) expect(folded).not.toMatch(/\p{M}/u)
    }
  }, 60_000)

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

  test('any text: well-formed, without marks, spaces single and inside', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(foldText(text)).not.toMatch(/\p{Cs}|\p{M}|[^\S ]|\u0085| {2}|^ | $/u)
      }),
      runs,
    )
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
    ['\u0301'.repeat(300), '\u0301'.repeat(255)],
    ['가'.repeat(200), '가'.repeat(200)],
  ])('%j', (name, key) => {
    expect(foldKey(name)).toBe(key)
  })

  test('names of marks only differ from each other and from every other name', () => {
    expect(new Set(['\u0301', '\u0308', '\u0301\u0308', '\u200B', 'a', ''].map(foldKey)).size).toBe(6)
  })

  test('is bounded, stable, blind for case and canonical form, and empty only for blank names', () => {
    const long = fc.array(anyText, { maxLength: 30 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.oneof(anyText, long), (name) => {
        const key = foldKey(name)
        expect(codePointLength(key)).toBeLessThanOrEqual(255)
        expect(foldKey(key)).toBe(key)
        expect(foldKey(name.toUpperCase())).toBe(key)
        expect(foldKey(name.normalize('NFD'))).toBe(key)
        expect(key === '').toBe(name.trim() === '')
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
  ])('%j', (fields, expected) => {
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
    ["100% _ \\ ! [ * '", ['100%', '_', '\\', '!', '[', '*', "'"]],
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
  ])('%j asks for %j', (query, words) => {
    expect(searchWords(query)).toEqual(words)
  })

  test('words are folded, each once, not empty, and come from the query', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.oneof(fc.constantFrom('"', ' ', 'a', 'B', '%'), nasty), maxLength: 30 }), (query) => {
        const words = searchWords(query)
        expect(new Set(words).size).toBe(words.length)
        for (const word of words) {
          expect(word).not.toBe('')
          expect(foldText(word)).toBe(word)
          expect(foldText(query)).toContain(word)
        }
        expect(searchWords(query.toUpperCase())).toEqual(words)
      }),
      runs,
    )
  })

  const query = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'c', '"'), minLength: 1, maxLength: 4 }), { maxLength: 40 })

  test('at most eight are looked for, none contained in another one, and none left out is longer', () => {
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

  test('up to eight words find what all of them find', () => {
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
        anyText.filter((text) => !text.includes('"') && textProblem(text) === undefined),
        (text) => {
          const haystack = searchText([{ text }])
          for (const word of [...searchWords(text), ...searchWords(`"${text}"`)]) expect(haystack).toContain(word)
        },
      ),
      runs,
    )
  })
})
