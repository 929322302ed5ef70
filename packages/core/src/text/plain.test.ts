import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { messageOf } from '../errors/issues.ts'
import { codePointLength, stripBom, textIssue, toOneLine, toValidText, truncateCodePoints } from './plain.ts'

const anyText = fc.string({
  unit: fc.oneof(fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }), fc.constantFrom('\t', '\n', '\r\n', ' ', '😀')),
})

/** An independent implementation of the rule: unit by unit, without regular expressions. */
function isValid(text: string): boolean {
  const halves = [...text].some((character) => character.length === 1 && character >= '\uD800' && character <= '\uDFFF')
  const controls = [...text].some((character) => {
    const code = character.charCodeAt(0)
    return (code < 0x20 && ![0x09, 0x0a, 0x0d].includes(code)) || (code >= 0x7f && code <= 0x9f)
  })
  return !halves && !controls
}

describe('textIssue', () => {
  test.each([
    ['\0', 'contains the control character U+0000'],
    ['a\0b', 'contains the control character U+0000'],
    ['\b', 'contains the control character U+0008'],
    ['a\u000B', 'contains the control character U+000B'],
    ['\f', 'contains the control character U+000C'],
    ['\u001B[31m', 'contains the control character U+001B'],
    ['\u001F', 'contains the control character U+001F'],
    ['del\u007F', 'contains the control character U+007F'],
    ['\u0080', 'contains the control character U+0080'],
    ['\u0085', 'contains the control character U+0085'],
    ['\u009F', 'contains the control character U+009F'],
    ['\uD800', 'contains half a surrogate pair, U+D800'],
    ['\uDFFF', 'contains half a surrogate pair, U+DFFF'],
    ['\uDE00\uD83D', 'contains half a surrogate pair, U+DE00'],
    ['😀\uD83D', 'contains half a surrogate pair, U+D83D'],
    ['\uD83D😀', 'contains half a surrogate pair, U+D83D'],
    ['\uDE00 then \0', 'contains half a surrogate pair, U+DE00'],
  ])('%j is refused', (text, reason) => {
    const issue = textIssue(text)
    expect(issue && messageOf(issue)).toBe(reason)
  })

  test.each([
    '',
    'plain',
    'tab\t, lf\n, cr\r, crlf\r\n',
    '\u00A0\u2028\u200B\uFEFF\uFFFD\uFFFE\uFFFF',
    '👩‍🚀🏳️‍🌈🇩🇪',
    'مهرجان ‏الصيف',
    'หนังสือ',
    'कार्यक्रम',
    '\u{10FFFF}',
  ])('%j is valid', (text) => {
    expect(textIssue(text)).toBeUndefined()
  })

  test('agrees with the independent implementation for every code unit', () => {
    const units = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code))
    expect(units.filter((unit) => (textIssue(unit) === undefined) !== isValid(unit))).toEqual([])
  })

  test('agrees with the independent implementation for any code units', () => {
    const units = fc.array(fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))).map((list) => list.join(''))
    fc.assert(
      fc.property(fc.oneof(units, anyText), (text) => (textIssue(text) === undefined) === isValid(text)),
      { numRuns: 2_000 },
    )
  })
})

test.each([
  ['\uFEFFa', 'a'],
  ['\uFEFF\uFEFFa', '\uFEFFa'],
  ['a\uFEFF', 'a\uFEFF'],
  ['\uFEFF', ''],
  ['', ''],
  ['\uFFFEa', '\uFFFEa'],
])('stripBom(%j) is %j', (text, expected) => {
  expect(stripBom(text)).toBe(expected)
})

describe('toOneLine', () => {
  test.each([
    ['a\tb', 'a b'],
    ['a\nb', 'a b'],
    ['a\rb', 'a b'],
    ['a\r\nb', 'a b'],
    ['a\r\n\r\n\tb', 'a b'],
    ['  a  b  ', 'a  b'],
    ['\r\na\n', 'a'],
    ['a\u2028b\u2029\nc\u2028', 'a b c'],
    ['a\u200Bb', 'a\u200Bb'],
    ['\u00A0a\u3000', 'a'],
    ['\uFEFFa', 'a'],
    ['\n\t\r', ''],
    ['', ''],
  ])('%j becomes %j', (text, expected) => {
    expect(toOneLine(text)).toBe(expected)
  })

  test('is one trimmed line with the same words, and stays so', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const line = toOneLine(text)
        expect(line).not.toMatch(/[\t\n\r\u2028\u2029\u0085]/)
        expect(line).toBe(line.trim())
        expect(line.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
        expect(toOneLine(line)).toBe(line)
      }),
    )
  })
})

describe('code points', () => {
  test.each([
    ['', 0],
    ['abc', 3],
    ['😀', 1],
    ['a😀b', 3],
    ['👩‍🚀', 3],
    ['e\u0301', 2],
    ['\uD83D', 1],
    ['\uDE00\uD83D', 2],
    ['\u{10FFFF}\u{10000}', 2],
  ])('%j has the length %i', (text, length) => {
    expect(codePointLength(text)).toBe(length)
  })

  test.each([
    ['abc', 2, 'ab'],
    ['abc', 3, 'abc'],
    ['abc', 4, 'abc'],
    ['abc', 0, ''],
    ['😀😀😀', 2, '😀😀'],
    ['a😀b', 2, 'a😀'],
    ['a😀b', 1, 'a'],
    ['😀', 1, '😀'],
    ['', 5, ''],
  ])('%j cut at %i is %j', (text, max, expected) => {
    expect(truncateCodePoints(text, max)).toBe(expected)
  })

  test('are counted and cut like an array of characters', () => {
    fc.assert(
      fc.property(anyText, fc.nat(40), (text, max) => {
        expect(codePointLength(text)).toBe([...text].length)
        expect(truncateCodePoints(text, max)).toBe([...text].slice(0, max).join(''))
      }),
    )
  })
})

describe('toValidText', () => {
  test.each([
    ['plain', 'plain'],
    ['a\u0001b\u0085', 'a\uFFFDb\uFFFD'],
    ['😀\uD83D', '😀\uFFFD'],
    ['\uFEFF\uFEFFa\uFEFF', 'a\uFEFF'],
    ['\r\n\t', '\r\n\t'],
  ])('%j is %j', (text, expected) => {
    expect(toValidText(text)).toBe(expected)
  })

  test('returns a text without an issue', () => {
    fc.assert(fc.property(anyText, (text) => textIssue(toValidText(text)) === undefined))
  })
})
