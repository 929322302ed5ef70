import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scriptWords } from '../../../testing/src/script-texts.ts'
import { foldText } from './fold.ts'
import { codePointLength } from './plain.ts'
import { isTrashedSlug, slugWithSuffix, toSlug, trashedSlug, untrashedSlug } from './slug.ts'

const unusual = fc.constantFrom(
  ...[
    'é',
    'ß',
    'İ',
    'Σ',
    'ᾳ',
    'Ж',
    'ё',
    '日',
    '本',
    'が',
    '가',
    'हि',
    'न्दी',
    'ไม่',
    'ע',
    'ب',
    '\u0301',
    '\u200C',
    '\u200D',
    '\u00AD',
    '\u202E',
    '👩‍🚀',
    '😀',
  ],
  ...[
    '-',
    '--',
    '_',
    '__trashed',
    '.',
    '..',
    '/',
    '%2F',
    '%',
    ' ',
    '\n',
    "'",
    '’',
    '!',
    '1',
    '42',
    '①',
    '½',
    'Ａ',
    'ǆ',
    '𝔘',
    '𐐀',
    '\uD83D',
    '\uDE00',
  ],
)
const anyText = fc.string({ unit: fc.oneof(unusual, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })), maxLength: 40 })
const longText = fc.array(anyText, { maxLength: 40 }).map((parts) => parts.join(''))

describe('toSlug', () => {
  test.each([
    ['Summer Festival', 'summer-festival'],
    ["St. John's", 'st-johns'],
    ['St. John’s Fair', 'st-johns-fair'],
    ["Rock 'n' Roll", 'rock-n-roll'],
    ['Café Noir & Söhne', 'cafe-noir-sohne'],
    ['Straße', 'strasse'],
    ['Łódź Þing Ærø', 'lodz-thing-aero'],
    ['İstanbul', 'istanbul'],
    ['ﬁnale ＦＵＬＬ', 'finale-full'],
    ['a -- b', 'a-b'],
    ['--a--', 'a'],
    ['a_b__trashed', 'a-b-trashed'],
    ['1984', '1984'],
    ['①㉠', '1'],
    ['24/7', '24-7'],
    ['½ price', '1-2-price'],
    ['3.5.2026', '3-5-2026'],
    ['../etc/passwd', 'etc-passwd'],
    ['50%2F50', '50-2f50'],
    ['東京 Jazz', '東京-jazz'],
    ['日本', '日本'],
    ['東京オリンピック', '東京オリンピック'],
    ['東京 2026', '東京-2026'],
    ['Концерт 2026!', 'концерт-2026'],
    ['Ёлка — праздник', 'ёлка-праздник'],
    ['ΟΔΟΣ ΑΘΗΝΑΣ', 'οδος-αθηνας'],
    ['हिन्दी मेला', 'हिन्दी-मेला'],
    ['क्\u200Dष', 'क्ष'],
    ['งานหนังสือ', 'งานหนังสือ'],
    ['می\u200Cخواهم', 'میخواهم'],
    ['עִבְרִית', 'עִבְרִית'],
    ['각', '각'],
    ['二〇二六年', '二〇二六年'],
    ['🎉 日本 🎉', '日本'],
    ['🎉', ''],
    ['!!!', ''],
    ['', ''],
    ['\u0301', ''],
    ['___', ''],
    ['\uD83D', ''],
    ['日\uD83D本', '日-本'],
    ['# 7', '7'],
    ['🄰', ''],
    // Letters that do not become ASCII keep the whole title unchanged.
    ['Été 夏', 'été-夏'],
    ['Straße der Свобода', 'straße-der-свобода'],
    ['Ночь DJ Łukasz', 'ночь-dj-łukasz'],
    ['K-pop 밤', 'k-pop-밤'],
    ['ราตรี Jazz', 'ราตรี-jazz'],
    ['Ŋ и Ş', 'ŋ-и-ş'],
    ['Ŋanga Şenliği', 'nanga-senligi'],
    ['ⴰⵣⵓⵍ festival', 'ⴰⵣⵓⵍ-festival'],
    ['ʒ', 'ʒ'],
    ['ꞌ', 'ꞌ'],
    // Digits of other scripts, and other forms of digits.
    ['Festival ٢٠٣١', 'festival-٢٠٣١'],
    ['मेला २०३१', 'मेला-२०३१'],
    ['Ⅳ ④ ⁴ 𝟜', 'iv-4-4-4'],
    ['㈠ ㉈ 〸', '一-㉈-十'],
    // Signs that NFKC makes letters of.
    ['Опера № 9', 'опера-9'],
    ['Jazz™ 25℃ ㎏ ㏂ ㍿ ㊗ Ⓐ ㋿', 'jazz-25'],
    ['№', ''],
    // Marks are parts of their words, and never break them.
    ['क़व्वाली की रात', 'क\u093cव्वाली-की-रात'],
    ['ดนตรีในสวนน้ำ', 'ดนตรีในสวนน\u0e49\u0e4dา'],
    ['ཚོགས་འདུ', 'ཚོགས-འདུ'],
    ['ភ្លេង\u200Bខ្មែរ', 'ភ្លេងខ្មែរ'],
    ['တေးဂီတပွဲ', 'တေးဂီတပွဲ'],
    ['مهرجان أم كلثوم', 'مهرجان-أم-كلثوم'],
    ['عـيد', 'عـيد'],
    ['1️⃣ май', '1-май'],
    ['п’ять', 'пять'],
    ['l’Été à la plage', 'lete-a-la-plage'],
    ['ŉ день', 'n-день'],
    ['٢٠٢٦', '٢٠٢٦'],
  ])('%j gives %j', (title, slug) => {
    expect(toSlug(title)).toBe(slug)
  })

  test.each([
    ['a'.repeat(300), 'a'.repeat(200)],
    [`${'a'.repeat(199)} b`, 'a'.repeat(199)],
    ['字'.repeat(300), '字'.repeat(200)],
    [`${'字'.repeat(199)} 字`, '字'.repeat(199)],
    ['𠀀'.repeat(300), '𠀀'.repeat(200)],
    ['ß'.repeat(150), 's'.repeat(200)],
    // A letter is not cut off from its marks.
    ['कि'.repeat(150), 'कि'.repeat(100)],
    [`${'a'.repeat(199)}कि`, 'a'.repeat(199)],
    [`${'字'.repeat(198)} कि`, '字'.repeat(198)],
    [`字${'\u0e49'.repeat(300)}`, `字${'\u0e49'.repeat(199)}`],
    // The letter that is not ASCII is cut off, and the rest is.
    [`é${'a'.repeat(250)}字`, `e${'a'.repeat(199)}`],
  ])('is cut at 200 code points: case %#', (title, slug) => {
    expect(toSlug(title)).toBe(slug)
  })

  test('any text: words with single hyphens between, never marked as trash, and its own slug', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, longText), (title) => {
        const slug = toSlug(title)
        expect(slug).toMatch(/^$|^[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:-[\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*$/u)
        expect(slug).not.toMatch(/[A-Z\p{Cs}_]/u)
        expect(codePointLength(slug)).toBeLessThanOrEqual(200)
        expect(slug.normalize('NFKC')).toBe(slug)
        expect(isTrashedSlug(slug)).toBe(false)
        expect(toSlug(slug)).toBe(slug)
      }),
      { numRuns: 3_000 },
    )
  })

  const wordsOf = fc.array(
    fc.oneof(
      anyText,
      fc.constantFrom(...scriptWords.flatMap(({ word, other }) => [word, ...other])),
      fc.constantFrom('№', '℃', '-', 'Jazz', 'Łódź', '\u0374', 'ŉ'),
    ),
    { maxLength: 8 },
  )

  /** The letters and digits of a text, without apostrophes that are letters. Where a word ends, a sigma has another form. */
  const lettersOf = (text: string) =>
    text
      .normalize('NFD')
      .replace(/[ʹʻʼ]/gu, '')
      .replaceAll('ς', 'σ')
      .match(/[\p{L}\p{N}]/gu) ?? []

  test('any title: the slug has each of its letters and digits, in their order', () => {
    fc.assert(
      fc.property(wordsOf, (parts) => {
        const words = parts.join(' ').replace(/[ʹʻʼ'’‘]/gu, '')
        const title = words.replace(/[^\p{L}\p{N}\p{M}]/gu, ' ')
        const slug = toSlug(words)
        const all = lettersOf(/[^-a-z0-9]/u.test(slug) ? title.normalize('NFKC').toLowerCase() : foldText(title))
        const kept = lettersOf(slug)
        expect(kept).toEqual(all.slice(0, kept.length))
        if (codePointLength(slug) < 150) expect(kept.length).toBe(all.length)
      }),
      { numRuns: 3_000 },
    )
  })

  test('a slug is ASCII only if each letter and digit is, when it is folded', () => {
    fc.assert(
      fc.property(wordsOf, (parts) => {
        const slug = toSlug(parts.join(' '))
        const isAscii = !/(?![a-z0-9])[\p{L}\p{N}]/u.test(foldText(slug)) && !slug.includes('ـ')
        expect(/^[-a-z0-9]*$/.test(slug)).toBe(isAscii)
      }),
      { numRuns: 3_000 },
    )
  })
})

describe('slugWithSuffix', () => {
  test.each([
    ['fair', 1, 'fair'],
    ['fair', 2, 'fair-2'],
    ['fair', 100, 'fair-100'],
    ['fair-2', 2, 'fair-2-2'],
    ['a'.repeat(200), 1, 'a'.repeat(200)],
    ['a'.repeat(200), 2, `${'a'.repeat(198)}-2`],
    ['a'.repeat(200), 10, `${'a'.repeat(197)}-10`],
    [`${'a'.repeat(197)}-bb`, 2, `${'a'.repeat(197)}-2`],
    ['𠀀'.repeat(200), 2, `${'𠀀'.repeat(198)}-2`],
    ['fair__trashed', 2, 'fair__trashed-2'],
    [`${'a'.repeat(200)}__trashed`, 2, `${'a'.repeat(200)}__trashed-2`],
  ])('%j number %i is %j', (base, n, slug) => {
    expect(slugWithSuffix(base, n)).toBe(slug)
  })

  test('numbers give different slugs within 200 code points', () => {
    fc.assert(
      fc.property(
        longText.map(toSlug).filter((slug) => slug !== ''),
        fc.integer({ min: 2, max: 1_000_000 }),
        (base, n) => {
          const slug = slugWithSuffix(base, n)
          expect(slug.endsWith(`-${n}`)).toBe(true)
          expect(slug).not.toMatch(/--|\p{Cs}/u)
          expect(codePointLength(slug)).toBeLessThanOrEqual(200)
          expect(slug).not.toBe(slugWithSuffix(base, n + 1))
        },
      ),
    )
  })
})

describe('slugs in the trash', () => {
  test.each([
    ['fair__trashed', true, 'fair'],
    ['fair__trashed-2', true, 'fair'],
    ['fair__trashed-10', true, 'fair'],
    ['fair-2__trashed', true, 'fair-2'],
    ['fair__trashed__trashed', true, 'fair__trashed'],
    ['__trashed', true, ''],
    ['fair', false, 'fair'],
    ['fair-trashed', false, 'fair-trashed'],
    ['fair__trashed-', false, 'fair__trashed-'],
    ['fair__trashed-x', false, 'fair__trashed-x'],
    ['fair__trashed-2-x', false, 'fair__trashed-2-x'],
    ['fair__trashed2', false, 'fair__trashed2'],
  ])('%j has the trash suffix: %j; without it the slug is %j', (slug, trashed, before) => {
    expect(isTrashedSlug(slug)).toBe(trashed)
    expect(untrashedSlug(slug)).toBe(before)
  })

  test('every slug comes back from the trash, whatever number it got there', () => {
    fc.assert(
      fc.property(longText.map(toSlug), fc.integer({ min: 1, max: 10_000 }), (slug, n) => {
        const trashed = slugWithSuffix(trashedSlug(slug), n)
        expect(isTrashedSlug(trashed)).toBe(true)
        expect(untrashedSlug(trashed)).toBe(slug)
        expect(untrashedSlug(slug)).toBe(slug)
      }),
    )
  })
})

test('a slug is its own slug, with a suffix or without', () => {
  const slugs = fc.oneof(anyText, fc.constantFrom('٣', '۴ 5', '㈠', '〸', '²', 'Ⅷ', '½', '1984', '字', '日本 2', 'Ελλάδα 1')).map(toSlug)
  fc.assert(
    fc.property(slugs, fc.integer({ min: 1, max: 20 }), (slug, n) => {
      fc.pre(slug !== '')
      const taken = slugWithSuffix(slug, n)
      expect(toSlug(taken)).toBe(taken)
    }),
  )
})

test('digits of other scripts are kept, also beside ASCII digits', () => {
  expect(['٣ 3', '٣', '1984', '٣-3', '①②'].map(toSlug)).toEqual(['٣-3', '٣', '1984', '٣-3', '12'])
})
